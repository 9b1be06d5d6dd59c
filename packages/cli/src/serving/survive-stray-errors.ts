import type { Server } from '@manglecp/server';

/**
 * Actions and external functions of packs may leave a promise that rejects, or a timer that throws, when nobody waits for
 * them any more. That must not take the service from everybody: it is logged, and the manifest says `degraded`.
 */
export function surviveStrayErrors(server: Server): void {
  const report = (error: unknown): void => server.reportStrayError(error);
  process.on('unhandledRejection', report);
  process.on('uncaughtException', report);
}
