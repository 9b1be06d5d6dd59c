import { addTest, bindFresh, knownTerm, outputTerm } from './body.js';
import { type Column, constant } from './columns.js';
import type { Body, World } from './world.js';

/** Adds a comparison, a builtin test or a computed value over bound variables, if there is one that fits. */
export function addSomeTest(world: World, body: Body): void {
  const fitting = tests.filter(({ needs }) => needs.every((column) => body.variables[column].length > 0));
  if (fitting.length > 0) world.random.pick(fitting).add(world, body);
}

interface TestMaker {
  readonly needs: readonly Column[];
  readonly add: (world: World, body: Body) => void;
}

const orders = ['<', '<=', '>', '>='];

const tests: readonly TestMaker[] = [
  {
    needs: ['number'],
    add: (world, body) =>
      addTest(body, `${known(world, body, 'number')} ${world.random.pick(orders)} ${knownTerm(world, body, 'number')}`),
  },
  {
    needs: ['float'],
    add: (world, body) =>
      addTest(body, `${known(world, body, 'float')} ${world.random.pick(orders)} ${knownTerm(world, body, 'float')}`),
  },
  { needs: ['name'], add: (world, body) => addInequality(world, body, 'name') },
  { needs: ['any'], add: (world, body) => addInequality(world, body, 'any') },
  { needs: ['list'], add: (world, body) => addInequality(world, body, 'list') },
  { needs: ['number'], add: addArithmetic },
  { needs: ['number'], add: addArithmetic },
  { needs: ['number'], add: addDivision },
  { needs: ['list'], add: addFirst },
  { needs: ['name'], add: (world, body) => addAlias(world, body, 'name') },
  { needs: ['pair'], add: (world, body) => addAlias(world, body, 'pair') },
  {
    needs: ['name'],
    add: (world, body) =>
      addTest(body, `${sign(world)}:match_prefix(${known(world, body, 'name')}, /${world.random.pick(['x', 'y'])})`),
  },
  {
    needs: ['string'],
    add: (world, body) => {
      const test = world.random.pick(['starts_with', 'ends_with', 'contains']);
      const part = world.random.pick(['"a"', '"s"', '""', '"ä"']);
      addTest(body, `${sign(world)}:string:${test}(${known(world, body, 'string')}, ${part})`);
    },
  },
  {
    needs: ['string'],
    add: (world, body) => {
      const other = knownTerm(world, body, world.random.pick(['string', 'number', 'name']));
      addValue(body, 'string', `fn:string:concat(${known(world, body, 'string')}, "-", ${other})`);
    },
  },
  {
    needs: ['number'],
    add: (world, body) =>
      addValue(body, 'list', `[ ${known(world, body, 'number')}, ${knownTerm(world, body, 'number')}]`),
  },
  { needs: ['list'], add: addMember },
  { needs: ['list'], add: addMember },
  { needs: ['list'], add: (world, body) => addValue(body, 'number', `fn:list:len(${known(world, body, 'list')})`) },
  {
    needs: ['list'],
    add: (world, body) => {
      const list = known(world, body, 'list');
      const head = outputTerm(world, body, 'number');
      const isSingle = head !== '_' && world.random.chance(0.1);
      addTest(body, `:match_cons(${list}, ${head}, ${isSingle ? `[ ${head}]` : outputTerm(world, body, 'list')})`);
    },
  },
  { needs: ['list'], add: (world, body) => addTest(body, `${sign(world)}:match_nil(${known(world, body, 'list')})`) },
  {
    needs: ['list', 'number'],
    add: (world, body) =>
      addTest(body, `!:list:member(${known(world, body, 'number')}, ${known(world, body, 'list')})`),
  },
  {
    needs: ['struct'],
    add: (world, body) => {
      const struct = known(world, body, 'struct');
      const [field, column] = world.random.pick([
        ['/k', 'number'],
        ['/tag', 'name'],
      ] as const);
      addTest(body, `:match_field(${struct}, ${field}, ${outputTerm(world, body, column)})`);
    },
  },
  {
    needs: ['number', 'name'],
    add: (world, body) =>
      addValue(body, 'struct', `{/k : ${known(world, body, 'number')}, /tag : ${known(world, body, 'name')}}`),
  },
  {
    needs: ['map', 'name'],
    add: (world, body) => {
      const [map, key] = [known(world, body, 'map'), known(world, body, 'name')];
      addTest(body, `:match_entry(${map}, ${key}, ${outputTerm(world, body, 'number')})`);
    },
  },
  {
    needs: ['number', 'name'],
    add: (world, body) => addValue(body, 'map', `[${known(world, body, 'name')} : ${known(world, body, 'number')}]`),
  },
  {
    needs: ['pair'],
    add: (world, body) => {
      const pair = known(world, body, 'pair');
      addTest(body, `:match_pair(${pair}, ${outputTerm(world, body, 'name')}, ${outputTerm(world, body, 'number')})`);
    },
  },
  {
    needs: ['number', 'name'],
    add: (world, body) =>
      addValue(body, 'pair', `fn:pair(${known(world, body, 'name')}, ${known(world, body, 'number')})`),
  },
  {
    needs: ['time'],
    add: (world, body) =>
      addTest(
        body,
        `:time:${world.random.pick(['lt', 'le', 'gt', 'ge'])}(${known(world, body, 'time')}, ${knownTerm(world, body, 'time')})`,
      ),
  },
  { needs: ['time'], add: (world, body) => addValue(body, 'number', `fn:time:day(${known(world, body, 'time')})`) },
  {
    needs: ['time'],
    add: (world, body) =>
      addTest(
        body,
        `${bindAside(body)} = fn:time:sub(${known(world, body, 'time')}, ${knownTerm(world, body, 'time')})`,
      ),
  },
];

