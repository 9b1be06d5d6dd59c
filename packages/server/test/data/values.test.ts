import { expect } from 'vitest';
import { invokeTool, toolNames, violationsOf } from '../harness/answers.js';
import { intentRequest } from '../harness/messages.js';
import type { Answer, Peer } from '../harness/peer.js';
import { overTransports } from '../harness/verifies.js';

const options = { pack: 'values' };

/** Asks with facts that are written as JSON text, because numbers are told apart by how they are spelled. */
function askText(peer: Peer, ...facts: string[]): Promise<Answer> {
  const request = JSON.stringify(intentRequest({ intent: { name: 'echo' }, facts: 'FACTS' }));
  return peer.ask(request.replace('"FACTS"', () => `[${facts.join()}]`));
}

function factText(pred: string, value: string): string {
  return `{"pred":"${pred}","args":[${value}]}`;
}

/** What comes back of a value, as the text that is on the wire. */
async function echoed(peer: Peer, pred: string, value: string): Promise<string> {
  const offered = await askText(peer, factText(pred, value));
  const { text } = await invokeTool(peer, offered, { name: `echo_${pred}` });
  return /"result":\{"value":(.*?)\},"observability"/s.exec(text)?.[1] ?? text;
}

/** What rules take a value for. */
async function takenFor(peer: Peer, pred: string, value: string): Promise<readonly string[]> {
  const names = toolNames(await askText(peer, factText(pred, value)));
  return names.filter((name) => !name.startsWith('echo_'));
}

async function refusal(peer: Peer, pred: string, value: string, code = 'invalid_facts') {
  const [violation, ...others] = violationsOf(await askText(peer, factText(pred, value)), code);
  expect(others).toEqual([]);
  return violation;
}

