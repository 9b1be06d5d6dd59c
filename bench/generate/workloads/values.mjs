// Aggregation by group, and structured values.
import { distinct, random, times } from '../random.mjs';

export const aggregate = {
  sizes: { small: { sales: 4000 }, large: { sales: 100000 } },
  make({ sales }, seed) {
    const r = random(seed);
    const customers = Math.max(100, Math.floor(sales / 40));
    const products = Math.max(50, Math.floor(sales / 100));
    return {
      check: ['total', 'top', 'big'],
      facts: {
        sale: times(sales, (at) => [at, r.int(customers), r.int(products), 1 + r.int(500)]),
        cust: times(customers, (at) => [at, r.int(40)]),
        prod: times(products, (at) => [at, r.int(25)]),
      },
      ...aggregateRules,
    };
  },
};

const aggregateRules = {
  mg:
    'line(I,R,C,A) :- sale(I,U,P,A), cust(U,R), prod(P,C).\n' +
    'total(R,C,S,N) :- line(I,R,C,A) |> do fn:group_by(R,C), let S = fn:sum(A), let N = fn:count().\n' +
    'top(R,M) :- total(R,C,S,N) |> do fn:group_by(R), let M = fn:max(S).\n' +
    'big(U) :- spent(U,S), 9000 < S.\nspent(U,S) :- sale(I,U,P,A) |> do fn:group_by(U), let S = fn:sum(A).\n',
  lp:
    'line(I,R,C,A) :- sale(I,U,P,A), cust(U,R), prod(P,C).\nrc(R,C) :- line(_,R,C,_).\n' +
    'total(R,C,S,N) :- rc(R,C), S = #sum{A,I : line(I,R,C,A)}, N = #count{I : line(I,R,C,_)}.\n' +
    'top(R,M) :- rc(R,_), M = #max{S : total(R,_,S,_)}.\nbuyer(U) :- sale(_,U,_,_).\n' +
    'spent(U,S) :- buyer(U), S = #sum{A,I : sale(I,U,_,A)}.\nbig(U) :- spent(U,S), S > 9000.\n',
  pl:
    ':- use_module(library(aggregate)).\nline(I,R,C,A) :- sale(I,U,P,A), cust(U,R), prod(P,C).\n' +
    ':- table total/4, top/2, spent/2, big/1.\n' +
    'total(R,C,S,N) :- aggregate(r(sum(A),count), I^line(I,R,C,A), r(S,N)).\n' +
    'top(R,M) :- aggregate(max(S), C^N^total(R,C,S,N), M).\n' +
    'spent(U,S) :- aggregate(sum(A), I^P^sale(I,U,P,A), S).\nbig(U) :- spent(U,S), S > 9000.\n',
  cozo:
    'line[i,r,c,a] := *sale[i,u,p,a], *cust[u,r], *prod[p,c]\n' +
    'total[r,c,sum(a),count(i)] := line[i,r,c,a]\ntop[r,max(s)] := total[r,c,s,n]\n' +
    'spent[u,sum(a)] := *sale[i,u,p,a]\nbig[u] := spent[u,s], s > 9000\n',
  sql: {
    tables: {
      sale: ['INTEGER', 'INTEGER', 'INTEGER', 'INTEGER'],
      cust: ['INTEGER', 'INTEGER'],
      prod: ['INTEGER', 'INTEGER'],
    },
    pre: [
      'CREATE TABLE total AS SELECT c.c1 r,p.c1 c,sum(s.c3) s,count(*) n FROM sale s ' +
        'JOIN cust c ON s.c1=c.c0 JOIN prod p ON s.c2=p.c0 GROUP BY 1,2',
    ],
    queries: {
      total: 'SELECT count(*) FROM total',
      top: 'SELECT count(*) FROM (SELECT r,max(s) FROM total GROUP BY r)',
      big: 'SELECT count(*) FROM (SELECT c1,sum(c3) FROM sale GROUP BY c1 HAVING sum(c3)>9000)',
    },
  },
};

export const structs = {
  sizes: { small: { layers: 6, width: 6, tools: 1500 }, large: { layers: 9, width: 8, tools: 20000 } },
  make({ layers, width, tools }, seed) {
    const r = random(seed);
    const edge = [];
    for (let layer = 0; layer + 1 < layers; layer++) {
      for (let from = 0; from < width; from++) {
        for (const [to] of distinct(3, () => [r.int(width)]))
          edge.push([layer * width + from, (layer + 1) * width + to]);
      }
    }
    const records = times(tools, (at) => ({
      cost: r.int(100),
      cat: `/c${r.int(30)}`,
      name: `tool-${at % 997}`,
    }));
    return {
      check: ['path', 'long', 'cheap', 'label', 'cat_total'],
      facts: { edge, tool: records.map((record, at) => [at, recordSpellings(record)]) },
      ...structRules(layers - 2),
      cozo: null,
      nemo: null,
    };
  },
};

function recordSpellings({ cost, cat, name }) {
  return {
    mg: `{ /cost: ${cost}, /cat: ${cat}, /name: "${name}" }`,
    lp: `rec(${cost},"${cat}","${name}")`,
    pl: `rec(${cost},'${cat}',"${name}")`,
  };
}

function structRules(shortest) {
  return {
    mg:
      'path(X,Y,P) :- edge(X,Y), P = fn:list(X,Y).\npath(X,Z,P) :- edge(X,Y), path(Y,Z,Q), P = fn:list:cons(X,Q).\n' +
      `long(X,P) :- path(X,Z,P), N = fn:list:len(P), ${shortest} < N.\n` +
      'cheap(I,C) :- tool(I,R), :match_field(R, /cost, K), K < 40, :match_field(R, /cat, C).\n' +
      'label(L) :- tool(I,R), :match_field(R, /name, N), :match_field(R, /cat, C), ' +
      'S = fn:name:to_string(C), L = fn:string:concat(N, ":", S).\n' +
      'cat_total(C,S) :- cost_of(I,C,K) |> do fn:group_by(C), let S = fn:sum(K).\n' +
      'cost_of(I,C,K) :- tool(I,R), :match_field(R, /cost, K), :match_field(R, /cat, C).\n',
    lp:
      'path(X,Y,c(X,c(Y,nil)),2) :- edge(X,Y).\npath(X,Z,c(X,Q),N+1) :- edge(X,Y), path(Y,Z,Q,N).\n' +
      `long(X,P) :- path(X,Z,P,N), N > ${shortest}.\ncheap(I,C) :- tool(I,rec(K,C,_)), K < 40.\n` +
      'label((N,C)) :- tool(I,rec(_,C,N)).\n' +
      'cats(C) :- tool(_,rec(_,C,_)).\ncat_total(C,S) :- cats(C), S = #sum{K,I : tool(I,rec(K,C,_))}.\n',
    pl:
      ':- table path/3.\npath(X,Y,[X,Y]) :- edge(X,Y).\npath(X,Z,[X|Q]) :- edge(X,Y), path(Y,Z,Q).\n' +
      ':- table long/2, cheap/2, label/1, cat_total/2.\n' +
      `long(X,P) :- path(X,_,P), length(P,N), N > ${shortest}.\ncheap(I,C) :- tool(I,rec(K,C,_)), K < 40.\n` +
      'label(L) :- tool(_,rec(_,C,N)), atomics_to_string([N,":",C],L).\n' +
      'cat_total(C,S) :- aggregate(sum(K), I^N^tool(I,rec(K,C,N)), S).\n',
  };
}
