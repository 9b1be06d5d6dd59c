// `npm start`: serves the example pack on loopback and shows what to try. `PORT` and `HOST` say where.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const launcher = fileURLToPath(new URL('../packages/cli/bin/manglecp.js', import.meta.url));
const { PORT, HOST } = process.env;
const args = [
  ...['serve', fileURLToPath(new URL('../examples/warehouse', import.meta.url))],
  ...(PORT ? ['--port', PORT] : []),
  ...(HOST ? ['--host', HOST] : []),
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
child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 0)));

function hint(address) {
  const request = {
    type: 'intent_request',
    id: '1',
    manglecp: '2026-02-draft',
    payload: {
      intent: { name: 'find_late_shipments' },
      facts: [
        { pred: 'active_site', args: ['HAM-2'] },
        { pred: 'shipment_event', args: ['S-881', 'missed_slot'], t: { at: 'now' } },
      ],
    },
  };
  return `
A desk that helps with late shipments (examples/warehouse). What it takes:

  curl -s ${address}/.well-known/manglecp/manifest.json

Tell it that a shipment has missed its slot, and it offers what fits:

  curl -s ${address}/manglecp/evaluate -H 'content-type: application/json' -d '${JSON.stringify(request)}'

Change a rule in examples/warehouse/domain.mg and ask again: it is reloaded. Ctrl+C ends the server.
`;
}
