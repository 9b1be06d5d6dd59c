import fc from 'fast-check';
import { createSource, type Span } from '../text/source.js';
import { bytesValue, floatValue, nameValue, numberValue, stringValue } from '../value/make.js';
import { maxInt64, minInt64 } from '../value/value.js';
import type {
  Annotation,
  Apply,
  Atom,
  Clause,
  Constant,
  Decl,
  Item,
  Let,
  Literal,
  TemporalOperator,
  Term,
  TimeBound,
  Transform,
  Unit,
  Variable,
  Wildcard,
} from './ast.js';
import { keywords } from './tokens.js';

/** Random syntax trees, with empty spans. Every one of them can be written in the language. */

const source = createSource('arbitrary.mg', '');
const span: Span = { source, start: 0, end: 0 };

const notKeyword = (text: string): boolean => !keywords.has(text);
const variableName = fc.stringMatching(/^[A-Z][A-Za-z0-9]{0,5}$/).filter(notKeyword);
const predicateName = fc
  .stringMatching(/^:?[a-z][A-Za-z0-9_]{0,5}(?:[.:][a-z_0-9]{1,3})?$/)
  .filter((text) => notKeyword(text) && !text.startsWith('fn:'));
const functionName = fc.stringMatching(/^fn:[a-z][a-z0-9_:]{0,6}$/);
const typeName = fc.constantFrom('fn:List', 'fn:Map', 'fn:Struct', 'fn:Pair', 'fn:A:b_C.d');

export const variable: fc.Arbitrary<Variable> = variableName.map((name) => ({ kind: 'variable', name, span }));
const wildcard: fc.Arbitrary<Wildcard> = fc.constant({ kind: 'wildcard', span });

export const constant: fc.Arbitrary<Constant> = fc
  .oneof(
    fc.stringMatching(/^(?:\/[A-Za-z0-9.\-_~%]{1,4}){1,3}$/).map(nameValue),
    fc
      .oneof(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: fc.constantFrom('"', "'", '`', '\\', '\r', '\n', 'é', '😀') }),
      )
      .map(stringValue),
    fc.uint8Array({ maxLength: 8 }).map(bytesValue),
    fc.bigInt({ min: minInt64, max: maxInt64 }).map(numberValue),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(floatValue),
  )
  .map((value) => ({ kind: 'constant', value, span }));

const apply = (name: string, form: Apply['form'], args: readonly Term[]): Apply => ({
  kind: 'apply',
  name,
  nameSpan: span,
  args,
  form,
  span,
});

const { term, application } = fc.letrec<{ term: Term; application: Apply }>((tie) => {
  const args = fc.array(tie('term'), { maxLength: 3 });
  const pairs = (minLength: number): fc.Arbitrary<Term[]> =>
    fc.array(fc.tuple(tie('term'), tie('term')), { minLength, maxLength: 2 }).map((each) => each.flat());
  const optional = fc.tuple(tie('term'), tie('term')).map((each) => apply('fn:opt', 'dot', each));
  return {
    term: fc.oneof({ depthSize: 'small', withCrossShrink: true }, variable, wildcard, constant, tie('application')),
    application: fc.oneof(
      fc.tuple(functionName, args).map(([name, each]) => apply(name, 'call', each)),
      args.map((each) => apply('fn:list', 'list', each)),
      pairs(1).map((each) => apply('fn:map', 'map', each)),
      pairs(0).map((each) => apply('fn:struct', 'struct', each)),
      fc
        .tuple(typeName, fc.array(fc.oneof(tie('term'), optional), { maxLength: 3 }))
        .map(([name, each]) => apply(name, 'dot', each)),
    ),
  };
});
export { term };

export const atom: fc.Arbitrary<Atom> = fc
  .tuple(predicateName, fc.array(term, { maxLength: 3 }))
  .map(([predicate, args]) => ({ predicate, predicateSpan: span, args, span }));

const bound: fc.Arbitrary<TimeBound> = fc.oneof(
  fc.bigInt({ min: minInt64, max: maxInt64 }).map((nanos): TimeBound => ({ kind: 'timestamp', nanos, span })),
  fc.bigInt({ min: 0n, max: 10n ** 12n }).map((ms): TimeBound => ({ kind: 'duration', nanos: ms * 1_000_000n, span })),
  variableName.map((name): TimeBound => ({ kind: 'variable', name, span })),
  fc.constant<TimeBound>({ kind: 'wildcard', span }),
  fc.constant<TimeBound>({ kind: 'now', span }),
);

const annotation: fc.Arbitrary<Annotation> = fc
  .tuple(bound, fc.option(bound, { nil: undefined }))
  .map(([start, end]) => ({ start, ...(end === undefined ? {} : { end }), span }));

