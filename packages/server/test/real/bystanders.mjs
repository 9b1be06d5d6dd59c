// Well-behaved clients of a server under attack, in a process of their own, so that the attacker's work does not slow
// them down. Reads `{ url, token?, message, perSecond, address? }` from the parent, reports what became of each request.
import { Agent, request } from 'node:http';

const patienceMs = 10_000;

// The test is over, one way or another.
process.once('disconnect', () => process.exit(1));

process.once('message', ({ url, token, message, perSecond, address }) => {
  const kept = new Agent({ keepAlive: true, maxSockets: 4 });
  const results = [];
  const pending = new Set();
  let turn = 0;
  const timer = setInterval(() => {
    turn += 1;
    // By turns: a connection that is reused, one of its own, and the check of a load balancer.
    const kind = ['kept', 'fresh', 'health'][turn % 3];
    const asked = ask({ url, token, address, kind, message, turn, agent: kind === 'kept' ? kept : false });
    pending.add(asked);
    void asked.then((result) => {
      results.push(result);
      pending.delete(asked);
    });
  }, 1000 / perSecond);
  process.once('message', async () => {
    clearInterval(timer);
    await Promise.all(pending);
    process.send(results, () => process.exit(0));
  });
});

/** Resolves with the kind of request, whether it was answered as it should be, and how long that took. */
function ask({ url, token, address, kind, message, turn, agent }) {
  const begun = performance.now();
  return new Promise((resolve) => {
    const end = (isAnswered, what) =>
      resolve({ kind, isAnswered, what, ms: performance.now() - begun, at: Date.now() });
    const isHealth = kind === 'health';
    const target = new URL(isHealth ? '/healthz' : '/manglecp/evaluate', url);
    const call = request(target, {
      agent,
      method: isHealth ? 'GET' : 'POST',
      timeout: patienceMs,
      ...(address === undefined ? {} : { localAddress: address }),
      headers: {
        ...(isHealth ? {} : { 'content-type': 'application/json' }),
        ...(token === undefined || isHealth ? {} : { authorization: `Bearer ${token}` }),
      },
    });
    call.on('response', (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (chunk) => (text += chunk));
      response.on('end', () => end(response.statusCode === 200, `${response.statusCode} ${text.slice(0, 200)}`));
    });
    call.on('timeout', () => call.destroy(new Error('no answer in time')));
    call.on('error', (error) => end(false, error.message));
    call.end(isHealth ? undefined : JSON.stringify({ ...message, id: `bystander-${turn}` }));
  });
}
