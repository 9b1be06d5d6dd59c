import { type PredicateDeclaration, suggestName } from '@manglecp/protocol';
import type { IntentConfig } from '../config/config.js';
import { fileProblem, type Problem } from './problem.js';

/** The facts that intents name must be ones that clients can send (MAN-014). */
export function checkIntentFacts(
  intents: readonly IntentConfig[],
  declarations: readonly PredicateDeclaration[],
): readonly Problem[] {
  const inputs = declarations.filter(({ direction }) => direction !== 'output').map(({ predicate }) => predicate);
  return intents.flatMap(({ name, required_facts: required, optional_facts: optional }) =>
    [...required, ...optional]
      .filter((predicate) => !inputs.includes(predicate))
      .map((predicate) => {
        const near = suggestName(predicate, inputs);
        const declare = 'Declare it in the schema with `direction("input")` or `direction("both")`.';
        const message = `the intent \`${name}\` names \`${predicate}\`, which clients cannot send`;
        const help = near === undefined ? declare : `Did you mean \`${near}\`? ${declare}`;
        return fileProblem('intent-facts', 'manglecp.json', message, help);
      }),
  );
}
