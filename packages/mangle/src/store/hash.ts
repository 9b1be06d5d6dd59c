/** Takes one more value into a hash. */
export function mix(hash: number, value: number): number {
  const mixed = Math.imul(hash ^ value, 0x9e3779b1);
  return (mixed << 5) | (mixed >>> 27);
}

/** Spreads the high bits down: slots are taken from the low ones. */
export function finish(hash: number): number {
  const spread = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b);
  return (spread ^ (spread >>> 13)) >>> 0;
}
