import { compareText, type Externals, type Program } from '@manglecp/mangle';

const kernelExternals: Externals = {
  /** Order by code point, for ties: rules cannot compare text. */
  'name_before/2': {
    call: ([first, second]) => {
      return typeof first === 'string' && typeof second === 'string' && compareText(first, second) < 0;
    },
    isDeterministic: true,
  },
};

/** The functions behind the external predicates of a program: those of the pack, and those that the kernel's rules ask. */
export function externalsOf(program: Program, externals: Externals): Externals {
  const all = { ...externals, ...kernelExternals };
  return Object.fromEntries(Object.entries(all).filter(([key]) => program.predicates.get(key)?.isExternal === true));
}
