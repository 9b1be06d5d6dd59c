import { readTime, type TimeContext } from './facts/time.js';
import type { MacroTool, Safety } from './messages/macro-tool.js';
import type { Time } from './messages/wire-fact.js';

/** Two letters or more; a single one before a slash is a drive. */
const scheme = /^[a-z][a-z0-9+.-]*:/i;
const drive = /^[a-z]:[\\/]/i;
const share = /^\\\\[^\\]/;

/**
 * The address of a context resource. A bare path is a file (Spec 06 §2.2), relative ones to whatever the server's files are
 * relative to; other addresses are left as they are.
 */
export function resourceUri(uri: string): string {
  if (drive.test(uri)) return `file:///${encodePath(uri.replaceAll('\\', '/'))}`;
  if (share.test(uri)) return `file:${encodePath(uri.replaceAll('\\', '/'))}`;
  return scheme.test(uri) ? uri : `file://${encodePath(uri)}`;
}

/** What stands in a path is part of it, and begins no query, fragment or escape. */
function encodePath(path: string): string {
  return encodeURI(path.replace(/\p{Surrogate}/gu, '\uFFFD'))
    .replaceAll('?', '%3F')
    .replaceAll('#', '%23');
}

/**
 * What a macro-tool says about its safety, with what is meant where it says nothing: it cannot be undone, and using it
 * again does more. No effects are `none` (C-26). Undefined for a tool that is not told in full: nothing is known of it.
 */
export function safetyOf({ safety }: Pick<MacroTool, 'safety'>): Required<Safety> | undefined {
  if (safety === undefined) return undefined;
  const effects = safety.side_effects.filter((effect) => effect !== 'none');
  return {
    requires_user_confirmation: safety.requires_user_confirmation,
    side_effects: effects.length === 0 ? ['none'] : effects,
    reversible: safety.reversible ?? false,
    idempotent: safety.idempotent ?? false,
  };
}

/** When a macro-tool may be invoked, in nanoseconds since 1970. */
export interface ToolValidity {
  readonly notBefore: bigint;
  /** The last instant; absent: without end. After it the intent is evaluated again. */
  readonly expiresAt?: bigint;
  /** Whether it may be invoked at an instant. */
  readonly includes: (instant: bigint) => boolean;
}

const formats: TimeContext['formats'] = ['rfc3339', 'epoch_ms'];

/**
 * The validity of a macro-tool, from the evaluation time that its response tells on if it does not say otherwise (Spec 06
 * §2.2). Throws a `TimeError` for what is no instant.
 */
export function validityOf({ validity = {} }: Pick<MacroTool, 'validity'>, evalTimeUsed: Time): ToolValidity {
  const { not_before: start, expires_at: end } = validity;
  const now = readTime(evalTimeUsed, { now: 0n, formats });
  const notBefore = start === undefined ? now : readTime(start, { now, formats });
  const expiresAt = end === undefined ? undefined : readTime(end, { now, formats });
  return {
    notBefore,
    ...(expiresAt === undefined ? {} : { expiresAt }),
    includes: (instant) => instant >= notBefore && (expiresAt === undefined || instant <= expiresAt),
  };
}
