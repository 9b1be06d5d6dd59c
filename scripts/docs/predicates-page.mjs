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
      'Rules of the server write these, in six phases. Rules of packs may read them, as long as they do not decide by ' +
      'them what the phases read: that would be a recursion through negation, and is refused.',
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
  const sections = groups.map((group) => {
    const members = entries.filter(({ decl }) => groups.find(({ fits }) => fits(decl)) === group);
    return [`## ${group.title}`, group.intro, ...members.map(({ decl }) => entryText(decl, printTerm))].join('\n\n');
  });
  return [intro, ...sections].join('\n\n');
}

const intro = `# Predicates of the server

What the rules of every pack can build on. [write-a-domain.md](write-a-domain.md) shows most of them at work; the rules
behind them are in [packages/server/rules](../packages/server/rules).

Tools, skills, intents and actions are named by strings throughout. Where an argument has the type \`/any\`, any value
fits.`;

/** @param {Decl} decl @param {Reader['printTerm']} printTerm */
function entryText(decl, printTerm) {
  const { atom, isTemporal, bounds } = decl;
  const names = atom.args.map((term) => (term.kind === 'variable' ? term.name : '_'));
  const types = bounds[0]?.types.map((type) => typeText(printTerm(type))) ?? [];
  const mode = decl.descr?.find(({ predicate }) => predicate === 'mode');
  const notes = [
    ...(isTemporal ? ['Its facts have a time.'] : []),
    ...(mode === undefined ? [] : [`Asked with ${inputs(mode.args.flatMap(constantText), names)} given.`]),
  ];
  const args = names.map((name, at) => `- \`${name}\` (\`${types[at] ?? '/any'}\`): ${argumentText(decl, name)}`);
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

/** @param {Decl} decl @param {string} name */
function argumentText({ descr = [] }, name) {
  const found = descr.find(({ predicate, args: [first] }) => {
    return predicate === 'arg' && first?.kind === 'variable' && first.name === name;
  });
  return found?.args.flatMap(constantText).join(' ') ?? '';
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
