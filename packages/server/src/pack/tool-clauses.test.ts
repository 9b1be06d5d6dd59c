import { compileOrThrow } from '@manglecp/mangle';
import { describe, expect, it } from 'vitest';
import { checkToolClauses } from './tool-clauses.js';

const schema = `
  Decl macro_tool(M, L) bound [/string, /string].
  Decl macro_step(M, N, A, T) bound [/string, /number, /string, /any].
  Decl macro_description(M, T) bound [/string, /string].
  Decl mandatory_for_intent(I, T) bound [/string, /string].
  Decl tool_relevant_to_intent(T, I, S) bound [/string, /string, /number].
  Decl wanted(M) bound [/string].
`;

function problems(text: string): readonly string[] {
  const found = checkToolClauses(compileOrThrow(schema + text, { lints: false }));
  return found.map(({ code, severity }) => `${severity ?? 'error'} ${code}`);
}

const long = 'n'.repeat(65);

describe('the name of a tool', () => {
  it('MACRO-003 is at most 64 characters long, or there is a warning', () => {
    expect(problems(`macro_tool("${'n'.repeat(64)}", "full") :- wanted(_).`)).toEqual([]);
    expect(problems(`macro_tool("${long}", "full") :- wanted(_).`)).toEqual(['warning long-name']);
    expect(problems(`macro_step("${long}", 1, "act", {}) :- wanted(_).`)).toEqual(['warning long-name']);
    expect(problems(`mandatory_for_intent("go", "${long}") :- wanted(_).`)).toEqual(['warning long-name']);
    expect(problems(`tool_relevant_to_intent("${long}", "go", 50) :- wanted(_).`)).toEqual(['warning long-name']);
    expect(problems(`mandatory_for_intent("go", "${long}").`)).toEqual(['warning long-name']);
  });

  it('MACRO-003 is told of once, and other texts may be long', () => {
    const twice = `macro_tool("${long}", "full") :- wanted(_). macro_step("${long}", 1, "act", {}) :- wanted(_).`;
    expect(problems(twice)).toEqual(['warning long-name']);
    expect(problems(`mandatory_for_intent("${long}", "t"). macro_description("t", "${long}").`)).toEqual([]);
    expect(problems('macro_tool(M, "full") :- wanted(M).')).toEqual([]);
  });
});
