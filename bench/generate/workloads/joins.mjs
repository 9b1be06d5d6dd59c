// A cyclic join over skewed degrees, and the load of many facts with one join.
import { distinct, random, times } from '../random.mjs';

export const triangle = {
  sizes: { small: { n: 500, m: 3000 }, large: { n: 2500, m: 30000 } },
  make({ n, m }, seed) {
    const r = random(seed);
    const skewed = () => Math.floor(n * r.next() * r.next());
    const edge = distinct(m, () => {
      const [from, to] = [skewed(), skewed()];
      return from < to ? [from, to] : null;
    });
    return {
      check: ['tri', 'quad'],
      facts: { edge },
      mg:
        'tri(X,Y,Z) :- edge(X,Y), edge(Y,Z), edge(X,Z).\n' +
        'quad(X) :- tri(X,Y,Z), edge(Z,W), edge(X,W), edge(Y,W).\n',
      sql: {
        tables: { edge: ['INTEGER', 'INTEGER'] },
        pre: [
          'CREATE TABLE tri AS SELECT DISTINCT a.c0 x,a.c1 y,b.c1 z FROM edge a ' +
            'JOIN edge b ON a.c1=b.c0 JOIN edge c ON c.c0=a.c0 AND c.c1=b.c1',
        ],
        queries: {
          tri: 'SELECT count(*) FROM tri',
          quad:
            'SELECT count(DISTINCT t.x) FROM tri t JOIN edge a ON a.c0=t.z ' +
            'JOIN edge b ON b.c0=t.x AND b.c1=a.c1 JOIN edge c ON c.c0=t.y AND c.c1=a.c1',
        },
      },
    };
  },
};

export const loadFacts = {
  sizes: { small: { n: 30000 }, large: { n: 1000000 } },
  make({ n }, seed) {
    const r = random(seed);
    const names = Math.floor(n / 10);
    return {
      check: ['hit'],
      facts: {
        owner: times(Math.floor(n * 0.7), (at) => [`/res/r${at}`, `/user/u${r.int(names)}`]),
        dept: times(names, (at) => [`/user/u${at}`, r.int(500)]),
        flagged: distinct(Math.floor(n * 0.2), () => [`/res/r${r.int(n * 0.7)}`]),
      },
      mg: 'hit(R,D) :- flagged(R), owner(R,U), dept(U,D).\n',
      sql: {
        tables: { owner: ['TEXT', 'TEXT'], dept: ['TEXT', 'INTEGER'], flagged: ['TEXT'] },
        index: ['owner(c0)', 'dept(c0)'],
        queries: {
          hit:
            'SELECT count(*) FROM (SELECT DISTINCT f.c0,d.c1 FROM flagged f ' +
            'JOIN owner o ON o.c0=f.c0 JOIN dept d ON d.c0=o.c1)',
        },
      },
    };
  },
};
