/** What the system says when it cannot do now what it can do later: too many files are open, a disk or a share is away. */
const temporaryReasons: ReadonlySet<string> = new Set([
  'EAGAIN',
  'EBUSY',
  'EDQUOT',
  'EINTR',
  'EIO',
  'EMFILE',
  'ENFILE',
  'ENOBUFS',
  'ENOMEM',
  'ENOSPC',
  'ESTALE',
  'ETIMEDOUT',
  'ETXTBSY',
]);

/** The words of the compiler of modules, which tells no codes. */
const temporaryWords =
  /\b(?:EMFILE|ENFILE|EAGAIN|ENOMEM|ENOSPC)\b|too many open files|resource temporarily unavailable/i;

/** Whether what failed may well succeed if it is tried again, although nobody changed anything. */
export function isTemporary(error: unknown): boolean {
  if (temporaryReasons.has(reasonOf(error))) return true;
  if (!(error instanceof Error)) return false;
  return temporaryWords.test(error.message) || (error.cause !== undefined && isTemporary(error.cause));
}

/** The code of a system error, such as `EACCES`. */
export function reasonOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
}
