import { fact } from '@manglecp/mangle';
import type { PredicateDeclaration } from '@manglecp/protocol';
import { describe, expect, it } from 'vitest';
import type { Plan } from '../macro/plan.js';
import { decodePlan, encodePlan } from '../stores/encode-plan.js';
import { anonymous, type Principal } from '../security/principal.js';
import type { Question, Verdict } from './rule-set.js';
import { ann, type PackText, question, rulesOf } from './rules.suite.js';

const admin: Principal = { ...ann, privileges: ['admin'] };

const wish: PredicateDeclaration = {
  predicate: 'wish',
  arity: 1,
  arg_types: ['string'],
  description: 'what the client wants',
  direction: 'input',
};

const domain = `
  Decl wish(T) bound [/string].
  Decl closed(T) bound [/string].
  macro_tool("dig", "full").
  macro_step("dig", 1, "shovel", {/where: "garden"}).
  macro_tool("wished", "full") :- wish("wished").
  macro_step("wished", 1, "shovel", {/where: W}) :- wish(W).`;

/** The pack of all tests; they add policy and facts. */
const pack = (policy: string, over: Partial<PackText> = {}): PackText => {
  return { domain, policy, declarations: [wish], ...over };
};

/** The plan of a tool as a store gives it back. */
async function issue(text: PackText, name: string, over: Partial<Question> = {}): Promise<Plan> {
  const { tools } = await (await rulesOf(text)).select(question(over));
  const plan = tools.find((each) => each.plan.name === name)?.plan;
  if (plan === undefined) throw new Error(`${name} was not offered`);
  return decodePlan(encodePlan(plan));
}

async function reconsider(text: PackText, plan: Plan, principal: Principal = ann): Promise<Verdict> {
  const { evalTime, signal } = question();
  return (await rulesOf(text)).reconsider({ plan, principal, canLogIn: false, evalTime, signal });
}

const allowed = { isHidden: false, isOutdated: false };
const outdated = { isHidden: false, isOutdated: true };
const hidden = { isHidden: true, isOutdated: false };

describe('a plan that is invoked', () => {
  it('INV-044 is allowed to whom it was issued, where nothing has changed', async () => {
    const text = pack('requires_privilege("dig", "admin").');
    const verdict = await reconsider(text, await issue(text, 'dig', { principal: admin }), admin);
    expect(verdict).toEqual({ ...allowed, needsConfirmation: false, effects: ['none'] });
  });

  it('INV-044 SEC-045 is hidden from one of the same name who lacks the privilege', async () => {
    const text = pack('requires_privilege("dig", "admin").');
    expect(await reconsider(text, await issue(text, 'dig', { principal: admin }), ann)).toMatchObject(hidden);
  });

  it('is allowed to one of the same name who has other privileges, which do not matter', async () => {
    const text = pack('requires_privilege("wished", "admin").');
    expect(await reconsider(text, await issue(text, 'dig', { principal: admin }), ann)).toMatchObject(allowed);
  });

  it('C-123 is hidden with a tool that it needs', async () => {
    const text = pack('requires_privilege("wished", "admin").', {
      domain: `${domain}\ntool_requires("dig", "wished").`,
    });
    const facts = [fact('wish', 'wished')];
    const plan = await issue(text, 'dig', { principal: admin, facts });
    expect(await reconsider(text, plan, ann)).toMatchObject(hidden);
    expect(await reconsider(text, plan, admin)).toMatchObject(allowed);
  });

  it.each([
    ['prohibits the tool', 'prohibited(T, "closed") :- closed(T).'],
    [
      'prohibits what clients of a class get',
      'prohibited(T, "x") :- macro_tool(T, _), client_class("authenticated"), closed(_).',
    ],
    [
      'calls its arguments dangerous',
      'dangerous_content(A, T, P) :- action_request(A, T, P), :match_field(P, /where, "garden"), closed(_).',
    ],
    ['does not call its action safe any more', 'safe_action(A) :- A = "shovel", !closed("dig").'],
    ['does not permit it any more', 'permitted(A, T, P) :- action_request(A, T, P), !closed(T).'],
    ['keeps it for others', 'requires_privilege(T, "admin") :- closed(T).'],
  ])('INV-044 is outdated if policy %s by facts that have changed', async (_, policy) => {
    const before = pack(policy, {});
    const plan = await issue(before, 'dig', { principal: ann });
    expect(await reconsider(before, plan)).toMatchObject(allowed);
    expect(await reconsider(pack(policy, { facts: [fact('closed', 'dig')] }), plan)).toMatchObject(outdated);
  });

  it('INV-044 refuses the intent if policy does not permit it any more (C-50)', async () => {
    const policy = 'permitted_intent("authenticated", "go") :- !closed("go").';
    const plan = await issue(pack(policy), 'dig', { principal: ann });
    expect(await reconsider(pack(policy), plan)).not.toHaveProperty('refusedIntent');
    const verdict = await reconsider(pack(policy, { facts: [fact('closed', 'go')] }), plan);
    expect(verdict).toMatchObject({ refusedIntent: { code: 'auth_insufficient' } });
  });

  it('needs consent if policy asks for it by now, for what it does by now', async () => {
    const policy = 'requires_confirmation(T) :- closed(T).';
    const plan = await issue(pack(policy), 'dig', { principal: ann });
    expect(plan.needsConfirmation).toBe(false);
    expect(await reconsider(pack(policy, { facts: [fact('closed', 'dig')] }), plan)).toMatchObject({
      ...allowed,
      needsConfirmation: true,
    });
    const destroys = pack(policy, { facts: [fact('action_effect', 'shovel', 'destructive')] });
    expect(await reconsider(destroys, plan)).toMatchObject({ needsConfirmation: true, effects: ['destructive'] });
  });

  it('goes on needing the consent that it needed because of a fact of the client', async () => {
    const text = pack('requires_confirmation(T) :- wish(T).');
    const plan = await issue(text, 'dig', { principal: ann, facts: [fact('wish', 'dig')] });
    expect(await reconsider(text, plan)).toMatchObject({ needsConfirmation: true });
  });
});