const operator: fc.Arbitrary<TemporalOperator> = fc
  .tuple(fc.constantFrom('<-', '[-', '<+', '[+'), bound, bound)
  .map(([sign, start, end]) => ({ sign, start, end, span }));

export const literal: fc.Arbitrary<Literal> = fc.oneof(
  atom.map((each): Literal => ({ kind: 'atom', atom: each, isNegated: true, span })),
  fc
    .tuple(atom, fc.option(operator, { nil: undefined }), fc.option(annotation, { nil: undefined }))
    .map(([each, sign, time]): Literal => ({
      kind: 'atom',
      atom: each,
      isNegated: false,
      ...(sign === undefined ? {} : { operator: sign }),
      ...(time === undefined ? {} : { annotation: time }),
      span,
    })),
  fc
    .tuple(fc.constantFrom('=', '!=', '<', '<=', '>', '>='), term, term)
    .map(([sign, left, right]): Literal => ({ kind: 'compare', operator: sign, left, right, span })),
);

const assignment: fc.Arbitrary<Let> = fc
  .tuple(variable, application)
  .map(([each, expression]) => ({ variable: each, expression, span }));

const transform: fc.Arbitrary<Transform> = fc.oneof(
  fc
    .tuple(application, fc.array(assignment, { maxLength: 2 }))
    .map(([operation, lets]): Transform => ({ operation, lets, span })),
  fc.array(assignment, { minLength: 1, maxLength: 2 }).map((lets): Transform => ({ lets, span })),
);

const head = fc.tuple(atom, fc.option(annotation, { nil: undefined }));

export const clause: fc.Arbitrary<Clause> = fc.oneof(
  head.map(([each, time]): Clause => ({
    kind: 'clause',
    head: each,
    ...(time === undefined ? {} : { annotation: time }),
    premises: [],
    transforms: [],
    span,
  })),
  fc
    .tuple(
      head,
      fc.constantFrom(':-', '⟸'),
      fc.array(literal, { minLength: 1, maxLength: 4 }),
      fc.array(transform, { maxLength: 2 }),
    )
    .map(([[each, time], arrow, premises, transforms]): Clause => ({
      kind: 'clause',
      head: each,
      ...(time === undefined ? {} : { annotation: time }),
      arrow,
      premises,
      transforms,
      span,
    })),
);

const atoms = fc.option(fc.array(atom, { maxLength: 2 }), { nil: undefined });

export const decl: fc.Arbitrary<Decl> = fc
  .record({
    predicate: predicateName,
    args: fc.array(fc.oneof(variable, wildcard), { maxLength: 3 }),
    isTemporal: fc.boolean(),
    descr: atoms,
    bounds: fc.array(
      fc.array(term, { maxLength: 3 }).map((types) => ({ types, span })),
      { maxLength: 2 },
    ),
    inclusion: atoms,
  })
  .map(({ predicate, args, isTemporal, descr, bounds, inclusion }) => ({
    kind: 'decl',
    atom: { predicate, predicateSpan: span, args, span },
    isTemporal,
    ...(descr === undefined ? {} : { descr }),
    bounds,
    ...(inclusion === undefined ? {} : { inclusion }),
    span,
  }));

const header = fc.tuple(
  fc.stringMatching(/^[a-z][a-z0-9_]{0,4}(?:\.[a-z]{1,3})?$/).filter(notKeyword),
  fc.array(atom, { maxLength: 2 }),
);

export const unit: fc.Arbitrary<Unit> = fc
  .tuple(
    fc.option(header, { nil: undefined }),
    fc.array(header, { maxLength: 2 }),
    fc.array(fc.oneof<fc.Arbitrary<Item>[]>(clause, decl), { maxLength: 4 }),
  )
  .map(([first, uses, items]) => ({
    source,
    ...(first === undefined
      ? {}
      : { packageDecl: { kind: 'package' as const, name: first[0], nameSpan: span, descr: first[1], span } }),
    uses: uses.map(([name, descr]) => ({ kind: 'use', name, nameSpan: span, descr, span })),
    items,
    comments: [],
  }));

const placeKeys = new Set(['span', 'nameSpan', 'predicateSpan', 'source', 'comments']);

/** A tree without its places in the source, to compare two trees. */
export function withoutPlaces(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutPlaces);
  if (node === null || typeof node !== 'object' || node instanceof Uint8Array) return node;
  return Object.fromEntries(
    Object.entries(node)
      .filter(([key]) => !placeKeys.has(key))
      .map(([key, value]) => [key, withoutPlaces(value)]),
  );
}
