// An access policy without recursion: joins, then negation.
import { distinct, random, times } from '../random.mjs';

export const policy = {
  sizes: { small: { users: 50, res: 150 }, large: { users: 220, res: 520 } },
  make({ users, res }, seed) {
    return {
      check: ['can', 'allowed', 'denied', 'review', 'orphan'],
      facts: makeFacts(users, res, seed),
      mg: rules,
      sql,
    };
  },
};

function makeFacts(users, resources, seed) {
  const r = random(seed);
  const [roles, classes, actions, departments] = [40, 25, 6, 12];
  return {
    usr: times(users, (at) => [at]),
    dept: times(users, (at) => [at, r.int(departments)]),
    role: distinct(users * 3, () => [r.int(users), r.int(roles)]),
    inherits: distinct(roles, () => {
      const [from, to] = [r.int(roles), r.int(roles)];
      return from < to ? [from, to] : null;
    }),
    grant: distinct(roles * 5, () => [r.int(roles), r.int(actions), r.int(classes)]),
    res: times(resources, (at) => [at, r.int(classes), r.int(departments)]),
    secret: distinct(Math.floor(resources / 8), () => [r.int(resources)]),
    cleared: distinct(Math.floor(users / 3), () => [r.int(users)]),
    suspended: distinct(Math.floor(users / 20), () => [r.int(users)]),
    ban: distinct(Math.floor(users / 2), () => [r.int(users), r.int(classes)]),
    sensitive: [[0], [3]],
  };
}

const rules =
  'r1(U,R) :- role(U,R).\nr1(U,S) :- role(U,R), inherits(R,S).\n' +
  'r2(U,R) :- r1(U,R).\nr2(U,S) :- r1(U,R), inherits(R,S).\n' +
  'pa(U,A,C) :- r2(U,R), grant(R,A,C).\ncan(U,A,X) :- pa(U,A,C), res(X,C,D).\n' +
  'denied(U,A,X) :- can(U,A,X), suspended(U).\ndenied(U,A,X) :- can(U,A,X), secret(X), !cleared(U).\n' +
  'denied(U,A,X) :- ban(U,C), can(U,A,X), res(X,C,D).\n' +
  'denied(U,A,X) :- sensitive(A), can(U,A,X), res(X,C,D), dept(U,E), D != E.\n' +
  'allowed(U,A,X) :- can(U,A,X), !denied(U,A,X).\nreview(U,X) :- allowed(U,A,X), sensitive(A), secret(X).\n' +
  'touched(X) :- allowed(U,A,X).\norphan(X) :- res(X,C,D), !touched(X).\n';

const one = ['INTEGER'];
const two = ['INTEGER', 'INTEGER'];
const three = ['INTEGER', 'INTEGER', 'INTEGER'];

/** `grant` is a word of SQL, so its table has another name. */
const sql = {
  tables: {
    usr: one,
    dept: two,
    role: two,
    inherits: two,
    grant_: three,
    res: three,
    secret: one,
    cleared: one,
    suspended: one,
    ban: two,
    sensitive: one,
  },
  from: { grant_: 'grant' },
  pre: [
    'CREATE TABLE r1 AS SELECT c0 u,c1 r FROM role UNION ' +
      'SELECT role.c0,i.c1 FROM role JOIN inherits i ON role.c1=i.c0',
    'CREATE TABLE r2 AS SELECT u,r FROM r1 UNION SELECT u,i.c1 FROM r1 JOIN inherits i ON r1.r=i.c0',
    'CREATE TABLE can AS SELECT DISTINCT r2.u,g.c1 a,x.c0 x,x.c1 c,x.c2 d FROM r2 ' +
      'JOIN grant_ g ON g.c0=r2.r JOIN res x ON x.c1=g.c2',
    'CREATE TABLE denied AS SELECT u,a,x FROM can WHERE u IN (SELECT c0 FROM suspended) UNION ' +
      'SELECT u,a,x FROM can WHERE x IN (SELECT c0 FROM secret) AND u NOT IN (SELECT c0 FROM cleared) UNION ' +
      'SELECT can.u,a,x FROM can JOIN ban b ON b.c0=can.u AND b.c1=can.c UNION ' +
      'SELECT can.u,a,x FROM can JOIN dept e ON e.c0=can.u ' +
      'WHERE a IN (SELECT c0 FROM sensitive) AND can.d<>e.c1',
    'CREATE TABLE allowed AS SELECT u,a,x FROM can EXCEPT SELECT u,a,x FROM denied',
  ],
  queries: {
    can: 'SELECT count(*) FROM can',
    denied: 'SELECT count(*) FROM denied',
    allowed: 'SELECT count(*) FROM allowed',
    review:
      'SELECT count(*) FROM (SELECT DISTINCT u,x FROM allowed ' +
      'WHERE a IN (SELECT c0 FROM sensitive) AND x IN (SELECT c0 FROM secret))',
    orphan: 'SELECT count(*) FROM res WHERE c0 NOT IN (SELECT x FROM allowed)',
  },
};