describe('what rests on facts of the client', () => {
  const wished = { principal: ann, facts: [fact('wish', 'wished')] };

  it.each([
    ['a safe action', 'safe_action("shovel") :- wish(_).'],
    ['a permission', 'permitted(A, T, P) :- action_request(A, T, P), wish(W), :match_field(P, /where, W).'],
    ['a permission at second hand', 'may(T) :- wish(T). permitted(A, T, P) :- action_request(A, T, P), may(T).'],
    ['an intent', 'permitted_intent("authenticated", "go") :- wish(_).'],
    [
      'a prohibition that does not hold because of it',
      'prohibited(T, "not wished") :- macro_tool(T, _), !wish("wished").',
    ],
    [
      'a number of facts',
      'wishes(N) :- wish(T) |> do fn:group_by(), let N = fn:count(). prohibited("wished", "none") :- closed(_), !wishes(1).',
    ],
    [
      'which predicates are asserted',
      'prohibited(T, "not asserted") :- macro_tool(T, _), !asserted_predicate("wish").',
    ],
  ])('stands as it was decided: %s', async (_, policy) => {
    const text = pack(policy, { facts: [fact('closed', 'x')] });
    const verdict = await reconsider(text, await issue(text, 'wished', wished));
    expect(verdict).toMatchObject(allowed);
    expect(verdict).not.toHaveProperty('refusedIntent');
  });

  it('does not stand where a prohibition holds without them as well', async () => {
    const policy = 'prohibited(T, "a") :- wish(T), closed("wish"). prohibited(T, "b") :- closed(T).';
    const plan = await issue(pack(policy), 'wished', wished);
    expect(await reconsider(pack(policy), plan)).toMatchObject(allowed);
    expect(await reconsider(pack(policy, { facts: [fact('closed', 'wished')] }), plan)).toMatchObject(outdated);
  });

  it('is bound in the plan, of which policy is asked', async () => {
    const policy = 'dangerous_content(A, T, P) :- action_request(A, T, P), :match_field(P, /where, W), closed(W).';
    const plan = await issue(pack(policy), 'wished', { ...wished, facts: [fact('wish', 'wished')] });
    expect(await reconsider(pack(policy, { facts: [fact('closed', 'garden')] }), plan)).toMatchObject(allowed);
    expect(await reconsider(pack(policy, { facts: [fact('closed', 'wished')] }), plan)).toMatchObject(outdated);
  });
});

describe('what a plan keeps of its question', () => {
  const params = { site: 'north', n: [1, 2] };

  it('is nothing that policy does not read', async () => {
    const { asked } = await issue(pack('requires_privilege("x", "y").'), 'dig', { params });
    expect(asked).toEqual({ levels: ['full'], actions: ['shovel'] });
  });

  it('is the parameters, if policy reads them', async () => {
    const policy = 'prohibited(T, "site") :- closed(T), intent_param(_, "site", "north").';
    const plan = await issue(pack(policy), 'dig', { params, principal: ann });
    const now = pack(policy, { facts: [fact('closed', 'dig')] });
    expect(await reconsider(now, plan)).toMatchObject(outdated);
    expect(await reconsider(now, await issue(pack(policy), 'dig', { principal: ann }))).toMatchObject(allowed);
  });

  it('is not enough if policy reads more by now: it has to be evaluated again', async () => {
    const plan = await issue(pack('requires_privilege("x", "y").'), 'dig', { params, principal: ann });
    const reads = 'prohibited(T, "site") :- closed(T), intent_param(_, "site", "south").';
    expect(await reconsider(pack(reads), plan)).toMatchObject(outdated);
    const looks = 'dangerous_content(A, T, P) :- action_request(A, T, P), closed(A).';
    expect(await reconsider(pack(looks), plan)).toMatchObject(outdated);
  });

  it('tells anonymous clients from each other by nothing', async () => {
    const text = pack('');
    expect(await reconsider(text, await issue(text, 'dig'), anonymous)).toMatchObject(allowed);
  });
});
