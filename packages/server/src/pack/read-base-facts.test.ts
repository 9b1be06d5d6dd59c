import { rows } from '@manglecp/mangle';
import { describe, expect, it } from 'vitest';
import { ask, brief, loadTiny, problemsOf } from './tiny-pack.suite.js';

const schema = 'Decl bin(Site, Item, UnitCount) bound [/string, /string, /number].';
const expected = [
  ['a', 'jack', 4n],
  ['b', 'film', 180n],
];

describe('facts of a pack', () => {
  it.each([
    ['a CSV file', 'bin.csv', 'a,jack,4\nb,film,180\n'],
    ['a CSV file with the names of the columns', 'bin.csv', 'site,item,unit_count\na,jack,4\nb,film,180\n'],
    ['a CSV file with the names as declared', 'bin.csv', 'Site,Item,UnitCount\r\na,jack,4\r\nb,film,180\r\n'],
    ['a TSV file', 'bin.tsv', 'a\tjack\t4\nb\tfilm\t180'],
    ['a file of JSON lines', 'bin.jsonl', '["a","jack",4]\n{"site":"b","item":"film","unitcount":180}\n'],
    ['a JSON file of rows', 'bin.json', '[["a","jack",4],{"Site":"b","Item":"film","UnitCount":180}]'],
    [
      'a JSON file of facts',
      'any.json',
      '[{"pred":"bin","args":["a","jack",4]},{"pred":"bin","args":["b","film",180]}]',
    ],
    ['rules', 'bins.mg', 'bin("a", "jack", 4).\nbin("b", "film", 180).'],
  ])('may come from %s', async (_, file, text) => {
    const pack = await loadTiny({ 'schema.mg': schema, [`facts/${file}`]: text });
    expect(rows(ask(pack, []), 'bin/3')).toEqual(expected);
  });

  it('have no header in another order than that of the declaration', async () => {
    const problems = await problemsOf({ 'schema.mg': schema, 'facts/bin.csv': 'item,site,unit_count\njack,a,4\n' });
    expect(problems).toMatchObject([{ code: 'bad-facts', file: 'facts/bin.csv' }]);
  });

  it('have no first row that nearly names the columns', async () => {
    const problems = await problemsOf({
      'schema.mg': 'Decl room(Name, Floor) bound [/string, /string].',
      'facts/room.csv': 'room_name,floor\nlobby,ground\n',
    });
    expect(problems).toMatchObject([{ code: 'doubtful-header', file: 'facts/room.csv', line: 1 }]);
  });

  it('may have times in rules', async () => {
    const pack = await loadTiny({
      'schema.mg': 'Decl shift(Who) temporal bound [/string].',
      'facts/shifts.mg': 'shift("ann")@[2024-05-27, 2024-06-03].',
    });
    expect(rows(ask(pack, []), 'shift/1')).toEqual([['ann']]);
  });

  it('are many', async () => {
    const lines = Array.from({ length: 200_000 }, (_, at) => `s${at % 100},i${at},${at}`);
    const pack = await loadTiny({ 'schema.mg': schema, 'facts/bin.csv': lines.join('\n') });
    expect(pack.baseFacts.length).toBeGreaterThan(200_000);
  });

  it.each([
    ['a field that is no number', 'bin.csv', 'a,jack,lots\n', 'invalid-row facts/bin.csv 1'],
    ['a predicate that nobody has', 'bni.csv', 'a,jack,4\n', 'invalid-fact facts/bni.csv 1'],
    ['an item that is neither a fact nor a row', 'bin.json', '[5]', 'bad-facts facts/bin.json'],
    ['a fact with a time', 'bin.json', '[{"pred":"bin","args":[],"t":{"at":"now"}}]', 'bad-facts facts/bin.json'],
    ['JSON that is none', 'bin.json', '[', 'bad-facts facts/bin.json'],
    ['JSON that is no list', 'bin.json', '{}', 'bad-facts facts/bin.json'],
    ['a row that is too short', 'bin.json', '[["a"]]', 'invalid-row facts/bin.json, one item a line 1'],
    ['a file of another kind', 'bin.xlsx', '', 'stray-file facts/bin.xlsx'],
    ['a folder', 'more/bin.csv', '', 'stray-file facts/more'],
  ])('are refused because of %s', async (_, file, text, problem) => {
    expect(brief(await problemsOf({ 'schema.mg': schema, [`facts/${file}`]: text }))).toEqual([problem]);
  });
});
