import { ByteCollector } from '../bounds/byte-collector.js';

/** No set of keys comes near it. */
const maxBytes = 1_048_576;
const timeoutMs = 5_000;

/** The body at a URL. Throws for another status than 200, for redirects, for large bodies, and after five seconds. */
export async function fetchText(url: string, get: typeof fetch): Promise<string> {
  const response = await get(url, {
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/jwk-set+json, application/json' },
  });
  if (response.status !== 200) throw new Error(`expected status 200, got ${response.status}`);
  const collector = new ByteCollector(maxBytes);
  const body: AsyncIterable<Uint8Array> | null = response.body;
  for await (const chunk of body ?? []) {
    // Leaving the loop cancels the body.
    if (collector.size + chunk.length > maxBytes) throw new Error(`expected at most ${maxBytes} bytes`);
    collector.add(chunk);
  }
  return Buffer.from(collector.take()).toString('utf8');
}
