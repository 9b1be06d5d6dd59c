/** `MANGLE_LONG=1` runs properties on many more cases. */
export const isLong = process.env['MANGLE_LONG'] === '1';

/** Milliseconds that such a property may take. */
export const longTimeout = isLong ? 4 * 3_600_000 : 120_000;
