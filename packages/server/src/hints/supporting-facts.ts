import { compareText, type Proof, type Program } from '@manglecp/mangle';
import { encodeJson, type WireFact } from '@manglecp/protocol';
import { toWireFact } from '../facts/to-wire.js';
import type { IsClients } from './fact-origins.js';

/** Facts of one tool, and bytes of one fact, beyond which facts are left out. */
const maxFacts = 50;
const maxFactBytes = 8192;

/** What all derivations of an answer may still take, in bytes. */
export interface Room {
  left: number;
}

/** The client's facts among those that a tool rests on, each once, in the form in which it sent them; sorted. */
export function supportingFacts(
  proofs: Iterable<Proof>,
  isClients: IsClients,
  { program, room }: { readonly program: Program; readonly room: Room },
): WireFact[] {
  const found = new Map<string, WireFact>();
  for (const { kind, fact } of proofs) {
    if (kind !== 'fact' || !isClients(fact)) continue;
    const wire = toWireFact(fact, program);
    found.set(encodeJson(wire), wire);
  }
  const sorted = [...found].sort(([a], [b]) => compareText(a, b));
  const fitting = sorted.filter(([text]) => {
    const bytes = Buffer.byteLength(text);
    if (bytes > Math.min(maxFactBytes, room.left)) return false;
    room.left -= bytes;
    return true;
  });
  return fitting.slice(0, maxFacts).map(([, wire]) => wire);
}
