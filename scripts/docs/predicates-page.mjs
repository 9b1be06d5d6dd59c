// The reference of the kernel's predicates, from their declarations in packages/server/rules/schema.

/** @typedef {import('@manglecp/mangle').ast.Decl} Decl */
/** @typedef {import('@manglecp/mangle').ast.Term} Term */

/**
 * @typedef {object} Reader The exports of the engine that read declarations.
 * @property {typeof import('@manglecp/mangle').parse} parse
 * @property {typeof import('@manglecp/mangle').createSource} createSource
 * @property {typeof import('@manglecp/mangle').printTerm} printTerm
 *
 * @typedef {{ name: string, text: string }} RuleFile
 * @typedef {{ decl: Decl, file: string }} Entry
 */

/**
 * Who writes a predicate, in the order of the page; a predicate belongs to the first group that fits.
 * @type {readonly { title: string, intro: string, fits: (decl: Decl) => boolean }[]}
 */
const groups = [
  {
    title: 'What clients send',
    intro: 'Beside the predicates that a pack itself declares with `direction("input")` or `direction("both")`.',
    fits: (decl) => textsOf(decl, 'direction').length > 0,
  },
  {
    title: 'What a domain says',
    intro: 'Rules of `domain.mg` write these: `open("domain")`. Rules of `policy.mg` may, too.',
    fits: (decl) => textsOf(decl, 'open').includes('domain'),
  },
  {
    title: 'What policy says',
    intro: 'Rules of `policy.mg` write these: `open("policy")`. A domain that does is refused.',
    fits: (decl) => textsOf(decl, 'open').includes('policy'),
  },
  {
    title: 'What the server states',
    intro: 'Facts about the request, the client and the pack. All rules may read them, none writes them.',
    fits: (decl) => has(decl, 'extensional') || has(decl, 'external'),
  },
  {
    title: 'What the phases derive',
    intro:
      'Rules of the server derive these, in six phases. Rules of packs may read them, but not in rules whose results ' +
      'the phases read in turn: that would be recursion through negation, and the pack is refused.',
    fits: () => true,
  },
];

/**
 * @param {readonly RuleFile[]} files
 * @param {Reader} reader
 * @returns {string} Markdown
 */
export function predicatesPage(files, { parse, createSource, printTerm }) {
  const entries = files.flatMap(({ name, text }) => {
    const { items } = parse(createSource(name, text)).unit;
    return items.flatMap((item) => (item.kind === 'decl' ? [{ decl: item, file: name }] : []));
  });
  const words = wordsOfKinds(entries.map(({ decl }) => decl));
  const sections = groups.map((group) => {
    const members = entries.filter(({ decl }) => groups.find(({ fits }) => fits(decl)) === group);
    const texts = members.map(({ decl }) => entryText(decl, printTerm, words));
    return [`## ${group.title}`, group.intro, ...texts].join('\n\n');
  });
  return [intro, ...sections].join('\n\n');
}

const intro = `# Predicates of the server

What the rules of every pack can build on. [write-a-domain.md](write-a-domain.md) shows most of them at work; the rules
behind them are in [packages/server/rules](../packages/server/rules).

Tools, skills, intents and actions are named by strings throughout. Where an argument has the type \`/any\`, any value
fits. A constant that names nothing, or is none of the words that are listed, is an error in policy and a warning
elsewhere: [what is checked](write-a-domain.md#what-is-checked).`;

/** The words of the kinds that have some. @param {readonly Decl[]} decls @returns {ReadonlyMap<string, string[]>} */
function wordsOfKinds(decls) {
  return new Map(
    decls.flatMap((decl) =>
      decl.atom.args.flatMap((term) => {
        const name = term.kind === 'variable' ? term.name : '';
        const [[kind] = [], list] = [saidOf(decl, 'kind', name), saidOf(decl, 'one_of', name)];
        return kind === undefined || list === undefined ? [] : [/** @type {const} */ ([kind, list])];
      }),
    ),
  );
}

/** What a descriptor says of an argument. @param {Decl} decl @param {string} word @param {string} name */
function saidOf({ descr = [] }, word, name) {
  const found = descr.find(({ predicate, args: [first] }) => {
    return predicate === word && first?.kind === 'variable' && first.name === name;
  });
  return found?.args.flatMap(constantText);
}

/** @param {Decl} decl @param {Reader['printTerm']} printTerm @param {ReadonlyMap<string, string[]>} words */
function entryText(decl, printTerm, words) {
  const { atom, isTemporal, bounds } = decl;
  const names = atom.args.map((term) => (term.kind === 'variable' ? term.name : '_'));
  const types = bounds[0]?.types.map((type) => typeText(printTerm(type))) ?? [];
  const mode = decl.descr?.find(({ predicate }) => predicate === 'mode');
  const notes = [
    ...(isTemporal ? ['Its facts have a time.'] : []),
    ...(mode === undefined ? [] : [`Asked with ${inputs(mode.args.flatMap(constantText), names)} given.`]),
  ];
  const args = names.map(
    (name, at) => `- \`${name}\` (\`${types[at] ?? '/any'}\`): ${argumentText(decl, name, words)}`,
  );
  return [
    `### ${atom.predicate}/${names.length}`,
    `\`${atom.predicate}(${names.join(', ')})\`: ${[textsOf(decl, 'doc').join(' '), ...notes].join(' ')}`,
    ...(args.length === 0 ? [] : [args.join('\n')]),
  ].join('\n\n');
}

/** @param {string} type */
function typeText(type) {
  return type === '.Union<.Singleton</true>, .Singleton</false>>' ? '/bool' : type;
}

/** The names of the arguments that must have a value. @param {string[]} modes @param {string[]} names */
function inputs(modes, names) {
  return names
    .filter((_, at) => modes[at] === '+')
    .map((name) => `\`${name}\``)
    .join(' and ');
}

/** @param {Decl} decl @param {string} name @param {ReadonlyMap<string, string[]>} words */
function argumentText(decl, name, words) {
  const [kind = ''] = saidOf(decl, 'kind', name) ?? [];
  const list = saidOf(decl, 'one_of', name) ?? words.get(kind) ?? [];
  const quoted = list.map((word) => `\`"${word}"\``).join(', ');
  const text = saidOf(decl, 'arg', name)?.join(' ') ?? '';
  return quoted === '' ? text : `${text}; ${list.length === 1 ? 'always' : 'one of'} ${quoted}`;
}

/** @param {Decl} decl @param {string} word */
function has({ descr = [] }, word) {
  return descr.some(({ predicate }) => predicate === word);
}

/** The texts of all descriptors with this name. @param {Decl} decl @param {string} word */
function textsOf({ descr = [] }, word) {
  return descr.filter(({ predicate }) => predicate === word).flatMap(({ args }) => args.flatMap(constantText));
}

/** @param {Term} term @returns {string[]} */
function constantText(term) {
  return term.kind === 'constant' && term.value.kind === 'string' ? [term.value.text] : [];
}