function known(world: World, body: Body, column: Column): string {
  return world.random.pick(body.variables[column]);
}

function sign(world: World): string {
  return world.random.chance(0.3) ? '!' : '';
}

/** `V = expression`, or the other way round; the expression is made before its variable. */
function addValue(body: Body, column: Column, expression: string): void {
  addTest(body, `${bindFresh(body, column)} = ${expression}`);
}

/** A variable that counts as a column of the rows and is read by nobody. */
function bindAside(body: Body): string {
  return `V${++body.count}`;
}

function addArithmetic(world: World, body: Body): void {
  const [left, right] = [known(world, body, 'number'), knownTerm(world, body, 'number')];
  const expression = world.random.pick([
    `fn:plus(${left}, ${right})`,
    `fn:minus(${left}, ${right})`,
    `fn:mult(${left}, ${right})`,
    `fn:div(${left}, ${world.random.pick([1, 2, 3, -2])})`,
    `fn:minus(${left})`,
  ]);
  addValue(body, 'number', expression);
}

/** Mostly guarded: without a guard the program may fail, and then it must fail with every evaluator. */
function addDivision(world: World, body: Body): void {
  const [left, right] = [known(world, body, 'number'), known(world, body, 'number')];
  if (world.random.chance(0.9)) addTest(body, `${right} != 0`);
  addValue(body, 'number', `fn:div(${left}, ${right})`);
}

function addFirst(world: World, body: Body): void {
  const list = known(world, body, 'list');
  if (world.random.chance(0.9)) addTest(body, `!:match_nil(${list})`);
  addValue(body, 'number', `fn:list:get(${list}, 0)`);
}

function addInequality(world: World, body: Body, column: Column): void {
  const other = world.random.chance(0.5) ? known(world, body, column) : constant(world.random, column);
  addTest(body, `${known(world, body, column)} != ${other}`);
}

function addAlias(world: World, body: Body, column: Column): void {
  const name = known(world, body, column);
  const alias = bindFresh(body, column);
  addTest(body, world.random.chance(0.5) ? `${alias} = ${name}` : `${name} = ${alias}`);
}

function addMember(world: World, body: Body): void {
  const list = known(world, body, 'list');
  addTest(body, `:list:member(${outputTerm(world, body, 'number')}, ${list})`);
}
