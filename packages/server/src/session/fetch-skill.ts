import { ProtocolError, type Skill } from '@manglecp/protocol';
import type { Observation } from '../observe/observer.js';
import type { PackSkill } from '../pack/pack.js';
import { renderSkill } from '../render/render-skill.js';
import { credentialsNeeded } from '../security/auth-errors.js';
import { anonymous, type Principal } from '../security/principal.js';
import { ownerOf } from '../bounds/owner.js';
import { checkReady, consumeRate } from './check-access.js';
import type { Connection, Face } from './connection.js';
import type { Domain, Live } from './domain.js';
import { limitRefusal } from './limit-refusals.js';
import type { Services } from './services.js';
import { skillIssue } from './skill-issue.js';

export interface SkillRequest {
  readonly domain: Domain;
  readonly face: Face;
  readonly services: Services;
  readonly connection: Pick<Connection, 'transport' | 'address' | 'credentials'>;
  /** As it came. */
  readonly id: string;
}

/**
 * A skill in full, for whom it was issued to (C-84). Credentials, readiness and rate are checked in the order of messages
 * (C-105). Whether other skills exist is nobody's business, so that all that were not issued look the same.
 */
export async function fetchSkill(request: SkillRequest): Promise<PackSkill> {
  const { domain, services, connection } = request;
  const observation = services.observer.begin({ transport: connection.transport, domain: domain.id });
  try {
    const skill = await domain.use((live) => findIssued(request, live, observation));
    observation.end({});
    return skill;
  } catch (error) {
    const refusal = await limitRefusal(ProtocolError.from(error), domain.live, connection);
    observation.end({ code: refusal.code });
    throw refusal;
  }
}

async function findIssued(request: SkillRequest, live: Live, observation: Observation): Promise<PackSkill> {
  const { domain, services, connection, id } = request;
  observation.mark('authentication');
  const principal = await identify(request, live);
  observation.set({ principal: principal.key });
  observation.mark('readiness');
  checkReady(domain.status, live);
  observation.mark('rate');
  await consumeRate(live, connection, principal);
  observation.mark('skill');
  const skill = live.pack.skills.get(id);
  const isIssued = await services.skills.has(ownerOf(principal, connection), skillIssue(principal, id));
  const found = isIssued ? skill : undefined;
  services.observer.audit({
    request: observation.requestId,
    domain: domain.id,
    transport: connection.transport,
    principal: principal.key,
    identity: principal.identity,
    type: 'skill',
    // What is no id of ours may be anything, a secret included.
    subject: found?.id ?? 'unknown',
    confirmation: 'none',
    ...(found === undefined ? { decision: 'denied', code: 'x-not_found' } : { decision: 'allowed' }),
  });
  if (found === undefined) throw new ProtocolError('x-not_found', 'no such skill was issued');
  return found;
}

/** A credential that is wrong is refused even where none is needed. */
async function identify({ connection, face }: SkillRequest, { authenticator }: Live): Promise<Principal> {
  const { credentials } = connection;
  const principal = credentials === undefined ? undefined : await authenticator.fromHeaders(credentials);
  if (principal === undefined && face.isAuthRequired) throw credentialsNeeded(authenticator.schemes);
  return principal ?? anonymous;
}

/** The skill as it is sent, with all of its text (Spec 06 §4.1). */
export function wholeSkill(skill: PackSkill): Skill {
  return renderSkill(skill, {});
}
