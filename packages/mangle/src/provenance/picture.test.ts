import { describe, expect, it } from 'vitest';
import { run } from '../../test/support.js';
import { parseGoal } from '../api/query.js';
import { explain, type ExplainOptions } from './explain.js';
import type { Proof } from './proof.js';
import { proofToDot } from './proof-dot.js';
import { proofToJson } from './proof-json.js';
import { proofToSvg } from './proof-svg.js';
import { renderProof } from './render.js';

function proofOf(text: string, goal: string, options: ExplainOptions = {}): Proof {
  const evaluation = run(text, { check: 'off' });
  const [fact] = evaluation.query(parseGoal(goal));
  const proof = fact === undefined ? undefined : explain(evaluation, fact, options);
  if (proof === undefined) throw new Error(`${goal} does not hold`);
  return proof;
}

const diamond = 'a(1). b(X) :- a(X). c(X) :- b(X). d(X) :- b(X). e(X) :- c(X), d(X), !f(X), X < 2. f(9).';

describe('a graph in DOT', () => {
  it('has each fact once, and arrows to what it follows from', () => {
    const dot = proofToDot(proofOf(diamond, 'e(1)'));
    expect(dot.match(/label="b\(1\)/g)).toHaveLength(1);
    expect(dot.match(/->/g)).toHaveLength(7);
    expect(dot).toContain('[label="!f(1)\\nno such fact"');
  });

  it('escapes what has a meaning in a label', () => {
    const dot = proofToDot(proofOf('p("a\\"b\\\\c\\nd").', 'p(X)'));
    expect(dot).toContain('label="p(\\"a\\\\\\"b\\\\\\\\c\\\\nd\\")\\ngiven"');
  });

  it('shows several ways and what was left out', () => {
    const text = 'e(1, 2). e(2, 1). t(X, Y) :- e(X, Y). t(X, Z) :- t(X, Y), e(Y, Z).';
    const dot = proofToDot(proofOf(text, 't(1, 2)', { all: true }));
    expect(dot).toContain('left out: in a circle');
  });
});

describe('a picture', () => {
  it('is the same for the same proof, and well formed', () => {
    const svg = proofToSvg(proofOf(diamond, 'e(1)'));
    expect(svg).toBe(proofToSvg(proofOf(diamond, 'e(1)')));
    expect(svg.match(/<g /g)?.length).toBe(svg.match(/<\/g>/g)?.length);
    expect(svg).toContain('prefers-color-scheme:dark');
  });

  it('draws a fact that is needed twice in one place', () => {
    const svg = proofToSvg(proofOf(diamond, 'e(1)'));
    expect(svg.match(/class="title"[^>]*>b\(1\)</g)).toHaveLength(2);
    expect(svg.match(/class="title"[^>]*>a\(1\)</g)).toHaveLength(1);
    expect(svg).toContain('proved elsewhere');
  });

  it('escapes markup, and what XML cannot hold', () => {
    const svg = proofToSvg(proofOf('p("<b>&\\x01").', 'p(X)'));
    expect(svg).toContain('&#60;b&#62;&#38;');
    expect(svg).not.toContain('\u0001');
  });

  it('breaks long texts and keeps boxes apart', () => {
    const long = `p(${Array.from({ length: 60 }, (_, at) => at).join(',')}).`;
    const svg = proofToSvg(proofOf(long, `p(${Array.from({ length: 60 }, () => '_').join(',')})`));
    expect(svg.match(/class="title"/g)?.length).toBeGreaterThan(2);
    const boxes = [
      ...proofToSvg(proofOf(diamond, 'e(1)')).matchAll(
        /class="box" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)" rx="7"/g,
      ),
    ];
    const areas = boxes.map((box) => box.slice(1).map(Number));
    for (const [at, [x = 0, y = 0, width = 0, height = 0]] of areas.entries()) {
      for (const [otherX = 0, otherY = 0, otherWidth = 0, otherHeight = 0] of areas.slice(at + 1)) {
        const isApart =
          x + width <= otherX || otherX + otherWidth <= x || y + height <= otherY || otherY + otherHeight <= y;
        expect(isApart).toBe(true);
      }
    }
  });

  it('and text end, however deep the proof is', () => {
    const chain = Array.from({ length: 3000 }, (_, at) => `e(${at},${at + 1}).`).join(' ');
    const proof = proofOf(`${chain} r(0). r(Y) :- r(X), e(X,Y).`, 'r(3000)', { maxDepth: Infinity });
    expect(proofToJson(proof).facts).toHaveLength(6001);
    expect(proofToDot(proof).split('\n').length).toBeGreaterThan(6000);
    expect(renderProof(proof).split('\n').length).toBeGreaterThan(6000);
    expect(proofToSvg(proof)).toContain('derived; not drawn');
  });
});
