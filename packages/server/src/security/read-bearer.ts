/**
 * The token of an `Authorization` header, or nothing if the header is not exactly one `Bearer` credential. The scheme is
 * read without regard to case (RFC 9110 §11.1). A comma would join two values and is no part of a token.
 */
export function readBearer(header: string): string | undefined {
  return /^bearer +([\x21-\x2b\x2d-\x7e]+)$/i.exec(header.trim())?.[1];
}
