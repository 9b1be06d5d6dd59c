// The reference of builtins, from the rows of the engine.

/** @typedef {import('@manglecp/mangle').Builtin} Builtin */
/** @typedef {import('@manglecp/mangle').FunctionBuiltin['signature']} Signature */

/** Unions that builtins take or give, by the word that stands for them on the page. */
const unions = {
  Numeric: 'fn:Union(/number, /float64)',
  Bool: 'fn:Union(fn:Singleton(/true), fn:Singleton(/false))',
  Printable: 'fn:Union(/string, /name, /number, /float64)',
  Text: 'fn:Union(/string, /name)',
  Interval: 'fn:Union(fn:Pair(/time, /time), fn:Pair(/number, /number))',
};

/** Where the result depends on more than the types of the arguments. */
const results = {
  map: 'fn:Map(K, V)',
  struct: 'fn:Struct',
  tuple: 'fn:Tuple',
  'struct-get': 'the type of the field',
};

/**
 * Families in the order of the page; a builtin belongs to the first that fits.
 * @type {readonly { title: string, intro: string, fits: (builtin: Builtin) => boolean }[]}
 */
const families = [
  {
    title: 'Reducers',
    intro:
      'They stand after `do fn:group_by(…)` and see the rows of a group, of which there is at least one. ' +
      '`fn:collect` and its like take any terms, the others a variable of the body.',
    fits: ({ kind }) => kind === 'reducer',
  },
  {
    title: 'Reducers over a list',
    intro:
      'The same sums and extremes as ordinary functions of a list. Of `[]` a sum is zero, and an extreme is the far end of the type.',
    fits: named(/^fn:((float|duration):)?(sum|max|min)$|^fn:time:(max|min)$/),
  },
  {
    title: 'Comparisons',
    intro:
      'Written with signs: `X < Y` is `:lt(X, Y)`. `=` and `!=` compare values of all kinds and belong to the syntax.',
    fits: named(/^:(lt|le|gt|ge)$/),
  },
  {
    title: 'Numbers and floats',
    intro: 'Numbers have 64 bits and wrap around. Division by zero stops the evaluation.',
    fits: named(/^fn:(plus|minus|mult|div|mod|sqrt|float:\w+)$|^:within_distance$/),
  },
  {
    title: 'Strings and names',
    intro: 'The tests of strings are false for a value that is not a string.',
    fits: named(/^(fn|):(string|name):|^fn:(number|float64):to_string$|^:(match_prefix|filter)$/),
  },
  { title: 'Lists', intro: '', fits: named(/^(fn|):list\b|^:match_(cons|nil)$/) },
  {
    title: 'Pairs, maps and structs',
    intro:
      '`fn:map:get` and `fn:struct:get` stop the evaluation if the key is missing; `:match_entry` and `:match_field` just do not hold.',
    fits: named(/^fn:(pair|tuple|map|struct)\b|^:match_(pair|entry|field)$/),
  },
  {
    title: 'Times',
    intro:
      'Units are names: `/year`, `/month`, `/day`, `/hour`, `/minute`, `/second`, `/millisecond`, `/microsecond`, ' +
      '`/nanosecond`. Functions with `civil` in their names take an IANA time zone such as `"Europe/Berlin"`.',
    fits: named(/^(fn|):time:/),
  },
  {
    title: 'Durations',
    intro: 'The text of a duration has the units `h`, `m`, `s`, `ms`, `us` and `ns`; there is no `d`.',
    fits: named(/^(fn|):duration:/),
  },
  {
    title: 'Intervals',
    intro: 'An interval is a pair of its first and last instant.',
    fits: named(/^(fn|):interval:/),
  },
];

/**
 * @param {readonly Builtin[]} builtins
 * @returns {string} Markdown
 */
export function builtinsPage(builtins) {
  const homeless = builtins.find((builtin) => !families.some(({ fits }) => fits(builtin)));
  if (homeless) throw new Error(`${homeless.name} belongs to no family of scripts/docs/builtins-page.mjs`);
  return [intro, ...families.map((family) => section(family, membersOf(family, builtins)))].join('\n\n');
}

const intro = `# Builtins

Every built-in function, predicate and reducer. [language.md](language.md) shows them at work.

How to read the tables:

- \`T…\` stands for any number of arguments of type \`T\`, also none.
- A capital letter such as \`X\` stands for one type within a row.
- Modes: \`+\` is an argument that must have a value, \`-\` one that gets a value and must be a variable without one.
${Object.entries(unions)
  .map(([word, type]) => `- \`${word}\` stands for \`${type}\`.`)
  .join('\n')}

A function that is given a value it cannot handle stops the evaluation with
[function-failed](diagnostics.md#function-failed); types are checked before, where they are known.`;

/** @param {RegExp} pattern */
function named(pattern) {
  return (/** @type {Builtin} */ { name }) => pattern.test(name);
}

/**
 * @param {typeof families[number]} family
 * @param {readonly Builtin[]} builtins
 */
function membersOf(family, builtins) {
  return builtins.filter((builtin) => families.find(({ fits }) => fits(builtin)) === family);
}

/**
 * @param {typeof families[number]} family
 * @param {readonly Builtin[]} members
 */
function section({ title, intro: about }, members) {
  const functions = members.flatMap((builtin) =>
    builtin.kind === 'predicate' ? [] : [row(callText(builtin), code(resultText(builtin)), builtin.summary)],
  );
  const predicates = members.flatMap((builtin) =>
    builtin.kind === 'predicate'
      ? [
          row(
            code(`${builtin.name}(${builtin.params.map(typeText).join(', ')})`),
            code(builtin.modes.join(' ')),
            builtin.summary,
          ),
        ]
      : [],
  );
  const parts = [`## ${title}`, about, table('Function', 'Result', functions), table('Predicate', 'Modes', predicates)];
  return parts.filter((part) => part !== '').join('\n\n');
}

/**
 * @param {string} first
 * @param {string} second
 * @param {readonly string[]} rows
 */
function table(first, second, rows) {
  return rows.length === 0 ? '' : [row(first, second, 'Meaning'), row('---', '---', '---'), ...rows].join('\n');
}

/** @param {readonly string[]} cells */
function row(...cells) {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** @param {{ name: string, signature: Signature }} builtin */
function callText({ name, signature: { params, rest } }) {
  const fixed = params.map(typeText);
  const repeated = rest === undefined ? [] : [...Array(rest.min).fill(typeText(rest.type)), `${typeText(rest.type)}…`];
  return code(`${name}(${[...fixed, ...repeated].join(', ')})`);
}

/** @param {{ signature: Signature, typing?: string }} builtin */
function resultText({ signature: { result }, typing }) {
  return /** @type {Record<string, string>} */ (results)[typing ?? ''] ?? typeText(result);
}

/** @param {string} type */
function typeText(type) {
  const [word] = Object.entries(unions).find(([, union]) => union === type) ?? [
    type.replace(/^fn:Struct\(\)$/, 'fn:Struct'),
  ];
  return word;
}

/** @param {string} text */
function code(text) {
  return text.startsWith('the ') ? text : `\`${text}\``;
}
