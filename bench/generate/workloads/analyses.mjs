// Program analyses (non-linear and mutual recursion), and a closure under stratified negation.
import { distinct, random, times } from '../random.mjs';

/** Points-to. */
export const andersen = {
  sizes: { small: { v: 260 }, large: { v: 620 } },
  make({ v }, seed) {
    const r = random(seed);
    const pairs = (share) => distinct(Math.floor(v * share), () => [r.int(v), r.int(v)]);
    return {
      nonlinear: true,
      check: ['pt'],
      facts: { addr: pairs(0.45), assign: pairs(0.85), load: pairs(0.22), store: pairs(0.22) },
      mg:
        'pt(Y,X) :- addr(Y,X).\npt(Y,X) :- assign(Y,Z), pt(Z,X).\n' +
        'pt(Y,W) :- load(Y,X), pt(X,Z), pt(Z,W).\npt(Z,W) :- store(Y,X), pt(Y,Z), pt(X,W).\n',
    };
  },
};

/** Context-sensitive pointer analysis: three predicates that need each other. */
export const cspa = {
  sizes: { small: { v: 110 }, large: { v: 240 } },
  make({ v }, seed) {
    const r = random(seed);
    const assign = distinct(Math.floor(v * 0.8), () => {
      const to = r.int(v);
      return [to, Math.max(0, to - 1 - r.int(60))];
    });
    return {
      nonlinear: true,
      check: ['vf', 'va', 'ma'],
      facts: { assign, deref: distinct(Math.floor(v * 0.35), () => [r.int(v), r.int(v)]) },
      mg:
        'vf(Y,X) :- assign(Y,X).\nvf(X,Y) :- assign(X,Z), ma(Z,Y).\nvf(X,Y) :- vf(X,Z), vf(Z,Y).\n' +
        'ma(X,W) :- deref(Y,X), va(Y,Z), deref(Z,W).\n' +
        'va(X,Y) :- vf(Z,X), vf(Z,Y).\nva(X,Y) :- vf(Z,X), ma(Z,W), vf(W,Y).\n' +
        'vf(X,X) :- assign(X,Y).\nvf(X,X) :- assign(Y,X).\nma(X,X) :- assign(X,Y).\nma(X,X) :- assign(Y,X).\n',
    };
  },
};

export const reachNeg = {
  sizes: { small: { n: 150, m: 205 }, large: { n: 700, m: 950 } },
  make({ n, m }, seed) {
    const r = random(seed);
    return {
      check: ['reach', 'unreach', 'safe'],
      facts: {
        edge: distinct(m, () => [r.int(n), r.int(n)]),
        node: times(n, (at) => [at]),
        blocked: distinct(Math.floor(n / 20), () => [r.int(n)]),
      },
      mg:
        'open(X,Y) :- edge(X,Y), !blocked(Y).\nreach(X,Y) :- open(X,Y).\nreach(X,Z) :- reach(X,Y), open(Y,Z).\n' +
        'unreach(X,Y) :- node(X), node(Y), !reach(X,Y).\nhas_out(X) :- reach(X,Y).\n' +
        'safe(X) :- node(X), !has_out(X), !blocked(X).\n',
      sql: reachSql,
    };
  },
};

const reachSql = {
  tables: { edge: ['INTEGER', 'INTEGER'], node: ['INTEGER'], blocked: ['INTEGER'] },
  pre: [
    'CREATE TABLE op AS SELECT DISTINCT c0,c1 FROM edge WHERE c1 NOT IN (SELECT c0 FROM blocked)',
    'CREATE INDEX opi ON op(c0)',
    'CREATE TABLE reach AS WITH RECURSIVE r(a,b) AS (SELECT c0,c1 FROM op UNION ' +
      'SELECT r.a, op.c1 FROM r JOIN op ON r.b=op.c0) SELECT a,b FROM r',
    'CREATE INDEX ri ON reach(a,b)',
  ],
  queries: {
    reach: 'SELECT count(*) FROM reach',
    unreach: 'SELECT count(*) FROM node x, node y WHERE NOT EXISTS (SELECT 1 FROM reach WHERE a=x.c0 AND b=y.c0)',
    safe:
      'SELECT count(*) FROM node x WHERE NOT EXISTS (SELECT 1 FROM reach WHERE a=x.c0) ' +
      'AND x.c0 NOT IN (SELECT c0 FROM blocked)',
  },
};
