import type { Registry } from '../builtins/registry.js';
import type { Instant } from '../program/program.js';
import type { Term } from '../syntax/ast.js';
import type { Operand } from './plan.js';

/** The register of each variable that has a value. */
export type Registers = ReadonlyMap<string, number>;

/** Where the value of a term comes from. INVARIANT: analysis made sure that its variables have values. */
export function operandOf(term: Term, registers: Registers, registry: Registry): Operand {
  switch (term.kind) {
    case 'constant':
      return { kind: 'constant', value: term.value };
    case 'variable':
      return { kind: 'register', register: registerOf(term.name, registers) };
    case 'wildcard':
      throw new Error('a wildcard has no value');
    case 'apply': {
      const builtin = registry.functions.get(term.name);
      if (builtin === undefined) throw new Error(`there is no function ${term.name}`);
      const args = term.args.map((arg) => operandOf(arg, registers, registry));
      return { kind: 'call', builtin, args, span: term.span };
    }
  }
}

export function instantOperand(instant: Instant, registers: Registers): Operand {
  switch (instant.kind) {
    case 'time':
      return { kind: 'constant', value: { kind: 'time', nanos: instant.nanos } };
    case 'now':
      return { kind: 'instant', offset: instant.offset };
    case 'variable':
      return { kind: 'register', register: registerOf(instant.name, registers) };
  }
}

export function registerOf(name: string, registers: Registers): number {
  const register = registers.get(name);
  if (register === undefined) throw new Error(`the variable ${name} has no value here`);
  return register;
}
