/** What stands for a name that people write but that does not exist. */
export interface Misnomer {
  /** The existing name; it is proposed only if the registry has it. */
  readonly instead?: string;
  /** What to do when there is no name to exchange. */
  readonly help?: string;
}

const comparison = 'Comparisons are conditions of their own: `X > Y`, `X <= Y`, `X != Y`.';
const countDistinct = 'Derive the distinct values in a rule of their own, then count them with `fn:count()`.';
const noText =
  'There is no function for parts of strings; compute it in the host and give it as a fact or an external predicate.';
const parts = 'Use the predicate `:match_pair(P, First, Second)`.';
const list = 'Use the predicate `:match_cons(List, Head, Tail)`.';
const boolean = (predicate: string): Misnomer => ({
  help: `Functions return values; as a condition use the predicate \`${predicate}\`.`,
});
const renamed = (instead: string): Misnomer => ({ instead });

/** Functions that programs call by another name than theirs, most frequent first. */
export const functionMisnomers: ReadonlyMap<string, Misnomer> = new Map([
  ['fn:Sum', renamed('fn:sum')],
  ['fn:Count', renamed('fn:count')],
  ['fn:string_concat', renamed('fn:string:concat')],
  ['fn:Max', renamed('fn:max')],
  ['fn:Min', renamed('fn:min')],
  ['fn:Avg', renamed('fn:avg')],
  ['fn:times', renamed('fn:mult')],
  ['fn:multiply', renamed('fn:mult')],
  ['fn:mul', renamed('fn:mult')],
  ['fn:divide', renamed('fn:div')],
  ['fn:add', renamed('fn:plus')],
  ['fn:sub', renamed('fn:minus')],
  ['fn:subtract', renamed('fn:minus')],
  ['fn:modulo', renamed('fn:mod')],
  ['fn:length', renamed('fn:list:len')],
  ['fn:len', renamed('fn:list:len')],
  ['fn:size', renamed('fn:list:len')],
  ['fn:list:length', renamed('fn:list:len')],
  ['fn:cons', renamed('fn:list:cons')],
  ['fn:append', renamed('fn:list:append')],
  ['fn:get', renamed('fn:list:get')],
  ['fn:nth', renamed('fn:list:get')],
  ['fn:mean', renamed('fn:avg')],
  ['fn:average', renamed('fn:avg')],
  ['fn:concat', renamed('fn:string:concat')],
  ['fn:string_replace', renamed('fn:string:replace')],
  ['fn:replace', renamed('fn:string:replace')],
  ['fn:to_string', renamed('fn:number:to_string')],
  ['fn:groupby', renamed('fn:group_by')],
  ['fn:GroupBy', renamed('fn:group_by')],
  ['fn:now', renamed('fn:time:now')],
  ['fn:time:from_nanos', renamed('fn:time:from_unix_nanos')],
  ['fn:time:to_nanos', renamed('fn:time:to_unix_nanos')],
  ['fn:pow', { help: 'There is no power; multiply with `fn:mult(X, X)`.' }],
  ['fn:abs', { help: 'Write two rules, one for `X >= 0` and one with `fn:minus(0, X)`.' }],
  ['fn:neg', { help: 'The opposite of a number is `fn:minus(0, X)`.' }],
  ['fn:round', { help: 'There is no rounding; whole numbers are divided with `fn:div`.' }],
  ['fn:if', { help: 'Write one rule with the same head for each case.' }],
  ['fn:coalesce', { help: 'Write one rule for the value that is there, and one with `!` for the default.' }],
  ['fn:CountDistinct', { help: countDistinct }],
  ['fn:count_distinct', { help: countDistinct }],
  ['fn:filter', boolean(':filter(B)')],
  ['fn:gt', { help: comparison }],
  ['fn:ge', { help: comparison }],
  ['fn:lt', { help: comparison }],
  ['fn:le', { help: comparison }],
  ['fn:eq', { help: comparison }],
  ['fn:ne', { help: comparison }],
  ['fn:time:after', boolean(':time:gt(A, B)')],
  ['fn:time:before', boolean(':time:lt(A, B)')],
  ['fn:contains', boolean(':string:contains(Text, Part)')],
  ['fn:string_contains', boolean(':string:contains(Text, Part)')],
  ['fn:string:contains', boolean(':string:contains(Text, Part)')],
  ['fn:starts_with', boolean(':string:starts_with(Text, Prefix)')],
  ['fn:string:starts_with', boolean(':string:starts_with(Text, Prefix)')],
  ['fn:ends_with', boolean(':string:ends_with(Text, Suffix)')],
  ['fn:string:ends_with', boolean(':string:ends_with(Text, Suffix)')],
  ['fn:member', boolean(':list:member(X, List)')],
  ['fn:substring', { help: noText }],
  ['fn:split', { help: noText }],
  ['fn:string:length', { help: noText }],
  ['fn:string:len', { help: noText }],
  ['fn:lower', { help: noText }],
  ['fn:upper', { help: noText }],
  ['fn:pair:fst', { help: parts }],
  ['fn:pair:snd', { help: parts }],
  ['fn:fst', { help: parts }],
  ['fn:snd', { help: parts }],
  ['fn:head', { help: list }],
  ['fn:tail', { help: list }],
]);

