import { describe, expect, it } from 'vitest';
import { standardBuiltins, standardRegistry } from './registry.js';

const predicates = `
  :duration:ge :duration:gt :duration:le :duration:lt :filter :ge :gt
  :interval:after :interval:before :interval:contains :interval:during :interval:equals :interval:finishes
  :interval:meets :interval:overlaps :interval:starts
  :le :list:member :lt :match_cons :match_entry :match_field :match_nil :match_pair :match_prefix
  :string:contains :string:ends_with :string:starts_with
  :time:ge :time:gt :time:le :time:lt :within_distance`;

const functions = `
  fn:div fn:duration:add fn:duration:from_hours fn:duration:from_minutes fn:duration:from_nanos
  fn:duration:from_seconds fn:duration:hours fn:duration:max fn:duration:min fn:duration:minutes fn:duration:mult
  fn:duration:nanos fn:duration:parse fn:duration:seconds fn:duration:sum
  fn:float64:to_string fn:float:div fn:float:max fn:float:min fn:float:mult fn:float:plus fn:float:sum
  fn:interval:duration fn:interval:end fn:interval:start
  fn:list fn:list:append fn:list:cons fn:list:contains fn:list:get fn:list:len
  fn:map fn:map:get fn:max fn:min fn:minus fn:mod fn:mult
  fn:name:list fn:name:root fn:name:tip fn:name:to_string fn:number:to_string fn:pair fn:plus fn:sqrt
  fn:string:concat fn:string:replace fn:struct fn:struct:get fn:sum
  fn:time:add fn:time:day fn:time:format fn:time:format_civil fn:time:from_unix_nanos fn:time:hour fn:time:max
  fn:time:min fn:time:minute fn:time:month fn:time:now fn:time:parse_civil fn:time:parse_rfc3339 fn:time:second
  fn:time:sub fn:time:to_unix_nanos fn:time:trunc fn:time:trunc_civil fn:time:year fn:tuple`;

const reducers = `
  fn:avg fn:collect fn:collect_distinct fn:collect_to_map fn:count fn:duration:max fn:duration:min fn:duration:sum
  fn:float:max fn:float:min fn:float:sum fn:max fn:min fn:pick_any fn:sum fn:time:max fn:time:min`;

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

function names(table: ReadonlyMap<string, unknown>): readonly string[] {
  return [...table.keys()].sort();
}

describe('the standard builtins', () => {
  it('are these, no more and no less', () => {
    expect(names(standardRegistry.predicates)).toEqual(words(predicates));
    expect(names(standardRegistry.functions)).toEqual(words(functions));
    expect(names(standardRegistry.reducers)).toEqual(words(reducers));
  });

  it('have one row for each kind and name', () => {
    const { functions: f, predicates: p, reducers: r } = standardRegistry;
    expect(standardBuiltins).toHaveLength(f.size + p.size + r.size);
  });

  it('say what they do in one line', () => {
    const bad = standardBuiltins.filter(({ summary }) => summary === '' || /\n|\.$/.test(summary));
    expect(bad).toEqual([]);
  });

  it('have a parameter type for each mode', () => {
    for (const row of standardRegistry.predicates.values()) expect(row.params, row.name).toHaveLength(row.modes.length);
  });

  it('use only type variables that their parameters bind, except where a typing rule computes the result', () => {
    for (const row of standardBuiltins) {
      if (row.kind === 'predicate' || row.typing !== undefined) continue;
      const { params, rest, result } = row.signature;
      const bound = new Set([...params, rest?.type ?? ''].flatMap(typeVariables));
      expect(
        typeVariables(result).filter((variable) => !bound.has(variable)),
        row.name,
      ).toEqual([]);
    }
  });

  it('are constant except for the evaluation time', () => {
    const varying = [...standardRegistry.functions.values()].filter((row) => !row.isConstant);
    expect(varying.map((row) => row.name)).toEqual(['fn:time:now']);
  });
});

/** Capitals that are not the name of a constructor. */
function typeVariables(type: string): readonly string[] {
  return type.match(/\b[A-Z]\b/g) ?? [];
}
