import type { ComponentPlan, RulePlan } from '../plan/program-plan.js';
import type { PredicateKey } from '../program/program.js';

/** A premise that grows while its component is evaluated. */
export interface Driver {
  readonly rule: RulePlan;
  /** Its place among the premises of the rule. */
  readonly at: number;
  /** The number of the predicate that the rule derives. */
  readonly head: number;
  /** Its place among all drivers of the component. */
  readonly order: number;
}

/** The growing premises of a component by the predicate they read, so that a round need not look at all rules. */
export class Drivers {
  readonly #byNumber = new Map<number, Driver[]>();

  constructor({ rules }: ComponentPlan, numbers: ReadonlyMap<PredicateKey, number>) {
    let order = 0;
    for (const plan of rules) {
      const head = numbers.get(plan.rule.predicate) ?? -1;
      for (const { at, predicate } of plan.atoms) {
        if (!plan.growing.includes(at)) continue;
        this.#add(numbers.get(predicate) ?? -1, { rule: plan, at, head, order: order++ });
      }
    }
  }

  /** The premises that read one of some predicates, in the order of the rules. */
  of(predicates: readonly number[]): readonly Driver[] {
    const [only] = predicates;
    if (only !== undefined && predicates.length === 1) return this.#byNumber.get(only) ?? [];
    return predicates.flatMap((number) => this.#byNumber.get(number) ?? []).sort((a, b) => a.order - b.order);
  }

  #add(number: number, driver: Driver): void {
    const known = this.#byNumber.get(number);
    if (known === undefined) this.#byNumber.set(number, [driver]);
    else known.push(driver);
  }
}
