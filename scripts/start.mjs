// `npm start`: serves the example domains on loopback and shows what to try. `PORT` and `HOST` say where, and so do
// arguments, which go to `manglecp serve`: `npm start -- --port 8080`.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './build.mjs';

// Here, because the launcher has no terminal to tell that it builds.
await ensureBuilt();

const launcher = fileURLToPath(new URL('../packages/cli/bin/manglecp.js', import.meta.url));
const { PORT, HOST } = process.env;
const domains = ['browser-diagnosis', 'codebase', 'workflow'];
const args = [
  ...['serve', ...domains.map((name) => fileURLToPath(new URL(`../domains/${name}`, import.meta.url)))],
  ...(PORT ? ['--port', PORT] : []),
  ...(HOST ? ['--host', HOST] : []),
  // The server writes into a pipe, so it cannot see where that ends.
  ...(process.stderr.isTTY ? ['--log-format', 'readable'] : []),
  // The last one counts.
  ...process.argv.slice(2),
];
const child = spawn(process.execPath, [launcher, ...args], { stdio: ['inherit', 'inherit', 'pipe'] });

let text = '';
child.stderr.setEncoding('utf8').on('data', (chunk) => {
  process.stderr.write(chunk);
  if (text === undefined) return;
  text += chunk;
  const [, address] = /manglecp ready (\S+)/.exec(text) ?? [];
  if (address === undefined) return;
  text = undefined;
  console.log(hint(address));
});
// The child gets the signals of the terminal itself; those that are sent to this process alone are passed on.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('close', (code, signal) => {
  if (text?.includes('--port')) {
    console.error('With npm start that is `PORT=8080 npm start` or `npm start -- --port 8080`.');
  }
  process.exit(code ?? (signal === null ? 1 : 0));
});

function hint(address) {
  const request = {
    type: 'intent_request',
    id: '1',
    manglecp: '2026-02-draft',
    payload: {
      intent: { name: 'diagnose_error' },
      facts: [
        { pred: 'console_event', args: ['s1', 'error', 'TypeError: x is null', 0], t: { at: 'now' } },
        { pred: 'net_request', args: ['s1', 'r42', 'GET', 'https://api.example.com/users', 0], t: { at: 'now' } },
      ],
      options: { include_proof_hints: true },
    },
  };
  return `
Three example domains: browser-diagnosis, codebase and workflow (domains/). What the first one takes:

  curl -s ${address}/.well-known/manglecp/manifest.json

Tell it of an error in the console and of a request, and it offers the diagnosis that fits, and says why:

  curl -s ${address}/manglecp/browser_diagnosis/evaluate -H 'content-type: application/json' -d '${JSON.stringify(request)}'

Change a rule in domains/browser-diagnosis/domain.mg and ask again: it is reloaded. Ctrl+C ends the server.
`;
}
