import { Checksum } from '../store/checksum.js';

/**
 * A saved base begins with a header of words of 32 bits, the lowest byte first:
 *
 * - two words that no other file begins with, and the version of the format;
 * - the length of all, and a hash of all but itself;
 * - a hash of the program, and one of which of its rules are not part of the base.
 *
 * The content follows: the clock, the values beyond the program's constants, the facts of each relation, and the given
 * facts of lattice predicates.
 */
export const header = { magic: 0, version: 8, length: 12, checksum: 16, program: 24, volatile: 32, end: 40 } as const;

/** A byte beyond ASCII, the word, and a line end that text modes damage. */
export const magic: readonly number[] = [0x89, ...new TextEncoder().encode('MANGLE'), 0x0a];

/** To be raised with every change of the layout, or of what the engine takes the content to mean. */
export const formatVersion = 1;

/** The hash of everything but the place where it is kept. */
export function checksumOf(bytes: Uint8Array): readonly [number, number] {
  const sum = new Checksum();
  sum.bytes(bytes.subarray(0, header.checksum));
  sum.bytes(bytes.subarray(header.checksum + 8));
  return sum.words;
}