overTransports('argument values', (verifies) => {
  verifies(['DATA-016'], 'every kind of JSON is the kind of value that rules know', async ({ connect }) => {
    const peer = await connect(options);
    const kinds: readonly (readonly [string, string, readonly string[]])[] = [
      ['given', '5', ['is_whole_five']],
      ['given', '5.0', ['is_float_five']],
      ['given', '50e-1', ['is_float_five']],
      ['given', '"5"', ['is_text_five']],
      ['given', 'true', ['is_true_name']],
      ['given', '"true"', ['is_true_text']],
      ['given', '"/yard/gate"', ['is_slash_text']],
      ['given', '[1,"a",[2.5]]', ['is_list']],
      ['given', '{"b":["c"],"a":1}', ['is_map']],
      ['place', '"/yard/gate"', ['is_place_below_yard']],
      ['place', '"/street"', []],
      ['flag', 'true', ['is_flag_true']],
      ['flag', 'false', ['is_flag_false']],
      ['items', '[1,2,3]', ['has_item_two']],
      ['items', '[1,"2",2.0,[2]]', []],
      ['table', '{"k":[]}', ['has_entry_k']],
      ['table', '{"other":"k"}', []],
    ];
    for (const [pred, value, tools] of kinds) {
      expect([pred, value, await takenFor(peer, pred, value)]).toEqual([pred, value, tools]);
    }
  });

  verifies(['DATA-016'], 'every kind of value comes back as it was sent', async ({ connect }) => {
    const peer = await connect(options);
    const values: readonly (readonly [string, string])[] = [
      ['text', '""'],
      ['text', '"plain"'],
      ['text', '"/no/name"'],
      ['text', JSON.stringify('quote " backslash \\ slash / tab \t line \n return \r bell \u0007 rubout \u007f')],
      ['text', JSON.stringify('nul \u0000 inside')],
      ['text', JSON.stringify('astral 😀 𝄞, combining e\u0301, bidi \u202e, bom \ufeff, max \u{10ffff}')],
      ['text', JSON.stringify('line separators \u2028 \u2029 and next line \u0085')],
      ['text', JSON.stringify('x'.repeat(100_000))],
      ['given', '[]'],
      ['given', '{}'],
      ['given', '[[],[[]],{},[{}]]'],
      ['given', '[1,"a",true,false,[2.5,{"k":[0]}]]'],
      ['given', '{"":0,"a b":[1],"é":{"😀":"x"}}'],
      ['given', 'true'],
      ['flag', 'true'],
      ['flag', 'false'],
      ['place', '"/yard/gate"'],
      ['items', '["b","a","b"]'],
      ['table', '{"constructor":1,"toString":[2]}'],
      ['real', '0.1'],
      ['real', '-2.5'],
      ['real', '1.7976931348623157e+308'],
      ['real', '5e-324'],
      ['given', '123456789012345680000.5'],
    ];
    for (const [pred, value] of values) {
      const back = await echoed(peer, pred, value);
      expect([pred, JSON.parse(back)]).toEqual([pred, JSON.parse(value)]);
    }
  });

  verifies(['DATA-016'], 'escapes are read, and mean the characters they stand for', async ({ connect }) => {
    const peer = await connect(options);
    const back = await echoed(peer, 'text', '"\\u0041\\ud83d\\ude00\\/\\b\\f\\u0000"');
    expect(JSON.parse(back)).toBe('A😀/\b\f\u0000');
    expect(await takenFor(peer, 'text', '"\\u0074rigger"')).toEqual(['saw_text']);
  });

  verifies(['DATA-017'], 'numbers with a point or an exponent are no whole numbers', async ({ connect }) => {
    const peer = await connect(options);
    for (const float of ['5.0', '1e3', '1E3', '5e0', '-0.0', '10.50']) {
      const violation = await refusal(peer, 'whole', float, 'type_mismatch');
      expect(violation).toMatchObject({ fact_index: 0, issue: 'type_mismatch', argument_index: 0 });
      expect(violation).toMatchObject({ expected_type: 'integer', actual_type: 'float' });
    }
    expect(await takenFor(peer, 'given', '5.0')).not.toContain('is_whole_five');
  });

  verifies(['DATA-017', 'DATA-018'], 'whole numbers up to 2^53 - 1 are plain digits', async ({ connect }) => {
    const peer = await connect(options);
    for (const whole of ['0', '5', '-5', '1000', '1000000000000000', '9007199254740991', '-9007199254740991']) {
      expect(await echoed(peer, 'whole', whole)).toBe(whole);
      expect(await echoed(peer, 'given', whole)).toBe(whole);
    }
  });

  verifies(['DATA-019'], 'larger whole numbers are in the wrapper, in both directions', async ({ connect }) => {
    const peer = await connect(options);
    const digits = ['9007199254740992', '-9007199254740992', '9007199254740993', '9223372036854775807'];
    for (const each of [...digits, '-9223372036854775808']) {
      const wrapper = `{"_type":"int64","value":"${each}"}`;
      expect(JSON.parse(await echoed(peer, 'whole', wrapper))).toEqual(JSON.parse(wrapper));
      expect(JSON.parse(await echoed(peer, 'given', `[${wrapper}]`))).toEqual([JSON.parse(wrapper)]);
    }
    const greatest = '{"_type":"int64","value":"9223372036854775807"}';
    expect(await takenFor(peer, 'whole', greatest)).toEqual(['is_greatest_whole', 'is_more_than_safe']);
    const least = '{"value":"-9223372036854775808","_type":"int64"}';
    expect(await takenFor(peer, 'whole', least)).toEqual(['is_least_whole']);
    expect(await echoed(peer, 'whole', '{"_type":"int64","value":"7"}')).toBe('7');
  });

  verifies(['DATA-019'], 'a whole number beyond its form is refused, never rounded', async ({ connect }) => {
    const peer = await connect(options);
    for (const bare of ['9007199254740992', '-9007199254740992', '9007199254740993', '1'.repeat(400)]) {
      for (const pred of ['whole', 'given', 'real']) {
        expect(await refusal(peer, pred, bare)).toMatchObject({ issue: 'unsafe_integer', argument_index: 0 });
      }
    }
    const wrong = ['"9223372036854775808"', '"-9223372036854775809"', '""', '"1.0"', '"1e3"', '"0x10"', '" 1"', '"+1"'];
    for (const value of [...wrong, '"01"', '"--1"', '"١"', '7', 'null', `"${'9'.repeat(5000)}"`]) {
      const violation = await refusal(peer, 'whole', `{"_type":"int64","value":${value}}`);
      expect(violation).toMatchObject({ issue: 'invalid_int64', argument_index: 0 });
    }
    for (const wrapper of [
      '{"_type":"int64"}',
      '{"_type":"int32","value":"1"}',
      '{"_type":"int64","value":"1","x":1}',
    ]) {
      expect(await refusal(peer, 'given', wrapper)).toMatchObject({ issue: 'invalid_int64' });
    }
  });

  verifies(['DATA-016'], 'a float that no double holds is refused', async ({ connect }) => {
    const peer = await connect(options);
    for (const float of ['1e309', '-1e309', '1.5e99999']) {
      expect(await refusal(peer, 'real', float)).toMatchObject({ issue: 'number_out_of_range', argument_index: 0 });
    }
    expect(JSON.parse(await echoed(peer, 'real', '1e-400'))).toBe(0);
  });

  verifies(['DATA-020'], 'variables are for patterns and no part of a fact', async ({ connect }) => {
    const peer = await connect(options);
    for (const value of [
      '{"_var":"X"}',
      '[{"_var":"X"}]',
      '{"a":[{"_var":"Shipment"}]}',
      '{"_var":"x"}',
      '{"_var":1}',
    ]) {
      expect(await refusal(peer, 'given', value)).toMatchObject({ issue: 'not_ground', argument_index: 0 });
    }
  });

  verifies(['DATA-022'], 'null is no value, at any depth', async ({ connect }) => {
    const peer = await connect(options);
    for (const value of ['null', '[null]', '{"a":null}', '[[{"a":[1,null]}]]']) {
      expect(await refusal(peer, 'given', value)).toMatchObject({ issue: 'not_ground', argument_index: 0 });
    }
    const fact = '{"pred":"distance","args":["HAM","BRE",null]}';
    expect(violationsOf(await askText(peer, fact))).toMatchObject([{ issue: 'not_ground', argument_index: 2 }]);
  });
});
