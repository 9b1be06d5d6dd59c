import { suggestName } from '@manglecp/protocol';
import type { Program, Source } from '@manglecp/mangle';
import type { Origin } from './origin.js';
import { placedProblem, type Problem } from './problem.js';

const words: readonly string[] = ['policy', 'domain'];

/** A misspelled `open("…")` would open to nobody, and a pack has nothing to open to the server's phases. */
export function checkOpenWords({ predicates }: Program, originOf: (source: Source) => Origin): readonly Problem[] {
  const decls = [...predicates.values()].flatMap(({ decl }) => decl ?? []);
  const own = decls.filter(({ span }) => !originOf(span.source).isKernel);
  return own
    .flatMap(({ descr = [] }) => descr.filter(({ predicate }) => predicate === 'open'))
    .flatMap(({ args, span }) => {
      const [term, ...others] = args;
      const word = term?.kind === 'constant' && term.value.kind === 'string' ? term.value.text : '';
      if (others.length === 0 && words.includes(word)) return [];
      const near = suggestName(word, words);
      const help = 'It is `open("policy")`, or `open("domain")`, which includes policy.';
      const hint = near === undefined ? help : `Did you mean \`${near}\`? ${help}`;
      return [placedProblem('open', span, 'it is open to no layer', hint)];
    });
}
