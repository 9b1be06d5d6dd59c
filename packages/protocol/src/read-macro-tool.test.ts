import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MacroTool } from './messages/macro-tool.js';
import { resourceUri, safetyOf, validityOf } from './read-macro-tool.js';

describe('the address of a resource', () => {
  it.each([
    ['src/a.ts', 'file://src/a.ts'],
    ['/srv/log.txt', 'file:///srv/log.txt'],
    ['./a.ts', 'file://./a.ts'],
    ['Dashboard.tsx', 'file://Dashboard.tsx'],
    ['a b/100%.md', 'file://a%20b/100%25.md'],
    ['src/[id].ts?x#y', 'file://src/%5Bid%5D.ts%3Fx%23y'],
    ['grün/ß.ts', 'file://gr%C3%BCn/%C3%9F.ts'],
    ['C:\\code\\a b.ts', 'file:///C:/code/a%20b.ts'],
    ['c:/code/a.ts', 'file:///c:/code/a.ts'],
    ['\\\\host\\share\\a.ts', 'file://host/share/a.ts'],
    ['lone\uD800.ts', 'file://lone%EF%BF%BD.ts'],
  ])('MACRO-012 %s is a file', (path, uri) => {
    expect(resourceUri(path)).toBe(uri);
  });

  it.each([
    'file://src/components/Dashboard.tsx',
    'file:///C:/a%20b.ts',
    'https://intranet.example/slots?site=HAM-2#top',
    'HTTP://EXAMPLE.COM',
    'arangodb://db/users',
    's3://bucket/a key',
    'dock://HAM-2/log',
    'mailto:desk@example.com',
    'urn:isbn:0451450523',
    'x-my+scheme.1:whatever',
  ])('MACRO-012 %s is left as it is', (uri) => {
    expect(resourceUri(uri)).toBe(uri);
  });

  it('MACRO-012 is read once: an address stays what it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const uri = resourceUri(text);
        expect(resourceUri(uri)).toBe(uri);
        expect(uri).toMatch(/^[a-z][a-z0-9+.-]*:/i);
      }),
    );
  });
});

describe('the safety of a tool', () => {
  const least = { requires_user_confirmation: false, side_effects: ['network'] };

  it('MACRO-014 cannot be undone or repeated where it does not say so', () => {
    expect(safetyOf({ safety: least })).toEqual({ ...least, reversible: false, idempotent: false });
    const both = { ...least, reversible: true, idempotent: true };
    expect(safetyOf({ safety: both })).toEqual(both);
    expect(safetyOf({ safety: { ...least, idempotent: true } })).toMatchObject({ reversible: false, idempotent: true });
  });

  it('MACRO-037 has the effect `none` where there is none, and never beside others', () => {
    const effectsOf = (...effects: string[]): readonly string[] | undefined =>
      safetyOf({ safety: { ...least, side_effects: effects } })?.side_effects;
    expect(effectsOf()).toEqual(['none']);
    expect(effectsOf('none')).toEqual(['none']);
    expect(effectsOf('none', 'x-paint')).toEqual(['x-paint']);
    expect(effectsOf('network', 'database')).toEqual(['network', 'database']);
  });

  it('is not known of a tool that is not told in full', () => {
    expect(safetyOf({})).toBeUndefined();
  });
});

describe('the validity of a tool', () => {
  const used = '2026-03-01T09:15:00.5Z';
  const now = BigInt(Date.parse(used)) * 1_000_000n;
  const second = 1_000_000_000n;

  it('MACRO-017 begins with the evaluation where it does not say so', () => {
    for (const validity of [undefined, {}, { expires_at: '2026-03-01T09:20:00Z' }]) {
      const { notBefore, includes } = validityOf(validity === undefined ? {} : { validity }, used);
      expect(notBefore).toBe(now);
      expect([includes(now - 1n), includes(now)]).toEqual([false, true]);
    }
    const late = validityOf({ validity: { not_before: '2026-03-01T09:16:00.5Z' } }, used);
    expect(late.notBefore).toBe(now + 60n * second);
    expect([late.includes(now), late.includes(late.notBefore)]).toEqual([false, true]);
    // An epoch in milliseconds is a time as well.
    expect(validityOf({}, Date.parse(used)).notBefore).toBe(now);
    expect(validityOf({ validity: { not_before: 0 } }, used).notBefore).toBe(0n);
  });

  it('MACRO-018 ends after its last instant, or not at all', () => {
    const { expiresAt, includes } = validityOf(
      { validity: { expires_at: '2026-03-01T10:20:00.000000001+01:00' } },
      used,
    );
    expect(expiresAt).toBe(BigInt(Date.parse('2026-03-01T09:20:00Z')) * 1_000_000n + 1n);
    expect([includes(expiresAt ?? 0n), includes((expiresAt ?? 0n) + 1n)]).toEqual([true, false]);
    const endless = validityOf({}, used);
    expect('expiresAt' in endless).toBe(false);
    expect(endless.includes(2n ** 62n)).toBe(true);
  });

  it('MACRO-017 is not guessed where a time is none', () => {
    expect(() => validityOf({ validity: { expires_at: 'soon' } }, used)).toThrow(/RFC 3339/);
    expect(() => validityOf({}, 'yesterday')).toThrow(/RFC 3339/);
  });
});

it('MACRO-021 nothing is read from metadata', () => {
  const tool: MacroTool = {
    macro_id: 'mt_1',
    name: 'x',
    disclosure_level: 'full',
    safety: { requires_user_confirmation: true, side_effects: [] },
    validity: { expires_at: '2026-03-01T09:20:00Z' },
    metadata: { score: 100, selection_phase: 'skeleton', source_rules: ['a'] },
  };
  const { metadata: _, ...stripped } = tool;
  expect(safetyOf(stripped)).toEqual(safetyOf(tool));
  const used = '2026-03-01T09:15:00Z';
  expect(validityOf(stripped, used).expiresAt).toBe(validityOf(tool, used).expiresAt);
});
