/**
 * The shortest decimal digits that read back as the same float, never with an exponent and with no forced decimal
 * point: `1`, `0.00000015`, `-0`, `NaN`, `+Inf`, `-Inf`.
 */
export function plainFloatText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (Object.is(value, -0)) return '-0';
  return expandExponent(String(value));
}

/**
 * Source text that evaluates to the same float. There are no literals for NaN and the infinities, so these become
 * calls that compute them.
 */
export function sourceFloatText(value: number): string {
  if (Number.isNaN(value)) return 'fn:sqrt(-1.0)';
  if (value === Infinity) return 'fn:float:mult(1.0e308, 10.0)';
  if (value === -Infinity) return 'fn:float:mult(-1.0e308, 10.0)';
  if (Object.is(value, -0)) return '-0.0';
  const [digits = '', exponent] = String(value).split('e');
  const mantissa = digits.includes('.') ? digits : `${digits}.0`;
  return exponent === undefined ? mantissa : `${mantissa}e${exponent.replace('+', '')}`;
}

/** Turns the JavaScript text `1.5e-7` into `0.00000015`. */
function expandExponent(text: string): string {
  const match = /^(-?)(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(text);
  if (match === null) return text;
  const [, sign = '', whole = '', fraction = '', exponentText = ''] = match;
  const exponent = Number(exponentText);
  const digits = whole + fraction;
  if (exponent < 0) return `${sign}0.${'0'.repeat(-exponent - 1)}${digits}`;
  const missing = exponent - fraction.length;
  // JavaScript writes an exponent only from 1e21 on, where a float has no digits after the point.
  return `${sign}${digits}${'0'.repeat(missing)}`;
}
