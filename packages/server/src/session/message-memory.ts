import type { Room } from '../bounds/room.js';

/**
 * What a value takes on its way: up to 180 bytes when it was parsed, as many again in the forms that are made of it for the
 * engine. A list that holds a list takes most.
 */
const bytesOfValue = 320;
/** Texts are kept as they came and as they were read. */
const textFactor = 2;

/** What a message of so many bytes and values takes while it is worked on. */
export function memoryOf(bytes: number, values: number): number {
  return bytes * textFactor + values * bytesOfValue;
}

/** How many values a message may have at most in such a room. */
export function valuesThatFit({ maxBytes }: Room): number {
  return Math.floor(maxBytes / bytesOfValue);
}
