export type ColorChoice = 'always' | 'never' | 'auto';

/**
 * Whether a stream gets colors: a flag decides, then `NO_COLOR` and `FORCE_COLOR` (if not empty), then whether the
 * stream is a terminal.
 */
export function wantsColor(
  choice: ColorChoice,
  environment: Readonly<Record<string, string | undefined>>,
  stream: { readonly isTTY?: boolean },
): boolean {
  if (choice !== 'auto') return choice === 'always';
  if (environment['NO_COLOR']) return false;
  if (environment['FORCE_COLOR']) return environment['FORCE_COLOR'] !== '0';
  return stream.isTTY === true && environment['TERM'] !== 'dumb';
}
