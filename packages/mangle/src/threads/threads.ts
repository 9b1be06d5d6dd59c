// Evaluation on other threads, for Node: the entry `@manglecp/mangle/threads`.
export type { Asked, OffThreadAnswer } from './asked.js';
export { evaluateOffThread, type OffThreadOptions } from './evaluate-off-thread.js';
export { createPool, Pool, type PoolOptions, type PoolRequest } from './pool.js';
export type { ThreadOptions } from './thread.js';
export type { HostModule } from './thread-host.js';
