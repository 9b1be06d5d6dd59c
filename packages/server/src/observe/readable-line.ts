/** A line of the log for a person at a terminal: the time of day, the level, what happened, and the rest as `key=value`. */
export function readableLine(json: string): string {
  const { time, level, msg, service: _, ...fields } = JSON.parse(json) as Record<string, unknown>;
  const rest = Object.entries(fields).map(([key, value]) => ` ${key}=${show(value)}`);
  const clock = String(time).slice(11, 19);
  return `${clock} ${String(level).padEnd(5)} ${escapeControls(String(msg))}${rest.join('')}\n`;
}

function show(value: unknown): string {
  return typeof value === 'string' && /^[\w./:@-]+$/.test(value) ? value : escapeControls(JSON.stringify(value));
}

/** Nothing that a client sends may move the cursor or change colours. */
function escapeControls(text: string): string {
  return text.replaceAll(/\p{Cc}|\p{Cf}/gu, (unit) => `\\u${(unit.codePointAt(0) ?? 0).toString(16).padStart(4, '0')}`);
}
