// Translates values, and the plain Datalog subset of rules, from Mangle to the notations of the peers.

/** A value as one dialect writes it; an object holds the spellings that cannot be derived from Mangle's. */
export function valueText(value, dialect) {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'object') return value[dialect] ?? value.mg;
  if (dialect === 'mg' || dialect === 'tsv') return value;
  return value.startsWith('/') ? bareName(value) : JSON.stringify(value);
}

function bareName(name) {
  return 'n' + name.replace(/[/-]/g, '_');
}

function bareNames(text) {
  return text.replace(/(?<![\w"])\/[a-z][\w/]*/g, bareName);
}

function clausesOf(mg) {
  return mg
    .split(/\.\s*\n/)
    .map((clause) => clause.trim())
    .filter(Boolean);
}

export function toClingo(mg) {
  return bareNames(mg).replace(/!(?=[a-z])/g, 'not ');
}

/** Every derived predicate is tabled. */
export function toProlog(mg) {
  const arities = new Map();
  for (const clause of clausesOf(mg)) {
    const [, name, args] = /^(\w+)\(([^)]*)\)/.exec(clause);
    arities.set(name, args.split(',').length);
  }
  const tables = [...arities].map(([name, arity]) => `:- table ${name}/${arity}.\n`).join('');
  return (
    tables +
    bareNames(mg)
      .replace(/!(?=[a-z])/g, '\\+ ')
      .replace(/!=/g, '\\==')
  );
}

/** Relations that no rule derives are stored ones, marked by `*`. */
export function toCozo(mg) {
  const derived = new Set(clausesOf(mg).map((clause) => /^(\w+)/.exec(clause)[1]));
  const lower = (text) => text.replace(/\b[A-Z]\w*\b/g, (variable) => variable.toLowerCase());
  const atoms = (text) =>
    text.replace(/(!?)\b([a-z]\w*)\(([^)]*)\)/g, (_, negation, name, args) => {
      const relation = derived.has(name) ? name : `*${name}`;
      return `${negation ? 'not ' : ''}${relation}[${lower(args)}]`;
    });
  const rules = clausesOf(mg).map((clause) => {
    const [head, body] = clause.split(':-');
    return `${atoms(head.trim())} := ${lower(atoms(body.trim()))}`;
  });
  return rules.join('\n') + '\n';
}

export function toNemo(mg) {
  const rules = clausesOf(mg).map(
    (clause) => clause.replace(/\b[A-Z]\w*\b/g, (variable) => `?${variable}`).replace(/!(?=[a-z])/g, '~') + ' .',
  );
  return rules.join('\n') + '\n';
}
