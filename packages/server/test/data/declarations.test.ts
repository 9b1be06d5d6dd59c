import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { loadPack } from '@manglecp/server';
import { describe, expect, it } from 'vitest';
import { packFolder } from '../harness/subject.js';
import { overTransports } from '../harness/verifies.js';

interface Declaration {
  readonly predicate: string;
  readonly arity: number;
  readonly arg_types?: readonly string[];
  readonly arg_names?: readonly string[];
  readonly temporal?: boolean;
  readonly description?: string;
  readonly direction?: string;
}

const packs = ['warehouse', 'values', 'moments', 'faults'];
const snakeCase = /^[a-z][a-z0-9]*(?:_[a-z0-9]+)*$/;

overTransports('predicate declarations', (verifies) => {
  verifies(
    ['DATA-004', 'DATA-046', 'DATA-047', 'DATA-048'],
    'have the shape that clients rely on',
    async ({ connect, transport }) => {
      // One pack shows what a transport makes of a manifest.
      for (const pack of transport === 'stdio' ? packs : ['values']) {
        const peer = await connect({ pack });
        const declarations = peer.manifest.payload.facts_profile.predicates as readonly Declaration[];
        expect(declarations.length).toBeGreaterThan(1);
        for (const declaration of declarations) {
          const {
            predicate,
            arity,
            arg_types: types,
            arg_names: names,
            temporal,
            description,
            direction,
          } = declaration;
          expect(predicate).toMatch(snakeCase);
          expect(Number.isInteger(arity) && arity >= 0).toBe(true);
          expect([predicate, types?.length]).toEqual([predicate, arity]);
          for (const type of types ?? []) expect(['string', 'number', 'boolean', 'any']).toContain(type);
          if (names !== undefined)
            expect([predicate, new Set(names).size, names.length]).toEqual([predicate, arity, arity]);
          for (const name of names ?? []) expect(name).toMatch(snakeCase);
          expect([undefined, true, false]).toContain(temporal);
          expect(description).toMatch(/^\S/);
          expect([undefined, 'input', 'output', 'both']).toContain(direction);
        }
      }
    },
  );

  verifies(['DATA-046', 'DATA-047'], 'say what the rules say', async ({ connect }) => {
    const peer = await connect({ pack: 'values' });
    const declarations = peer.manifest.payload.facts_profile.predicates as readonly Declaration[];
    const found = new Map(declarations.map((each) => [each.predicate, each]));
    expect(found.get('distance')).toEqual({
      predicate: 'distance',
      arity: 3,
      arg_types: ['string', 'string', 'number'],
      arg_names: ['from', 'to_place', 'length_km'],
      description: 'How far it is.',
      direction: 'input',
    });
    expect(found.get('signal')).toMatchObject({ arity: 0, arg_types: [], direction: 'input' });
    expect(
      ['given', 'whole', 'real', 'text', 'flag', 'place', 'items'].map((name) => found.get(name)?.arg_types),
    ).toEqual([['any'], ['number'], ['number'], ['string'], ['boolean'], ['string'], ['any']]);
    expect(['remark', 'summary'].map((name) => found.get(name)?.direction)).toEqual(['both', 'output']);
    expect(found.has('secret')).toBe(false);
    expect(found.get('period')).toMatchObject({ temporal: true });
    expect(found.get('text')?.temporal ?? false).toBe(false);
  });
});

describe('declarations of packs', () => {
  it.each([
    ['more types than arguments', 'Decl pair(A, B) descr [direction("input")] bound [/string, /string, /string].'],
    ['fewer types than arguments', 'Decl pair(A, B) descr [direction("input")] bound [/string].'],
    ['rows of different lengths', 'Decl pair(A, B) descr [direction("both")] bound [/any, /any] bound [/string].'],
    [
      'a name for an argument that is not there',
      'Decl pair(A) descr [arg(A, "a"), arg(B, "b"), direction("input")] bound [/any].',
    ],
  ])('DATA-048 do not load with %s', async (_, schema) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'declarations-'));
    const config = { name: 'x', version: '1.0.0', domain: { id: 'x' }, intents: [] };
    await writeFile(path.join(folder, 'manglecp.json'), JSON.stringify(config));
    await writeFile(path.join(folder, 'schema.mg'), 'Decl fine(A) descr [direction("input")] bound [/any].');
    expect(await loadPack(folder)).toHaveProperty('pack');
    await writeFile(path.join(folder, 'schema.mg'), schema);
    const loaded = await loadPack(folder);
    await rm(folder, { recursive: true });
    expect(loaded).toMatchObject({ problems: [{ file: expect.stringContaining('schema.mg') }] });
  });

  it('DATA-004 all predicates that are shipped have names in snake_case', async () => {
    const kernel = fileURLToPath(new URL('../../rules', import.meta.url));
    const names: string[] = [];
    for (const folder of [kernel, ...packs.map((pack) => packFolder(pack))]) {
      const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.mg'));
      for (const file of files) {
        const text = await readFile(path.join(folder, file), 'utf8');
        names.push(...Array.from(text.matchAll(/^Decl\s+([^\s(]+)\(/gm), ([, name = '']) => name));
      }
    }
    expect(names.length).toBeGreaterThan(80);
    expect(names.filter((name) => !snakeCase.test(name))).toEqual([]);
  });
});
