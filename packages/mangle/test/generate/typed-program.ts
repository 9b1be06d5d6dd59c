import { createRandom, type Random } from './random.js';

/** A random program in which every rule derives a predicate of its own: it fires exactly if that one has facts. */
export interface TypedProgram {
  readonly seed: number;
  /** One declaration, fact or rule each. */
  readonly statements: readonly string[];
}

/** A type as text, and how to write values of it. */
interface Kind {
  readonly type: string;
  readonly value: (random: Random) => string;
}

interface Column {
  readonly kind: Kind;
}

interface Predicate {
  readonly name: string;
  /** Alternative rows of columns. */
  readonly rows: readonly (readonly Column[])[];
}

/** The same seed always gives the same program. */
export function generateTypedProgram(seed: number): TypedProgram {
  const random = createRandom(seed);
  const statements: string[] = [];
  const predicates: Predicate[] = [];
  for (let count = random.int(2, 4); count > 0; count--)
    predicates.push(addFacts(random, statements, predicates.length));
  for (let count = random.int(1, 3); count > 0; count--) {
    predicates.push(addRule(random, statements, predicates, predicates.length));
  }
  return { seed, statements };
}

export function typedProgramText({ statements }: TypedProgram): string {
  return `${statements.join('\n')}\n`;
}

const names = ['/a', '/a/b', '/a/b/c', '/ab', '/ab/c', '/a/bc', '/d'] as const;

function constantOf(value: string): Kind {
  return { type: `.Singleton<${value} >`, value: () => value };
}

function oneOf(type: string, values: readonly string[]): Kind {
  return { type, value: (random) => random.pick(values) };
}

const simple: readonly Kind[] = [
  oneOf('/name', names),
  oneOf('/name', names),
  oneOf('/number', ['0', '1', '7']),
  oneOf('/number', ['0', '1', '7']),
  oneOf('/string', ['""', '"a"', '"/a"']),
  oneOf('/float64', ['1.0', '7.5']),
  oneOf('/a', ['/a/b', '/a/b/c', '/a/bc']),
  oneOf('/a/b', ['/a/b/c', '/a/b/d']),
  oneOf('/ab', ['/ab/c']),
  constantOf('/a'),
  constantOf('7'),
  oneOf('/any', ['1', '/a', '"a"', '[1]', '7.5']),
];

function kindOf(random: Random, depth = 2): Kind {
  if (depth === 0 || random.chance(0.55)) return random.pick(simple);
  const part = (): Kind => kindOf(random, depth - 1);
  switch (random.int(0, 4)) {
    case 0:
      return listOf(part());
    case 1:
      return pairOf(part(), part());
    case 2:
      return structOf(part(), part(), random.chance(0.5));
    case 3:
      return mapOf(random.pick(simple), part());
    default:
      return unionOf([part(), part(), ...(random.chance(0.3) ? [part()] : [])]);
  }
}

function listOf(item: Kind): Kind {
  return { type: `.List<${item.type} >`, value: (random) => `[${several(random, () => item.value(random))}]` };
}

function pairOf(first: Kind, second: Kind): Kind {
  return {
    type: `.Pair<${first.type} , ${second.type} >`,
    value: (random) => `fn:pair(${first.value(random)}, ${second.value(random)})`,
  };
}

function mapOf(key: Kind, item: Kind): Kind {
  return {
    type: `.Map<${key.type} , ${item.type} >`,
    value: (random) => (random.chance(0.3) ? 'fn:map()' : `fn:map(${key.value(random)}, ${item.value(random)})`),
  };
}

/** Structs are open: a value may have a field that its type does not mention. */
function structOf(x: Kind, y: Kind, isOptional: boolean): Kind {
  return {
    type: `.Struct</x : ${x.type} , ${isOptional ? 'opt ' : ''}/y : ${y.type} >`,
    value: (random) => {
      const second = isOptional && random.chance(0.5) ? '' : `, /y : ${y.value(random)}`;
      const third = random.chance(0.2) ? `, /z : ${random.int(0, 1)}` : '';
      return `{/x : ${x.value(random)} ${second}${third} }`;
    },
  };
}

function unionOf(kinds: readonly Kind[]): Kind {
  return {
    type: `.Union<${kinds.map(({ type }) => type).join(' , ')} >`,
    value: (random) => random.pick(kinds).value(random),
  };
}

function several(random: Random, make: () => string): string {
  return Array.from({ length: random.int(0, 2) }, make).join(', ');
}

function boundText(row: readonly Column[]): string {
  return ` bound [${row.map(({ kind }) => kind.type).join(' , ')} ]`;
}

function addFacts(random: Random, statements: string[], at: number): Predicate {
  const name = `e${at}`;
  const width = random.int(1, 2);
  const rows = Array.from({ length: random.chance(0.25) ? 2 : 1 }, () =>
    Array.from({ length: width }, (): Column => ({ kind: kindOf(random) })),
  );
  const variables = Array.from({ length: width }, (_, column) => `C${column}`).join(', ');
  if (random.chance(0.75)) statements.push(`Decl ${name}(${variables})${rows.map(boundText).join('')} .`);
  for (let count = random.int(2, 5); count > 0; count--) {
    const args = random.pick(rows).map(({ kind }) => kind.value(random));
    statements.push(`${name}(${args.join(', ')}) .`);
  }
  return { name, rows };
}

