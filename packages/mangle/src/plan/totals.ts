import { accumulatedKind } from './accumulation.js';
import type { GroupPlan, Operand, TotalPlan } from './plan.js';

type Solutions = Pick<GroupPlan, 'row' | 'isDistinct' | 'keys' | 'lets'>;

/** How the results of a grouping grow from row to row; undefined if a row may come twice or a result takes all rows. */
export function totalsOf({ isDistinct, lets }: Solutions): readonly TotalPlan[] | undefined {
  if (!isDistinct) return undefined;
  const totals: TotalPlan[] = [];
  for (const { reducer, args, span } of lets) {
    if (reducer === undefined) continue;
    const kind = accumulatedKind(reducer);
    const [arg] = args;
    const register = arg?.kind === 'register' ? arg.register : -1;
    if (kind === undefined || (kind !== 'count' && register === -1)) return undefined;
    totals.push({ kind, register: kind === 'count' ? -1 : register, span });
  }
  return totals;
}

/** The registers of a row that have to be kept. */
export function keptOf(plan: Solutions): readonly number[] {
  return plan.isDistinct ? plan.row.filter((register) => isUsed(register, plan)) : plan.row;
}

/** Whether a register of the body is a key or is read by a reducer. */
function isUsed(register: number, { keys, lets }: Solutions): boolean {
  const reads = (operand: Operand): boolean =>
    operand.kind === 'call' ? operand.args.some(reads) : operand.kind === 'register' && operand.register === register;
  return keys.includes(register) || lets.some(({ reducer, args }) => reducer !== undefined && args.some(reads));
}
