import { describe, expect, it } from 'vitest';
import { type Composition, macroIdOf } from './identity.js';
import type { PlanStep } from './plan.js';

const step: PlanStep = { position: 1, action: 'read', template: { kind: 'arg', name: 'x' }, isOptional: false };
const composition: Composition = { name: 'm', steps: [step], inputSchema: { type: 'object', properties: {} } };

describe('the id of a macro-tool', () => {
  it('MACRO-002 stays the same: clients may have kept it', () => {
    expect(macroIdOf(composition)).toBe('mt_3fd8a6cb4ca2fe7c23ffc8ad45171969');
  });

  it('MACRO-002 does not depend on the order of members', () => {
    const { action, isOptional, position, template } = step;
    const turned = { isOptional, template, action, position };
    const inputSchema = { properties: {}, type: 'object' };
    expect(macroIdOf({ inputSchema, steps: [turned], name: 'm' })).toBe(macroIdOf(composition));
  });

  it('MACRO-001 MACRO-038 differs if anything of the composition does', () => {
    const others: Composition[] = [
      { ...composition, name: 'n' },
      { ...composition, steps: [] },
      { ...composition, steps: [step, { ...step, position: 2 }] },
      { ...composition, steps: [{ ...step, action: 'write' }] },
      { ...composition, steps: [{ ...step, isOptional: true }] },
      { ...composition, steps: [{ ...step, template: { kind: 'constant', value: 'x' } }] },
      { ...composition, steps: [{ ...step, template: { kind: 'constant', value: 'y' } }] },
      { ...composition, inputSchema: { type: 'object' } },
    ];
    const long = 'x'.repeat(5000);
    for (const value of [long, `${long}y`, `${long}\ud800`, `${long}\ud801`, [long], { long }]) {
      const template = { kind: 'constant', value } as const;
      others.push({ ...composition, steps: [{ ...step, template }] });
      others.push({ ...composition, steps: [{ ...step, template: { kind: 'list', items: [template] } }] });
    }
    expect(new Set([composition, ...others].map(macroIdOf)).size).toBe(others.length + 1);
  });
});