/** What a body knows of its variables: the columns they were read from. */
interface Draft {
  readonly premises: string[];
  readonly variables: Map<string, Kind>;
}

function addRule(random: Random, statements: string[], known: readonly Predicate[], at: number): Predicate {
  const draft: Draft = { premises: [], variables: new Map() };
  for (let count = random.int(1, 2); count > 0; count--) addAtom(random, draft, random.pick(known));
  for (let count = random.int(0, 2); count > 0; count--) addCondition(random, draft, known);
  const all = [...draft.variables];
  const head = random.shuffle(all).slice(0, random.int(1, 2));
  const terms = head.map(([variable, kind]) => headTerm(random, variable, kind));
  const name = `h${at}`;
  const row = terms.map(({ kind }): Column => ({ kind: random.chance(0.6) ? kind : kindOf(random) }));
  const variables = row.map((_, column) => `C${column}`).join(', ');
  if (random.chance(0.7)) statements.push(`Decl ${name}(${variables})${boundText(row)} .`);
  statements.push(`${name}(${terms.map(({ text }) => text).join(', ')}) :- ${draft.premises.join(', ')} .`);
  return { name, rows: [terms.map(({ kind }) => ({ kind }))] };
}

function headTerm(random: Random, variable: string, kind: Kind): { readonly text: string; readonly kind: Kind } {
  if (random.chance(0.85)) return { text: variable, kind };
  return random.pick([
    { text: `[${variable}]`, kind: listOf(kind) },
    { text: `fn:pair(${variable}, 1)`, kind: pairOf(kind, oneOf('/number', ['1'])) },
    { text: `{/x : ${variable} }`, kind: structOf(kind, oneOf('/number', ['1']), true) },
  ]);
}

function addAtom(random: Random, { premises, variables }: Draft, { name, rows }: Predicate): void {
  const row = random.pick(rows);
  const args = row.map(({ kind }) => {
    const old = [...variables.keys()];
    if (old.length > 0 && random.chance(0.3)) return random.pick(old);
    if (random.chance(0.1)) return kind.value(random);
    const variable = `X${variables.size}`;
    variables.set(variable, kind);
    return variable;
  });
  if (variables.size === 0) variables.set('X0', row[0]?.kind ?? oneOf('/any', ['1']));
  premises.push(
    `${name}(${variables.size === 1 && !args.includes('X0') ? args.with(0, 'X0').join(', ') : args.join(', ')})`,
  );
}

function addCondition(random: Random, { premises, variables }: Draft, known: readonly Predicate[]): void {
  const [variable, kind] = random.pick([...variables]);
  const other = random.chance(0.5) ? random.pick([...variables.keys()]) : kindOf(random, 1).value(random);
  const fresh = `Y${premises.length}`;
  const sign = random.chance(0.4) ? '!' : '';
  const bind = (condition: string, found: Kind): string => {
    variables.set(fresh, found);
    return condition;
  };
  const any = oneOf('/any', ['1']);
  const atom = random.pick(known);
  const width = atom.rows[0]?.length ?? 1;
  const makers: readonly (() => string)[] = [
    () => `${variable} != ${other}`,
    () => `${variable} != ${kind.value(random)}`,
    () => `${variable} != ${random.pick(names)} `,
    () => `${variable} = ${other}`,
    () => `!${atom.name}(${Array.from({ length: width }, (_, at) => (at === 0 ? variable : '_')).join(', ')})`,
    () => `${sign}:match_prefix(${variable}, ${random.pick(names)} )`,
    () => `${sign}:match_prefix(${variable}, ${random.pick(names)} )`,
    () => `${sign}:string:starts_with(${variable}, "a")`,
    () => `${variable} < ${random.pick(['2', '2.0', ...variables.keys()])}`,
    () => bind(`${fresh} = fn:plus(${variable}, 1)`, oneOf('/number', ['1'])),
    () => bind(`:list:member(${fresh}, ${variable})`, any),
    () => bind(`:match_cons(${variable}, ${fresh}, _)`, any),
    () => bind(`:match_pair(${variable}, ${fresh}, _)`, any),
    () => bind(`:match_field(${variable}, /x, ${fresh})`, any),
    () => bind(`:match_field(${variable}, /y, ${fresh})`, any),
    () => `${sign}:list:member(${other}, ${variable})`,
    () => `${sign}:match_cons(${variable}, ${other}, _)`,
    () => `${sign}:match_pair(${variable}, ${other}, ${random.pick(['_', other])})`,
    () => `${sign}:match_field(${variable}, /x, ${other})`,
    () => bind(`${fresh} = [${variable}]`, listOf(kind)),
    () => `${sign}:match_nil(${variable})`,
  ];
  premises.push(random.pick(makers)());
}
