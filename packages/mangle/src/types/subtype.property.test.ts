import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyTypes, anyValue, strictTypes } from './arbitrary.suite.js';
import { valueHasType } from './has-type.js';
import { readTypeText } from './read-type-text.js';
import { limitDepth } from './limit-type.js';
import { conforms, join, meet } from './subtype.js';
import { typeText } from './type.js';
import { createVocabulary, literalType } from './vocabulary.js';

const runs = { numRuns: 1000 };

/** Two types, often one within the other. */
const related = fc
  .tuple(strictTypes, strictTypes, fc.boolean())
  .map(([a, b, isWithin]) => [a, isWithin ? join([a, b]) : b] as const);

test('every type conforms to itself', () => {
  fc.assert(
    fc.property(anyTypes, (type) => {
      expect(conforms(type, type)).toBe(true);
    }),
    runs,
  );
});

test('a value of a type is a value of every type that it conforms to', () => {
  fc.assert(
    fc.property(related, anyValue, ([sub, type], value) => {
      if (valueHasType(value, sub) && conforms(sub, type)) expect(valueHasType(value, type)).toBe(true);
    }),
    runs,
  );
});

test('conformance is transitive', () => {
  fc.assert(
    fc.property(related, strictTypes, ([a, b], other) => {
      for (const c of [other, join([b, other])])
        if (conforms(a, b) && conforms(b, c)) expect(conforms(a, c)).toBe(true);
    }),
    runs,
  );
});

test('the meet has exactly the values of both', () => {
  fc.assert(
    fc.property(anyValue, anyTypes, anyTypes, (value, a, b) => {
      expect(valueHasType(value, meet(a, b))).toBe(valueHasType(value, a) && valueHasType(value, b));
    }),
    runs,
  );
});

test('the meet does not depend on the order and conforms to both', () => {
  fc.assert(
    fc.property(strictTypes, strictTypes, (a, b) => {
      const met = meet(a, b);
      expect(typeText(met)).toBe(typeText(meet(b, a)));
      expect(conforms(met, a) && conforms(met, b)).toBe(true);
    }),
    runs,
  );
});

test('joining a type with one that contains it gives the latter', () => {
  fc.assert(
    fc.property(related, ([a, b]) => {
      if (conforms(a, b)) expect(conforms(join([a, b]), b)).toBe(true);
    }),
    runs,
  );
});

test('the join has the values of all and does not depend on the order', () => {
  fc.assert(
    fc.property(anyValue, fc.array(strictTypes, { maxLength: 4 }), (value, types) => {
      const joined = join(types);
      expect(types.every((type) => conforms(type, joined))).toBe(true);
      if (types.some((type) => valueHasType(value, type))) expect(valueHasType(value, joined)).toBe(true);
      const reversed = join(types.toReversed());
      expect(conforms(joined, reversed) && conforms(reversed, joined)).toBe(true);
    }),
    runs,
  );
});

test('limiting the depth of a type only adds values', () => {
  fc.assert(
    fc.property(strictTypes, fc.nat({ max: 3 }), (type, depth) => {
      expect(conforms(type, limitDepth(type, depth))).toBe(true);
    }),
    runs,
  );
});

test('a value is a member of a declared type exactly if the type of its literal conforms to it', () => {
  fc.assert(
    fc.property(anyValue, anyTypes, (value, type) => {
      const vocabulary = createVocabulary([[type]]);
      expect(conforms(literalType(vocabulary, value), type)).toBe(valueHasType(value, type));
    }),
    runs,
  );
});

test('the text of a type reads back as the same type', () => {
  fc.assert(
    fc.property(anyTypes, (type) => {
      const text = typeText(type);
      // The notation of signatures has no literals but names.
      if (!/Singleton\([^/]/.test(text)) expect(typeText(readTypeText(text))).toBe(text);
    }),
    runs,
  );
});
