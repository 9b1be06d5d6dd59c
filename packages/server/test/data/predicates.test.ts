import { expect } from 'vitest';
import { errorOf, invokeTool, outcomeOf, toolNames, violationsOf } from '../harness/answers.js';
import { intentRequest } from '../harness/messages.js';
import type { Answer, Peer } from '../harness/peer.js';
import { overTransports } from '../harness/verifies.js';

const options = { pack: 'values' };

/** At one instant, so that equal requests have equal answers. */
function ask(peer: Peer, ...facts: unknown[]): Promise<Answer> {
  return peer.ask(intentRequest({ intent: { name: 'echo' }, facts, eval_time: '2026-03-01T09:15:00Z' }));
}

const longest = `n${'_long'.repeat(25)}_x`;
const good = { pred: 'text', args: ['trigger'] };

overTransports('predicates and arguments', (verifies) => {
  verifies(['DATA-001'], 'a name begins in lower case and has letters, digits and _', async ({ connect }) => {
    const peer = await connect(options);
    const names = [
      'Text',
      'TEXT',
      'te-xt',
      'te.xt',
      '1text',
      '_text',
      '',
      'te xt',
      'text ',
      'téxt',
      'text\u0000',
      'te/xt',
    ];
    const facts = [...names.map((pred) => ({ pred, args: ['a'] })), { args: ['a'] }];
    const others = [null, 5, true, ['text'], { text: 1 }].map((pred) => ({ pred, args: ['a'] }));
    const violations = violationsOf(await ask(peer, good, ...facts, ...others));
    expect(violations.map(({ fact_index: at, issue }) => [at, issue])).toEqual(
      [...facts, ...others].map((_, at) => [at + 1, 'invalid_predicate']),
    );
    expect(violations.map(({ predicate }) => predicate)).toEqual([...names, '', '', '', '', '', '']);
  });

  verifies(['DATA-001'], 'what is no object is no fact', async ({ connect }) => {
    const peer = await connect(options);
    const facts = [null, 1, 'text("a")', true, ['text', 'a']];
    const violations = violationsOf(await ask(peer, ...facts));
    expect(violations.map(({ fact_index: at, issue }) => [at, issue])).toEqual(
      facts.map((_, at) => [at, 'invalid_fact']),
    );
  });

  verifies(['DATA-002'], '128 characters are a name, 129 are none', async ({ connect }) => {
    const peer = await connect(options);
    expect(longest).toHaveLength(128);
    expect(toolNames(await ask(peer, { pred: longest, args: ['x'] }))).toEqual(['saw_long_name']);
    const [violation] = violationsOf(await ask(peer, { pred: `${longest}y`, args: ['x'] }));
    expect(violation).toMatchObject({ fact_index: 0, issue: 'invalid_predicate' });
    expect(violationsOf(await ask(peer, { pred: 'n'.repeat(128), args: [] }), 'unknown_predicate')).toHaveLength(1);
  });

  verifies(['DATA-003'], 'reserved names are refused', async ({ connect }) => {
    const peer = await connect(options);
    for (const pred of ['_manglecp_', '_manglecp_intent', '_manglecp_X-1']) {
      const error = errorOf(await ask(peer, good, { pred, args: [] }), 'reserved_predicate');
      expect(error.recoverable).toBe(false);
      expect(error.details.violations).toMatchObject([{ fact_index: 1, predicate: pred, issue: 'reserved_predicate' }]);
    }
    const near = await ask(peer, { pred: 'manglecp_intent', args: [] });
    errorOf(near, 'unknown_predicate');
  });

  verifies(['DATA-005'], 'arguments are a list, which is empty where there are none', async ({ connect }) => {
    const peer = await connect(options);
    expect(toolNames(await ask(peer, { pred: 'signal', args: [] }))).toEqual(['saw_signal']);
    for (const fact of [{ pred: 'signal' }, { pred: 'signal', args: {} }, { pred: 'signal', args: null }]) {
      expect(violationsOf(await ask(peer, fact))).toMatchObject([{ fact_index: 0, issue: 'invalid_arguments' }]);
    }
    for (const args of [{ value: 'a' }, 'a', 5, true]) {
      expect(violationsOf(await ask(peer, { pred: 'text', args }))).toMatchObject([{ issue: 'invalid_arguments' }]);
    }
    const [violation] = violationsOf(await ask(peer, { pred: 'signal', args: [1] }), 'arity_mismatch');
    expect(violation).toMatchObject({ expected_arity: 0, actual_arity: 1 });
  });

  verifies(['DATA-010'], 'a fact has args or named_args, and not both', async ({ connect }) => {
    const peer = await connect(options);
    const both = { pred: 'text', args: ['a'], named_args: { value: 'a' } };
    for (const fact of [both, { pred: 'text' }]) {
      expect(violationsOf(await ask(peer, fact))).toMatchObject([{ fact_index: 0, issue: 'invalid_arguments' }]);
    }
  });

  verifies(['DATA-011', 'DATA-015'], 'named arguments are placed by the declared names', async ({ connect }) => {
    const peer = await connect(options);
    expect(peer.manifest.payload.capabilities.named_args).toBe(true);
    const positional = await ask(peer, { pred: 'distance', args: ['HAM', 'BRE', 120] });
    const named = [
      { from: 'HAM', to_place: 'BRE', length_km: 120 },
      { length_km: 120, from: 'HAM', to_place: 'BRE' },
    ];
    for (const values of named) {
      const answer = await ask(peer, { pred: 'distance', named_args: values });
      // The id of a macro-tool holds the values that its plan has bound.
      expect(outcomeOf(answer)).toEqual(outcomeOf(positional));
      const { message } = await invokeTool(peer, answer, { name: 'echo_distance' });
      expect(message.payload.result).toEqual({ value: ['HAM', 'BRE', 120] });
    }
    const swapped = await ask(peer, { pred: 'distance', named_args: { from: 'BRE', to_place: 'HAM', length_km: 120 } });
    expect(outcomeOf(swapped)).not.toEqual(outcomeOf(positional));
  });

  verifies(['DATA-011'], 'named arguments are checked like others', async ({ connect }) => {
    const peer = await connect(options);
    const named = { from: 'HAM', to_place: 5, length_km: 120 };
    const [violation] = violationsOf(await ask(peer, { pred: 'distance', named_args: named }), 'type_mismatch');
    expect(violation).toMatchObject({ argument_index: 1, expected_type: 'string', actual_type: 'number' });
  });

  verifies(['DATA-012'], 'a predicate without names takes positions only', async ({ connect }) => {
    const peer = await connect(options);
    const declared = peer.manifest.payload.facts_profile.predicates as { predicate: string; arg_names?: string[] }[];
    expect(declared.find(({ predicate }) => predicate === 'twins')?.arg_names).toBeUndefined();
    const violations = violationsOf(await ask(peer, good, { pred: 'twins', named_args: { ab: 'a' } }));
    expect(violations).toMatchObject([{ fact_index: 1, predicate: 'twins', issue: 'named_args_not_allowed' }]);
    expect(toolNames(await ask(peer, { pred: 'twins', args: ['a', 'b'] }))).toEqual(['saw_twins']);
  });

  verifies(['DATA-013'], 'an unknown name is refused, and named', async ({ connect }) => {
    const peer = await connect(options);
    const named = { from: 'HAM', to_place: 'BRE', length_km: 120, lenght: 1 };
    const [violation, ...others] = violationsOf(await ask(peer, { pred: 'distance', named_args: named }));
    expect(others).toEqual([]);
    expect(violation).toMatchObject({ fact_index: 0, predicate: 'distance', issue: 'unknown_argument' });
    expect(violation?.['message']).toContain('`lenght`');
  });

  verifies(['DATA-014'], 'a missing name is refused, and named', async ({ connect }) => {
    const peer = await connect(options);
    const answer = await ask(peer, { pred: 'distance', named_args: { to_place: 'BRE' } });
    const violations = violationsOf(answer);
    expect(violations).toMatchObject([
      { fact_index: 0, issue: 'missing_argument', argument_index: 0 },
      { fact_index: 0, issue: 'missing_argument', argument_index: 2 },
    ]);
    expect(violations.map(({ message }) => /lacks `(\w+)`/.exec(String(message))?.[1])).toEqual(['from', 'length_km']);
  });

  verifies(['DATA-014'], 'named arguments are an object', async ({ connect }) => {
    const peer = await connect(options);
    for (const named of [null, [], 'from', 5]) {
      expect(violationsOf(await ask(peer, { pred: 'distance', named_args: named }))).toMatchObject([
        { fact_index: 0, issue: 'invalid_arguments' },
      ]);
    }
  });

  verifies(['ERR-032'], 'all arguments of a fact that do not fit are told', async ({ connect }) => {
    const peer = await connect(options);
    const facts = [
      { pred: 'route', args: ['yard', 'gate', 1.5] },
      { pred: 'distance', args: [1, null, 'far'] },
    ];
    const violations = violationsOf(await ask(peer, ...facts));
    expect(violations.map((each) => [each.fact_index, each['argument_index'], each.issue])).toEqual([
      [0, 0, 'type_mismatch'],
      [0, 1, 'type_mismatch'],
      [0, 2, 'type_mismatch'],
      [1, 0, 'type_mismatch'],
      [1, 1, 'not_ground'],
      [1, 2, 'type_mismatch'],
    ]);
  });

  verifies(['DATA-049'], 'clients send inputs and never outputs', async ({ connect }) => {
    const peer = await connect(options);
    expect(toolNames(await ask(peer, { pred: 'remark', args: ['from a client'] }))).toEqual(['saw_remark']);
    const violations = violationsOf(await ask(peer, good, { pred: 'summary', args: ['mine'] }));
    expect(violations).toMatchObject([{ fact_index: 1, predicate: 'summary', issue: 'direction_violation' }]);
  });

  verifies(['DATA-049'], 'predicates of the rules do not exist for clients', async ({ connect }) => {
    const peer = await connect(options);
    for (const [pred, ...args] of [
      ['secret', 'x'],
      ['final_selected', 'mine', 100, 'skeleton'],
      ['permitted', 'echo', 'mine', {}],
      ['intent_type', 'current', 'other'],
      ['client_has_privilege', 'admin'],
    ]) {
      const [violation] = violationsOf(await ask(peer, { pred, args }), 'unknown_predicate');
      expect(violation).toMatchObject({ predicate: pred, issue: 'unknown_predicate' });
    }
  });
});