/** Built-in predicates that programs write by another name than theirs. */
export const predicateMisnomers: ReadonlyMap<string, Misnomer> = new Map([
  [':cons', renamed(':match_cons')],
  [':nil', renamed(':match_nil')],
  [':pair', renamed(':match_pair')],
  [':entry', renamed(':match_entry')],
  [':field', renamed(':match_field')],
  [':prefix', renamed(':match_prefix')],
  [':member', renamed(':list:member')],
  [':list_member', renamed(':list:member')],
  [':list:contains', renamed(':list:member')],
  [':contains', renamed(':string:contains')],
  [':string_contains', renamed(':string:contains')],
  [':starts_with', renamed(':string:starts_with')],
  [':string_starts_with', renamed(':string:starts_with')],
  [':ends_with', renamed(':string:ends_with')],
  [':string_ends_with', renamed(':string:ends_with')],
  [':before', renamed(':interval:before')],
  [':after', renamed(':interval:after')],
  [':during', renamed(':interval:during')],
  [':eq', { help: 'Equality is written `X = Y`.' }],
  [':ne', { help: 'Inequality is written `X != Y`.' }],
  [':neq', { help: 'Inequality is written `X != Y`.' }],
]);

const reduced = 'Aggregate after all conditions: `|> do fn:group_by(Key), let R = fn:max(X)`.';
const nothingDone =
  'A program derives facts and does nothing else: what holds is printed by the command, or done by the host.';
const computed = (call: string): string => `Write the condition \`${call}\`.`;

/** Predicates of other languages that stand for something else here. */
export const foreignPredicates: ReadonlyMap<string, string> = new Map([
  ['length', computed('N = fn:list:len(L)')],
  ['append', computed('L = fn:list:append(List, Element)')],
  ['nth0', computed('X = fn:list:get(L, N)')],
  ['succ', computed('Y = fn:plus(X, 1)')],
  ['plus', computed('Z = fn:plus(X, Y)')],
  ['atom_concat', computed('S = fn:string:concat(A, B)')],
  ['match', 'There are no patterns. Use `:string:contains(S, "x")`, `:string:starts_with` or `:string:ends_with`.'],
  ['max', reduced],
  ['min', reduced],
  ['sum', reduced],
  ['count', reduced],
  ['avg', reduced],
  ['write', nothingDone],
  ['print', nothingDone],
  ['println', nothingDone],
  ['nl', nothingDone],
  ['assert', nothingDone],
  ['retract', nothingDone],
]);
