import { type ast, type PredicateKey, printTerm, type Program, type Rule } from '@manglecp/mangle';

type Premise = Rule['premises'][number];

/**
 * The rules with which a recursion through time provably never ends: each of its intervals gives a later one, and no
 * condition looks at the time (C-134). A recursion with such a condition, or along data that may run out, is not among
 * them; limits end it if nothing else does.
 */
export function selfExtending(program: Program): readonly Rule[] {
  return program.strata
    .filter(({ isRecursive, predicates }) => isRecursive && predicates.some((key) => isTemporal(program, key)))
    .flatMap(({ predicates, rules }) => {
      const circle = new Set(predicates);
      const steps = rules.flatMap((at) => {
        const rule = program.rules[at];
        return (rule === undefined ? undefined : freeStep(rule, circle)) ?? [];
      });
      return growingSteps(steps.filter((step) => isFed(step, steps)));
    });
}

function isTemporal({ predicates }: Program, key: PredicateKey): boolean {
  return predicates.get(key)?.isTemporal === true;
}

/** A place of a value in a fact: a column, or an end of its interval. */
type Slot = number | 'start' | 'end';

/** A rule that makes a fact of its circle from one other, whatever the time of that. */
interface Step {
  readonly rule: Rule;
  readonly from: PredicateKey;
  /** Whether only facts of one instant are read. */
  readonly readsInstants: boolean;
  readonly moves: readonly Move[];
}

/** Where a value of the fact goes in the next one. */
interface Move {
  readonly from: string;
  readonly to: string;
  /** Whether it becomes later on the way. */
  readonly grows: boolean;
  readonly isTime: boolean;
}

type RecursivePremise = Extract<Premise, { kind: 'atom' | 'temporal' }>;

/** The rule as a step that can always be taken again; undefined if something may stop it. */
function freeStep(rule: Rule, circle: ReadonlySet<PredicateKey>): Step | undefined {
  const recursive = rule.premises.filter(
    (premise): premise is RecursivePremise => 'predicate' in premise && circle.has(premise.predicate),
  );
  const [premise] = recursive;
  if (premise === undefined || recursive.length > 1 || rule.grouping !== undefined) return undefined;
  const slots = slotsOf(rule, premise);
  if (slots === undefined) return undefined;
  const { definitions, others } = splitPremises(rule, premise);
  const times = timeVariables(rule, slots, definitions);
  if (others.some((other) => !isIndifferent(other, { rule, premise, slots, times }))) return undefined;
  const origin = (term: ast.Term): Origin | undefined => originOf(term, { slots, definitions, times });
  return {
    rule,
    from: premise.predicate,
    readsInstants: premise.kind === 'temporal' && isInstant(premise),
    moves: headTerms(rule).flatMap(([slot, term]) => {
      const found = origin(term);
      if (found === undefined) return [];
      const [from, to] = [`${premise.predicate} ${found.slot}`, `${rule.predicate} ${slot}`];
      return [{ from, to, grows: found.grows, isTime: typeof slot === 'string' }];
    }),
  };
}

/** Where the recursive premise has its variables; undefined if it does not fit every fact of its predicate. */
function slotsOf(rule: Rule, premise: RecursivePremise): ReadonlyMap<string, Slot> | undefined {
  const slots = columnsOf(rule, premise);
  if (premise.kind === 'atom') return premise.isNegated ? undefined : slots;
  if (slots === undefined || premise.window !== undefined || premise.binds === undefined) return undefined;
  for (const slot of ['start', 'end'] as const) {
    const side = premise.binds[slot];
    if (side.kind === 'any') continue;
    const known = side.instant.kind === 'variable' ? slots.get(side.instant.name) : 0;
    // `@[T]` has the same variable at both ends; one that is also an argument would be a condition.
    if (side.instant.kind !== 'variable' || typeof known === 'number') return undefined;
    if (known === undefined) slots.set(side.instant.name, slot);
  }
  return slots;
}

/** Constants are none but those that the head repeats. */
function columnsOf(rule: Rule, { predicate, args }: RecursivePremise): Map<string, Slot> | undefined {
  const slots = new Map<string, Slot>();
  const isRepeated = (arg: ast.Term, column: number): boolean => {
    const kept = rule.args[column];
    return predicate === rule.predicate && kept?.kind === 'constant' && printTerm(arg) === printTerm(kept);
  };
  for (const [column, arg] of args.entries()) {
    if (arg.kind === 'variable' && !slots.has(arg.name)) slots.set(arg.name, column);
    else if (!isRepeated(arg, column)) return undefined;
  }
  return slots;
}

function isInstant({ binds }: Extract<Premise, { kind: 'temporal' }>): boolean {
  return (
    binds?.start.kind === 'equals' && binds.end.kind === 'equals' && sameInstant(binds.start.instant, binds.end.instant)
  );
}

type Instant = NonNullable<Rule['interval']>['start'];

function sameInstant(one: Instant, other: Instant): boolean {
  return one.kind === 'variable' && other.kind === 'variable' && one.name === other.name;
}

interface Split {
  /** What variables are set to, each once. */
  readonly definitions: ReadonlyMap<string, ast.Term>;
  readonly others: readonly Premise[];
}

function splitPremises({ premises }: Rule, recursive: Premise): Split {
  const definitions = new Map<string, ast.Term>();
  const others: Premise[] = [];
  const bound = new Set<string>(namesOf(recursive));
  for (const premise of premises) {
    if (premise === recursive) continue;
    const defined = premise.kind === 'compare' && premise.operator === '=' ? definitionIn(premise, bound) : undefined;
    if (defined === undefined) others.push(premise);
    else definitions.set(...defined);
    for (const name of namesOf(premise)) bound.add(name);
  }
  return { definitions, others };
}

