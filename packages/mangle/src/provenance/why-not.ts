import { closest } from '../diagnostics/suggest.js';
import type { Evaluation } from '../engine/evaluation.js';
import { type PredicateInfo, predicateKey } from '../program/program.js';
import type { Atom } from '../syntax/ast.js';
import type { Value } from '../value/value.js';
import { termValue } from './groups.js';
import { misspellings, nearestFacts } from './nearest.js';
import { RuleTrial, type TrialContext } from './rule-trial.js';
import { rulesOf } from './rules-of.js';
import { type EvaluationView, viewOf } from './view.js';
import type { FailureReason, RuleFailure, WhyNot } from './why-not-result.js';

export interface WhyNotOptions {
  /** How many missing premises deep to go; 0 explains the goal alone. 3 if absent. */
  readonly depth?: number;
  /** Rules of one predicate that are tried. 50 if absent. */
  readonly maxRules?: number;
  /** Steps of the search for one rule; one that needs more is not exhaustive. 100,000 if absent. */
  readonly maxSteps?: number;
}

/** Goals that are explained in one answer, however deep it goes. */
const maxGoals = 200;

/**
 * Why nothing matches a goal such as `p(/a, X)`: for each rule the longest beginning of its body, as written, that can
 * be satisfied, the premise that fails, and why; for a fact that is missing there, the same again. A goal that does
 * hold is said to hold. Nothing is remembered from the evaluation: the rules are tried once more, within limits.
 */
export function whyNot(evaluation: Evaluation, goal: Atom, options: WhyNotOptions = {}): WhyNot {
  return new WhyNotSearch(evaluation, options).ask(goal);
}

class WhyNotSearch {
  readonly #evaluation: Evaluation;
  readonly #view: EvaluationView;
  readonly #options: Required<WhyNotOptions>;
  /** Goals that are being explained or have been; each is explained once. */
  readonly #seen = new Set<string>();

  constructor(evaluation: Evaluation, { depth = 3, maxRules = 50, maxSteps = 100_000 }: WhyNotOptions) {
    this.#evaluation = evaluation;
    this.#view = viewOf(evaluation);
    this.#options = { depth, maxRules, maxSteps };
  }

  ask({ predicate: name, args: terms, ...goal }: Atom): WhyNot {
    const { program, now } = this.#view;
    const key = predicateKey(name, terms.length);
    const args = terms.map((term) =>
      term.kind === 'wildcard' || term.kind === 'variable'
        ? undefined
        : termValue(term, () => undefined, { registry: program.registry, now }),
    );
    const variables = terms.map((term) => (term.kind === 'variable' ? term.name : undefined));
    const blank: WhyNot = { ...empty, predicate: key, name, args, variables };
    const info = program.predicates.get(key);
    if (info === undefined) {
      const suggestion = closest(key, program.predicates.keys());
      return { ...blank, verdict: 'unknown', ...(suggestion === undefined ? {} : { suggestion }) };
    }
    if (info.isDeferred && info.mode?.some((mode, at) => mode === '+' && args[at] === undefined)) {
      return { ...blank, verdict: 'unasked' };
    }
    const [fact] = this.#evaluation.query({ predicate: name, args: terms, ...goal });
    if (fact !== undefined) return { ...blank, verdict: 'holds', fact };
    return this.#explain(info, { args, variables }, 0);
  }

  #explain(info: PredicateInfo, { args, variables }: Goal, depth: number): WhyNot {
    const { table, program } = this.#view;
    this.#seen.add(goalKey(info, { args, variables }, this.#view));
    const facts = this.#view.predicate(info.key);
    const { entries } = rulesOf(program).of(info.key);
    const pattern = args.map((value) => (value === undefined ? undefined : table.intern(value)));
    const context: TrialContext = { view: this.#view, maxSteps: this.#options.maxSteps };
    const tried = entries.slice(0, this.#options.maxRules);
    return {
      ...empty,
      predicate: info.key,
      name: info.name,
      args,
      variables,
      verdict: 'absent',
      rules: tried
        .map((entry) => new RuleTrial(entry, context).run(pattern, variables))
        .map((failure) => this.#goOn(failure, depth)),
      omittedRules: entries.length - tried.length,
      nearest: nearestFacts(this.#view, facts, pattern),
      misspelled: misspellings(this.#view, facts, args),
    };
  }

  /** Explains why a fact is missing in turn. */
  #goOn(failure: RuleFailure, depth: number): RuleFailure {
    const { reason } = failure;
    if (reason.kind !== 'missing' || depth >= this.#options.depth || this.#seen.size >= maxGoals) return failure;
    const info = this.#view.program.predicates.get(reason.predicate);
    if (info === undefined || rulesOf(this.#view.program).of(info.key).entries.length === 0) return failure;
    if (this.#seen.has(goalKey(info, reason, this.#view))) return failure;
    const why = this.#explain(info, reason, depth + 1);
    return { ...failure, reason: { ...reason, why } satisfies FailureReason };
  }
}

interface Goal {
  readonly args: readonly (Value | undefined)[];
  /** The variables of the goal; one that stands twice must have one value. */
  readonly variables: readonly (string | undefined)[];
}

const empty: WhyNot = {
  predicate: '',
  name: '',
  args: [],
  variables: [],
  verdict: 'absent',
  rules: [],
  omittedRules: 0,
  nearest: [],
  misspelled: [],
};

/** Goals that ask for the same have one key: of a variable only counts where it stood first. */
function goalKey({ key }: PredicateInfo, { args, variables }: Goal, { table }: EvaluationView): string {
  const place = (name: string | undefined): string => (name === undefined ? '' : `${variables.indexOf(name)}`);
  return `${key} ${args.map((value, at) => (value === undefined ? `_${place(variables[at])}` : table.intern(value))).join()}`;
}
