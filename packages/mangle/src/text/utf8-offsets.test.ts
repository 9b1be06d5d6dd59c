import { describe, expect, it } from 'vitest';
import { Utf8Offsets } from './utf8-offsets.js';

describe('offsets', () => {
  it.each(['plain', 'ü', 'aüb€c😀d', '\ud800x', 'x\udc00😀', ''])('of %j are those of its bytes', (text) => {
    const bytes = new TextEncoder().encode(text);
    const offsets = new Utf8Offsets(text, bytes.length);
    let unit = 0;
    for (const character of text) {
      expect(offsets.byteAt(unit)).toBe(new TextEncoder().encode(text.slice(0, unit)).length);
      unit += character.length;
    }
    expect(offsets.byteAt(unit)).toBe(bytes.length);
  });

  it('go on from a pair that was noted', () => {
    const text = 'üüüa';
    const offsets = new Utf8Offsets(text, 7);
    offsets.note(2, 4);
    expect([offsets.byteAt(2), offsets.byteAt(3), offsets.byteAt(4)]).toEqual([4, 6, 7]);
  });
});
