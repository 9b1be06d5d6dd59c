// Transitive closure in three shapes, and a recursive join with a large output.
import { distinct, random, times } from '../random.mjs';

const rules = 'tc(X,Y) :- edge(X,Y).\ntc(X,Z) :- tc(X,Y), edge(Y,Z).\n';
const sql = {
  tables: { edge: ['INTEGER', 'INTEGER'] },
  queries: {
    tc:
      'WITH RECURSIVE tc(a,b) AS (SELECT c0,c1 FROM edge UNION ' +
      'SELECT tc.a, edge.c1 FROM tc JOIN edge ON tc.b = edge.c0) SELECT count(*) FROM tc',
  },
};

function closureOf(edge) {
  return { facts: { edge }, mg: rules, sql, check: ['tc'] };
}

/** Many rounds. */
export const tcChain = {
  sizes: { small: { n: 200 }, large: { n: 900 } },
  make: ({ n }) => closureOf(times(n - 1, (at) => [at, at + 1])),
};

/** Irregular. */
export const tcRandom = {
  sizes: { small: { n: 500, m: 650 }, large: { n: 1500, m: 2000 } },
  make({ n, m }, seed) {
    const r = random(seed);
    return closureOf(distinct(m, () => [r.int(n), r.int(n)]));
  },
};

/** Many derivations of each fact. */
export const tcGrid = {
  sizes: { small: { k: 14 }, large: { k: 34 } },
  make({ k }) {
    const edge = [];
    for (let row = 0; row < k; row++) {
      for (let column = 0; column < k; column++) {
        if (row + 1 < k) edge.push([row * k + column, (row + 1) * k + column]);
        if (column + 1 < k) edge.push([row * k + column, row * k + column + 1]);
      }
    }
    return closureOf(edge);
  },
};

export const sameGen = {
  sizes: { small: { n: 450, fan: 3 }, large: { n: 1800, fan: 3 } },
  make({ n, fan }, seed) {
    const r = random(seed);
    const tree = times(n - 1, (at) => [at + 1, Math.floor(at / fan)]);
    const seen = new Set(tree.map(String));
    const extra = distinct(Math.floor(n / 50), () => {
      const child = 1 + r.int(n - 1);
      return [child, r.int(child)];
    });
    return {
      facts: { par: [...tree, ...extra.filter((pair) => !seen.has(String(pair)))] },
      check: ['sg'],
      mg: 'sg(X,Y) :- par(X,P), par(Y,P), X != Y.\nsg(X,Y) :- par(X,A), sg(A,B), par(Y,B).\n',
      sql: {
        tables: { par: ['INTEGER', 'INTEGER'] },
        queries: {
          sg:
            'WITH RECURSIVE sg(a,b) AS (SELECT p.c0,q.c0 FROM par p JOIN par q ON p.c1=q.c1 WHERE p.c0<>q.c0 UNION ' +
            'SELECT p.c0,q.c0 FROM sg JOIN par p ON p.c1=sg.a JOIN par q ON q.c1=sg.b) SELECT count(*) FROM sg',
        },
      },
    };
  },
};
