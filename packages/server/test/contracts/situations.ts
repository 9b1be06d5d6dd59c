import { defaultBands, type Graph, type Query } from './graph.js';
import { type Judgement, judge } from './oracle.js';

type Holds = (given: { readonly graph: Graph; readonly query: Query; readonly judgement: Judgement }) => boolean;

/** Without one part of the graph the answer is another one. */
const matters =
  (part: keyof Graph): Holds =>
  ({ graph, query, judgement }) =>
    namesOf(judge({ ...graph, [part]: [] }, query, defaultBands)) !== namesOf(judgement);

const paramMatters =
  (key: string): Holds =>
  ({ graph, query, judgement }) => {
    const params = Object.fromEntries(Object.entries(query.params).filter(([name]) => name !== key));
    return namesOf(judge(graph, { ...query, params }, defaultBands)) !== namesOf(judgement);
  };

/** What random graphs must have been through, or they would show nothing. */
const situations: Readonly<Record<string, Holds>> = {
  'nothing is selected': ({ judgement }) => judgement.answer.length === 0,
  'many tools are selected': ({ judgement }) => judgement.answer.length >= 8,
  'a rule of relevance decides': matters('relevant'),
  'a similarity decides': matters('vector'),
  'a duty decides': matters('mandatory'),
  'an offer of the domain decides': matters('macro'),
  'a constraint that is met decides': matters('serves'),
  'the context of a fact decides': matters('context'),
  'the context of a parameter decides': (given) => paramMatters('mode')(given) || paramMatters('size')(given),
  'a prerequisite decides': matters('requires'),
  'a conflict decides': matters('conflicts'),
  'an incompatibility decides': matters('incompatible'),
  'a capability decides': matters('needs'),
  'policy decides': matters('prohibited'),
  'a privilege decides': matters('privilege'),
  'an action decides': matters('step'),
  'the client excludes a tool': paramMatters('exclude_tools'),
  'the client excludes an effect': paramMatters('exclude_effects'),
  'the floor decides': ({ graph, query, judgement }) =>
    namesOf(judge(graph, query, { minimal: 0 })) !== namesOf(judgement),
  'a tool comes back': ({ judgement }) => judgement.readmitted.length > 0,
  'one tool comes back and another one does not': ({ judgement: { readmitted, eligible, answer } }) =>
    readmitted.length > 0 && eligible.some((tool) => !answer.some((offer) => offer.tool === tool)),
  'a tool comes back because one that would have kept it out did not': ({ judgement }) =>
    judgement.readmitted.some((root) => refusedBefore(judgement, root).length > 0),
  'a tool cannot come back: of those in its way the best did not either, and another one did': ({ judgement }) =>
    refusedOf(judgement).some((root) => {
      const before = rivalsBefore(judgement, root);
      const isBack = (tool: string): boolean => judgement.readmitted.includes(tool);
      return before.some((tool, at) => isBack(tool) && before.slice(0, at).some((better) => !isBack(better)));
    }),
  'rivals have the same score': ({ judgement: { answer, eligible, offers, areRivals } }) =>
    answer.some((kept) =>
      offers.some(({ tool, score }) => eligible.includes(tool) && areRivals(tool, kept.tool) && score === kept.score),
    ),
  'a tool needs something that is excluded': ({ judgement: { offers, eligible } }) =>
    offers.some(({ tool }) => !eligible.includes(tool)),
  'a prerequisite is there for others only': ({ judgement: { answer, roots } }) => answer.length > roots.length,
  'tools need each other': ({ judgement: { answer, group } }) =>
    answer.some((one) =>
      answer.some((two) => one !== two && group(one.tool).has(two.tool) && group(two.tool).has(one.tool)),
    ),
  'a tool needs another one by way of a third': ({ graph, judgement: { roots, group } }) =>
    roots.some((root) => {
      const direct = graph.requires.flatMap(([from, to]) => (from === root ? [to] : []));
      return [...group(root)].some((tool) => tool !== root && !direct.includes(tool));
    }),
};

/** Those who had their turn to come back and could not, though nothing that was never in doubt stood in their way. */
function refusedOf({ late, readmitted, answer, areRivals, group }: Judgement): readonly string[] {
  const doubtful = new Set(readmitted.flatMap((root) => [...group(root)]));
  const safe = answer.map(({ tool }) => tool).filter((tool) => !doubtful.has(tool));
  return late.filter((root) => {
    const members = [...group(root)];
    return (
      !readmitted.includes(root) && !members.some((one) => [...safe, ...members].some((two) => areRivals(one, two)))
    );
  });
}

/** Of those, or of those who came back, who had their turn before this one and stand in its way; best first. */
function rivalsBefore(judgement: Judgement, root: string): readonly string[] {
  const { late, readmitted, areRivals, group } = judgement;
  const refused = refusedOf(judgement);
  return late.slice(0, late.indexOf(root)).filter((other) => {
    const isCandidate = readmitted.includes(other) || refused.includes(other);
    return isCandidate && [...group(other)].some((one) => [...group(root)].some((two) => areRivals(one, two)));
  });
}

function refusedBefore(judgement: Judgement, root: string): readonly string[] {
  return rivalsBefore(judgement, root).filter((other) => !judgement.readmitted.includes(other));
}

function namesOf({ answer }: Judgement): string {
  return answer.map(({ tool, score, phase }) => `${tool} ${score} ${phase}`).join();
}

export const allSituations = Object.keys(situations);

/** The names of those that a graph and a query make up. */
export function situationsOf(graph: Graph, query: Query): readonly string[] {
  const judgement = judge(graph, query, defaultBands);
  return allSituations.filter((name) => situations[name]?.({ graph, query, judgement }));
}
