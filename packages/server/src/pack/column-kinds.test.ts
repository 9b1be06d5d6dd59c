import { describe, expect, it } from 'vitest';
import { readColumnKinds } from './column-kinds.js';
import { loadTiny } from './tiny-pack.suite.js';
import { placeOf } from './value-flow.js';

describe('the columns of the server’s predicates', () => {
  it('all say what stands in them, if it is text', async () => {
    const { program, originOf } = await loadTiny({});
    const kernel = [...program.predicates.values()].flatMap(({ key, decl }) =>
      decl !== undefined && originOf(decl.span.source).isKernel ? [{ key, decl }] : [],
    );
    expect(kernel.length).toBeGreaterThan(80);
    const texts = kernel.flatMap(({ key, decl: { atom, bounds, descr = [] } }) =>
      atom.args.flatMap((term, column) => {
        const type = bounds[0]?.types[column];
        const isText = type?.kind === 'constant' && type.value.kind === 'name' && type.value.text === '/string';
        const isSaid = descr.some(
          ({ predicate, args: [first] }) =>
            ['kind', 'one_of'].includes(predicate) &&
            first?.kind === 'variable' &&
            term.kind === 'variable' &&
            first.name === term.name,
        );
        return isText ? [{ place: placeOf(key, column), isSaid }] : [];
      }),
    );
    expect(texts.length).toBeGreaterThan(100);
    expect(texts.filter(({ isSaid }) => !isSaid)).toEqual([]);
  });

  it('have words where they are listed, also by another predicate', async () => {
    const { program, originOf } = await loadTiny({});
    const { kinds, words } = readColumnKinds(program, originOf);
    expect(words.get(kinds.get('permitted_intent/2#0') ?? '')).toEqual(['anonymous', 'authenticated', 'automated']);
    expect(words.get(kinds.get('candidate/3#2') ?? '')).toEqual(['skeleton']);
    expect(kinds.get('prohibited/2#1')).toBeUndefined();
  });

  it('are the only ones that are described in this way', async () => {
    const schema = 'Decl state(S) descr [one_of(S, "on", "off"), direction("input")] bound [/string].';
    const { warnings } = await loadTiny({ 'schema.mg': schema });
    expect(warnings).toMatchObject([{ code: 'unknown-descriptor', severity: 'warning', line: 1 }]);
  });
});
