// Serving.
export { openServer, type OpenOptions, type OpenResult } from './open-server.js';
export type { ListenOptions, Server, StdioStreams } from './server.js';
export type { MemoryConnection } from './hosts/memory-host.js';
export { SetupError, type SetupProblem } from './security/setup-error.js';

// Domain packs.
export { loadPack, type LoadResult } from './pack/load-pack.js';
export { checkServing } from './check-serving.js';
export type { Problem } from './pack/problem.js';
export { renderProblems } from './pack/render-problems.js';
export type { Action, ActionContext, Pack, PackSkill, SkillGate, SkillResource } from './pack/pack.js';
export { recordReviews, type Reviewed } from './pack/review-skills.js';
export type { PackConfig } from './config/config.js';

// Scenarios of packs.
export { hasPassed, type PackReport, type RoundReport, type ScenarioReport } from './scenarios/report.js';
export { testPack, type TestOptions } from './scenarios/test-pack.js';
export { testPackOnThread, type ThreadTestOptions } from './scenarios/test-pack-on-thread.js';

// Why a tool is offered or not.
export {
  explainTool,
  type ExplainProblem,
  type ExplainQuestion,
  type ToolExplanation,
} from './explain/explain-tool.js';
export type { Obstacle } from './explain/obstacles.js';
export type { Step } from './explain/reasons-of-fact.js';
