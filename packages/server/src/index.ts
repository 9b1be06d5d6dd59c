// Serving.
export { openServer, type OpenOptions, type OpenResult } from './open-server.js';
export type { ListenOptions, Server, StdioStreams } from './server.js';
export type { MemoryConnection } from './hosts/memory-host.js';
export { SetupError, type SetupProblem } from './security/setup-error.js';

// Domain packs.
export { loadPack, type LoadResult } from './pack/load-pack.js';
export type { Problem } from './pack/problem.js';
export { renderProblems } from './pack/render-problems.js';
export type { Action, ActionContext, Pack } from './pack/pack.js';
export type { PackConfig } from './config/config.js';
