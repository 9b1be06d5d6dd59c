/**
 * JSON as it was written. Numbers are plain as long as a plain number tells all: whole numbers within ±(2^53−1) that
 * were written without point and exponent, and numbers with a fraction. The rest is a `JsonNumber`, so that `5.0` is not
 * taken for `5` and no digit is lost (Spec 03 §3.2, C-15).
 */
export type Json = null | boolean | number | string | JsonNumber | readonly Json[] | JsonObject;

/** Objects of the parser inherit nothing, so that a key such as `__proto__` is one like the others. */
export interface JsonObject {
  readonly [key: string]: Json;
}

/** A number whose spelling matters: `5.0`, `1e3`, `9007199254740993`, `1e400`. */
export class JsonNumber {
  /** As written; valid JSON. */
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
