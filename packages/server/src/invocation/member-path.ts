/** The JSON pointer to a member of what is at `path` (RFC 6901). */
export function memberPath(path: string, name: string): string {
  return `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}
