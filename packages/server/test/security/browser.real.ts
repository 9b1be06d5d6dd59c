import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumArguments, findChromium } from '../../../../test/browser/find-chromium.js';
import { metric } from '../harness/metrics.js';
import { startSubject, type Subject } from '../harness/subject.js';
import { intent } from './desk.js';

/** Serves an empty page, so that a script can have its origin. */
async function servePage(): Promise<{ server: Server; origin: string }> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>a page</title>');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** What a script of the page gets when it posts a message: the type of the answer, or that there was none. */
function postFrom(page: Page, url: string, mode: 'cors' | 'no-cors'): Promise<string> {
  const body = JSON.stringify(intent('observe'));
  return page.evaluate(
    async ({ address, text, how }) => {
      try {
        const headers = { 'content-type': how === 'cors' ? 'application/json' : 'text/plain' };
        const response = await fetch(address, { method: 'POST', mode: how, headers, body: text });
        return how === 'cors' ? ((await response.json()) as { type: string }).type : response.type;
      } catch {
        return 'nothing';
      }
    },
    { address: `${url}/manglecp/evaluate`, text: body, how: mode },
  );
}

/** What a script of the page gets when it opens a WebSocket. */
function connectFrom(page: Page, url: string): Promise<string> {
  return page.evaluate(
    (address) =>
      new Promise<string>((resolve) => {
        const socket = new WebSocket(address);
        socket.onmessage = ({ data }) => resolve((JSON.parse(data as string) as { type: string }).type);
        socket.onerror = () => resolve('nothing');
        socket.onclose = () => resolve('nothing');
      }),
    `${url.replace('http', 'ws')}/manglecp/ws`,
  );
}

function readFrom(page: Page, url: string): Promise<string> {
  return page.evaluate(async (address) => {
    try {
      return ((await (await fetch(address)).json()) as { type: string }).type;
    } catch {
      return 'nothing';
    }
  }, `${url}/.well-known/manglecp/manifest.json`);
}

describe('pages in a browser', () => {
  let browser: Browser;
  let subject: Subject;
  const pages: { server: Server; origin: string }[] = [];
  let url: string;
  const openPage = async (address: string): Promise<Page> => {
    const page = await browser.newPage();
    await page.goto(address);
    return page;
  };
  const originOf = (at: number): string => pages[at]?.origin ?? '';

  beforeAll(async () => {
    pages.push(await servePage(), await servePage());
    subject = await startSubject('http', { pack: 'guarded', config: { http: { cors_origins: [originOf(1)] } } });
    url = subject.url ?? '';
    const rebinding = '--host-resolver-rules=MAP evil.example 127.0.0.1';
    browser = await chromium.launch({
      executablePath: await findChromium(),
      args: [...chromiumArguments, rebinding],
    });
  });
  afterAll(async () => {
    await browser.close();
    await subject.stop();
    for (const { server } of pages) {
      server.close();
      server.closeAllConnections();
    }
  });

  it('SEC-036 a page of another origin reaches nothing', async () => {
    const page = await openPage(originOf(0));
    expect(await postFrom(page, url, 'cors')).toBe('nothing');
    expect(await connectFrom(page, url)).toBe('nothing');
    expect(await readFrom(page, url)).toBe('nothing');
    // A browser sends this without asking first; it must be refused and not only kept from the page.
    const before = await metric(url, 'manglecp_requests_total');
    await postFrom(page, url, 'no-cors');
    expect(await metric(url, 'manglecp_requests_total')).toBe(before);
  });

  it('SEC-036 WIRE-048 a page of a listed origin can use the server', async () => {
    const page = await openPage(originOf(1));
    expect(await postFrom(page, url, 'cors')).toBe('intent_response');
    expect(await connectFrom(page, url)).toBe('manifest');
    expect(await readFrom(page, url)).toBe('manifest');
  });

  it('SEC-036 a page whose name was turned to this machine reads nothing', async () => {
    const { port } = new URL(url);
    const address = `http://evil.example:${port}`;
    const page = await browser.newPage();
    const response = await page.goto(`${address}/.well-known/manglecp/manifest.json`);
    expect(response?.status()).toBe(403);
    expect(await response?.text()).not.toContain('Guarded');
    // To the browser this is the page's own origin, so only the host name gives it away.
    expect(await readFrom(page, address)).toBe('error');
    expect(await postFrom(page, address, 'cors')).toBe('error');
    expect(await connectFrom(page, address)).toBe('nothing');
  });
});
