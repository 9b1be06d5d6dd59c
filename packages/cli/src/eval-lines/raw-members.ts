/**
 * The members of a JSON object as they are written. `JSON.parse` turns numbers into doubles; ids and times must come
 * through digit by digit. INVARIANT: the text is valid JSON and an object.
 */
export function rawMembers(json: string): Map<string, string> {
  const members = new Map<string, string>();
  let at = skipBlanks(json, json.indexOf('{') + 1);
  while (json[at] === '"') {
    const keyEnd = endOfString(json, at);
    const key = JSON.parse(json.slice(at, keyEnd)) as string;
    const start = skipBlanks(json, skipBlanks(json, keyEnd) + 1);
    const end = endOfValue(json, start);
    members.set(key, json.slice(start, end).trimEnd());
    at = skipBlanks(json, end + 1);
  }
  return members;
}

function skipBlanks(json: string, at: number): number {
  while (/\s/.test(json[at] ?? '')) at++;
  return at;
}

function endOfString(json: string, at: number): number {
  for (at++; json[at] !== '"'; at++) if (json[at] === '\\') at++;
  return at + 1;
}

/** The place of the comma or brace behind a value. */
function endOfValue(json: string, at: number): number {
  for (let depth = 0; at < json.length;) {
    const char = json[at] ?? '';
    if (depth === 0 && (char === ',' || char === '}')) return at;
    if (char === '"') {
      at = endOfString(json, at);
      continue;
    }
    if (char === '{' || char === '[') depth++;
    if (char === '}' || char === ']') depth--;
    at++;
  }
  return at;
}
