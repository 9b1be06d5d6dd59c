// The memory of a server after many requests, in a process of its own.
import path from 'node:path';
import { benchRoot } from './options.mjs';
import { runCommand } from './processes.mjs';

export function runMemory(options, log) {
  const requests = options.quick ? 5000 : 100_000;
  log(`memory: ${requests} requests`);
  const script = path.join(benchRoot, 'engine', 'memory.mjs');
  const args = ['--requests', String(requests), '--size', options.size];
  return runCommand([process.execPath, script, ...args], { timeoutMs: Math.max(options.timeoutMs, 900_000) });
}
