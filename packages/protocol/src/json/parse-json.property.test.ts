import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeJson } from './encode-json.js';
import { type Json, JsonNumber } from './json.js';
import { JsonError } from './json-error.js';
import { parseJson, parseJsonInSlices } from './parse-json.js';
import { plainJson } from './plain-json.js';

const encoder = new TextEncoder();

/** Spellings that a plain number cannot tell. */
const spelled = fc.oneof(
  fc.integer().map((value) => `${value}.0`),
  fc.tuple(fc.integer(), fc.integer({ min: 0, max: 500 })).map(([value, exponent]) => `${value}e${exponent}`),
  fc.bigInt({ min: 2n ** 53n, max: 2n ** 200n }).map(String),
  fc.bigInt({ min: -(2n ** 200n), max: -(2n ** 53n) }).map(String),
);

const json = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 5 },
    fc.constantFrom(null, true, false),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value)),
    spelled.map((text) => new JsonNumber(text)),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value'), { maxLength: 6 }),
    fc.dictionary(fc.oneof(fc.string({ unit: 'binary' }), fc.constant('__proto__')), tie('value'), { maxKeys: 6 }),
  ),
})).value;

describe('the parser', () => {
  it('agrees with JSON.parse on what both take', () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(undefined, 2), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(plainJson(parseJson(text))).toEqual(JSON.parse(text));
        expect(plainJson(parseJson(encoder.encode(text)))).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses what JSON.parse refuses, whatever was damaged', () => {
    fc.assert(
      fc.property(json, fc.nat(), fc.string({ maxLength: 2 }), (value, at, inserted) => {
        const text = encodeJson(value);
        const damaged = text.slice(0, at % (text.length + 1)) + inserted + text.slice((at % (text.length + 1)) + 1);
        const native = outcome(() => JSON.parse(damaged) as unknown);
        const ours = outcome(() => parseJson(damaged));
        if (native === 'refused') expect(ours).toBe('refused');
      }),
    );
  });

  it('throws nothing but a JsonError with an offset in the text', () => {
    fc.assert(
      fc.property(json, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 4 }), (value, changes) => {
        const bytes = encoder.encode(encodeJson(value));
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        const end = bytes.length - ((changes[0]?.[0] ?? 0) % 3);
        checkThrows(bytes.subarray(0, Math.max(end, 0)));
      }),
    );
    fc.assert(fc.property(fc.uint8Array(), checkThrows));
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'[]{},:"\\u0123d8c e.-tn\ud800') }), checkThrows));
  });
});

describe('reading in slices', () => {
  it('gives the same value or the same fault', () => {
    fc.assert(
      fc.property(json, fc.array(fc.tuple(fc.nat(), fc.nat(255)), { maxLength: 2 }), (value, changes) => {
        const bytes = encoder.encode(encodeJson(value));
        for (const [at, byte] of changes) bytes[at % bytes.length] = byte;
        expect(told(() => inSlices(bytes))).toEqual(told(() => parseJson(bytes)));
      }),
    );
  });

  it('gives the same where slices cut characters, texts and values', () => {
    const text = JSON.stringify({
      a: ['é😀"\\'.repeat(200_000), 'x'.repeat(40_000), [[[1.5, { b: null }]]]],
      c: 'ß'.repeat(9),
    });
    for (const shift of [0, 1, 2, 3]) {
      const bytes = encoder.encode(`${' '.repeat(shift)}${text}`);
      expect(inSlices(bytes)).toEqual(parseJson(bytes));
      for (const at of [1_048_575, 1_048_576, 1_048_577, 1_048_580, bytes.length - 4]) {
        const broken = Uint8Array.from(bytes);
        broken[at] = 0xff;
        expect(told(() => inSlices(broken))).toEqual(told(() => parseJson(broken)));
      }
    }
  });

  it('pauses often', () => {
    const bytes = encoder.encode(`[${'{},'.repeat(100_000)}1]`);
    expect([...parseJsonInSlices(bytes)].length).toBeGreaterThan(15);
  });
});

it('counts values, and stops at the first that is too much', () => {
  const text = '{"a":[1,"b",{}],"c":null}';
  expect(parseJson(text, { maxValues: 6 })).toBeDefined();
  expect(told(() => parseJson(text, { maxValues: 5 }))).toMatchObject({ reason: 'too_many_values', offset: 20 });
  let counted = 0;
  parseJson(text, { onCount: (values) => (counted = values) });
  expect(counted).toBe(6);
});

describe('writing and reading', () => {
  it('gives the same value, with numbers as they were spelled', () => {
    fc.assert(
      fc.property(json, (value) => {
        const text = encodeJson(value);
        expect(parseJson(text)).toEqual(value);
        expect(encodeJson(parseJson(text))).toBe(text);
      }),
    );
  });
});

function inSlices(bytes: Uint8Array): Json {
  const slices = parseJsonInSlices(bytes);
  for (;;) {
    const step = slices.next();
    if (step.done === true) return step.value;
  }
}

function told(run: () => unknown): unknown {
  try {
    return { value: run() };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return { reason: error.reason, offset: error.offset, message: error.message };
  }
}

function outcome(run: () => unknown): 'taken' | 'refused' {
  try {
    run();
    return 'taken';
  } catch {
    return 'refused';
  }
}

function checkThrows(input: Uint8Array | string): void {
  try {
    parseJson(input);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    expect(error.offset).toBeGreaterThanOrEqual(0);
    expect(error.offset).toBeLessThanOrEqual(input.length);
  }
}