/** Premises stand in an order that can run, so that a variable without a value yet is set and not compared. */
function definitionIn(
  { left, right }: Extract<Premise, { kind: 'compare' }>,
  bound: ReadonlySet<string>,
): [string, ast.Term] | undefined {
  if (left.kind === 'variable' && !bound.has(left.name)) return [left.name, right];
  return right.kind === 'variable' && !bound.has(right.name) ? [right.name, left] : undefined;
}

/** The variables that hold times of the recursion, or something computed from them. */
function timeVariables(
  rule: Rule,
  slots: ReadonlyMap<string, Slot>,
  definitions: ReadonlyMap<string, ast.Term>,
): ReadonlySet<string> {
  const ofPremise = [...slots].filter(([, slot]) => typeof slot === 'string').map(([name]) => name);
  const ofHead = headTerms(rule).flatMap(([slot, term]) => (typeof slot === 'string' ? variablesIn(term) : []));
  const times = new Set([...ofPremise, ...ofHead]);
  // In source order a definition comes after those that it uses.
  for (const [name, term] of definitions) if (variablesIn(term).some((each) => times.has(each))) times.add(name);
  return times;
}

interface Condition {
  readonly rule: Rule;
  readonly premise: RecursivePremise;
  readonly slots: ReadonlyMap<string, Slot>;
  readonly times: ReadonlySet<string>;
}

/** Whether a premise that held once holds in all steps that follow: it sees no time, and no argument that changes. */
function isIndifferent(other: Premise, { rule, premise, slots, times }: Condition): boolean {
  const isKept = (name: string, slot: Slot): boolean => {
    const term = typeof slot === 'number' ? rule.args[slot] : undefined;
    return premise.predicate === rule.predicate && term?.kind === 'variable' && term.name === name;
  };
  return namesOf(other).every((name) => {
    const slot = slots.get(name);
    return !times.has(name) && (slot === undefined || isKept(name, slot));
  });
}

interface Origin {
  readonly slot: Slot;
  readonly grows: boolean;
}

interface Flow {
  readonly slots: ReadonlyMap<string, Slot>;
  readonly definitions: ReadonlyMap<string, ast.Term>;
  readonly times: ReadonlySet<string>;
}

/** The value of the recursive premise that a term repeats or makes later. */
function originOf(term: ast.Term, flow: Flow): Origin | undefined {
  if (term.kind === 'variable') {
    const slot = flow.slots.get(term.name);
    const definition = flow.definitions.get(term.name);
    if (slot !== undefined) return { slot, grows: false };
    return definition === undefined ? undefined : originOf(definition, flow);
  }
  const [time, ...by] = term.kind === 'apply' && term.name === 'fn:time:add' ? term.args : [];
  if (time === undefined || by.flatMap(variablesIn).some((name) => flow.times.has(name))) return undefined;
  const origin = originOf(time, flow);
  return origin === undefined ? undefined : { ...origin, grows: true };
}

function headTerms({ args, interval }: Rule): readonly (readonly [Slot, ast.Term])[] {
  const ends = interval === undefined ? [] : (['start', 'end'] as const);
  return [
    ...args.entries(),
    ...ends.flatMap((end) => {
      const instant = interval?.[end];
      return instant?.kind === 'variable' ? [[end, instant] as const] : [];
    }),
  ];
}

function namesOf(premise: Premise): readonly string[] {
  if (premise.kind === 'compare') return [...variablesIn(premise.left), ...variablesIn(premise.right)];
  const args = premise.args.flatMap(variablesIn);
  if (premise.kind !== 'temporal') return args;
  const sides = premise.binds === undefined ? [] : [premise.binds.start, premise.binds.end];
  const instants = [
    ...sides.flatMap((side) => (side.kind === 'equals' ? [side.instant] : [])),
    ...(premise.window === undefined ? [] : [premise.window.from, premise.window.to]),
  ];
  return [...args, ...instants.flatMap((instant) => (instant.kind === 'variable' ? [instant.name] : []))];
}

function variablesIn(term: ast.Term): readonly string[] {
  if (term.kind === 'variable') return [term.name];
  return term.kind === 'apply' ? term.args.flatMap(variablesIn) : [];
}

/** Who reads instants only gets on with them: what the circle derives for it must be instants. */
function isFed({ readsInstants, from }: Step, steps: readonly Step[]): boolean {
  if (!readsInstants) return true;
  const makers = steps.filter(({ rule }) => rule.predicate === from);
  return makers.every(({ rule: { interval } }) => interval !== undefined && sameInstant(interval.start, interval.end));
}

/** The rules that make a value later which comes back to them by way of an interval. */
function growingSteps(steps: readonly Step[]): readonly Rule[] {
  const next = new Map<string, Move[]>();
  for (const move of steps.flatMap(({ moves }) => moves)) next.set(move.from, [...(next.get(move.from) ?? []), move]);
  return steps
    .filter(({ moves }) => moves.some((move) => move.grows && returnsThroughTime(move, next)))
    .map(({ rule }) => rule);
}

function returnsThroughTime(start: Move, next: ReadonlyMap<string, readonly Move[]>): boolean {
  // With and without an interval on the way: two places each.
  const place = ({ to }: Move, isTime: boolean): string => `${to} ${isTime}`;
  const seen = new Set([place(start, start.isTime)]);
  const queue = [{ at: start, isTime: start.isTime }];
  for (const { at, isTime } of queue) {
    if (at.to === start.from && isTime) return true;
    for (const move of next.get(at.to) ?? []) {
      const reached = { at: move, isTime: isTime || move.isTime };
      const key = place(move, reached.isTime);
      if (!seen.has(key)) queue.push(reached);
      seen.add(key);
    }
  }
  return false;
}
