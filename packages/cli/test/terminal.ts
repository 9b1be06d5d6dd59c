import { PassThrough } from 'node:stream';

/** A terminal that only a test looks at; `screen` gives everything written to it so far. */
export function createTerminal(environment: Readonly<Record<string, string>> = {}) {
  const input = Object.assign(new PassThrough(), { isTTY: true });
  const output = Object.assign(new PassThrough(), { isTTY: true });
  let text = '';
  output.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  const colors = { output: false, errors: false };
  const terminal = { input, output, errors: output, environment, colors, version: '0.0.0' };
  return { terminal, screen: () => text };
}
