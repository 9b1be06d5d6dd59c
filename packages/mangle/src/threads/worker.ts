// The script of a thread.
import { parentPort } from 'node:worker_threads';
import { ThreadHost } from './thread-host.js';
import type { Message } from './wire.js';

const port = parentPort;
if (port === null) throw new Error('this script is the inside of a thread; use `createPool` or `evaluateOffThread`');

const host = new ThreadHost((reply) => port.postMessage(reply));
port.on('message', (message: Message) => host.take(message));
