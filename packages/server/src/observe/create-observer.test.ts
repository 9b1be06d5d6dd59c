import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { SpanStatusCode } from '@opentelemetry/api';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { describe, expect, it } from 'vitest';
import type { ObserveConfig } from '../config/config.js';
import { createObserver, type ObserverOptions } from './create-observer.js';

const allOff: ObserveConfig = { log_level: 'silent', metrics: false, tracing: false, audit_log: null };

function create(config: Partial<ObserveConfig>, options: Partial<ObserverOptions> = {}) {
  const lines: string[] = [];
  let now = 1_772_366_400_000;
  const observer = createObserver(
    { ...allOff, ...config },
    {
      service: 'warehouse',
      domains: ['warehouse'],
      logDestination: { write: (line: string) => lines.push(line) },
      clock: () => (now += 10),
      folder: tmpdir(),
      ...options,
    },
  );
  return { observer, logged: () => lines.map((line) => JSON.parse(line) as Record<string, unknown>) };
}

describe('logs', () => {
  it('have one line for each message', () => {
    const { observer, logged } = create({ log_level: 'info' }, { newRequestId: () => 'r-1' });
    const observation = observer.begin({ transport: 'http', domain: 'warehouse', bytes: 10 });
    observation.set({ type: 'intent_request' });
    observation.set({ id: 'c-1', principal: 'static:ops' });
    observation.mark('facts');
    observation.end({ code: 'invalid_facts', status: 400 });
    observation.end({});
    expect(logged()).toMatchObject([
      {
        level: 'info',
        service: 'warehouse',
        request_id: 'r-1',
        domain: 'warehouse',
        transport: 'http',
        type: 'intent_request',
        id: 'c-1',
        principal: 'static:ops',
        code: 'invalid_facts',
        status: 400,
        step: 'facts',
        duration_ms: 10,
        msg: 'message',
      },
    ]);
  });

  it('are not flooded by a message with a huge id', () => {
    const { observer, logged } = create({ log_level: 'info' });
    const observation = observer.begin({ transport: 'http', domain: 'warehouse' });
    observation.set({ id: 'i'.repeat(16_000_000), type: 't'.repeat(16_000_000) });
    observation.end({});
    expect(JSON.stringify(logged()).length).toBeLessThan(1000);
  });

  it('tell messages apart by ids of ours', () => {
    const { observer } = create({});
    const ids = Array.from({ length: 100 }, () => observer.begin({ transport: 'http', domain: 'd' }).requestId);
    expect(new Set(ids).size).toBe(100);
  });
});

describe('metrics', () => {
  it('count messages from their beginning to their end', async () => {
    const { observer } = create({ metrics: true });
    const observation = observer.begin({ transport: 'stdio', domain: 'warehouse', type: 'cancel', bytes: 40 });
    expect(await observer.metricsText()).toContain(
      'manglecp_requests_in_flight{domain="warehouse",transport="stdio"} 1\n',
    );
    observation.end({ bytes: 60 });
    const text = await observer.metricsText();
    for (const sample of [
      'manglecp_requests_in_flight{domain="warehouse",transport="stdio"} 0',
      'manglecp_requests_total{domain="warehouse",transport="stdio",type="cancel",code="ok"} 1',
      'manglecp_request_duration_seconds_sum{domain="warehouse",transport="stdio",type="cancel"} 0.01',
      'manglecp_message_bytes_sum{direction="in",transport="stdio"} 40',
      'manglecp_message_bytes_sum{direction="out",transport="stdio"} 60',
    ]) {
      expect(text).toContain(`${sample}\n`);
    }
  });
});

describe('traces', () => {
  function traced(config: Partial<ObserveConfig>) {
    const exporter = new InMemorySpanExporter();
    const tracerProvider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
    const { observer } = create(config, { tracerProvider, newRequestId: () => 'r-1' });
    return { observer, spans: () => exporter.getFinishedSpans() };
  }

  it('have a span for each message and an event for each step', () => {
    const { observer, spans } = traced({ tracing: true });
    const observation = observer.begin({ transport: 'websocket', domain: 'warehouse' });
    observation.mark('size');
    observation.set({ type: 'intent_request', id: 'c'.repeat(1000), principal: 'static:ops' });
    observation.mark('policy');
    observation.end({ code: 'auth_required' });
    const [span] = spans();
    expect(span?.name).toBe('manglecp intent_request');
    expect(span?.attributes).toEqual({
      'manglecp.domain': 'warehouse',
      'manglecp.transport': 'websocket',
      'manglecp.request_id': 'r-1',
      'manglecp.type': 'intent_request',
      'manglecp.message_id': `${'c'.repeat(200)}…`,
      'manglecp.code': 'auth_required',
    });
    expect(span?.status.code).toBe(SpanStatusCode.ERROR);
    expect(span?.events.map(({ name }) => name)).toEqual(['size', 'policy']);
  });

  it('name no span after a type that a client invented', () => {
    const { observer, spans } = traced({ tracing: true });
    const observation = observer.begin({ transport: 'http', domain: 'warehouse', type: 'marker' });
    observation.end({});
    expect(spans()[0]?.name).toBe('manglecp other');
  });

  it('are not made when they are off', () => {
    const { observer, spans } = traced({});
    observer.begin({ transport: 'http', domain: 'warehouse' }).end({});
    expect(spans()).toEqual([]);
  });
});

describe('the audit log', () => {
  const entry = {
    request: 'r-1',
    domain: 'warehouse',
    transport: 'http',
    principal: 'anonymous',
    type: 'intent_request',
    subject: 'find_late',
    decision: 'allowed',
    confirmation: 'none',
  } as const;

  it('is a file beside the pack', async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'manglecp-observer-'));
    const { observer } = create({ audit_log: 'audit.jsonl' }, { folder });
    observer.audit(entry);
    await observer.close();
    expect(JSON.parse(await readFile(path.join(folder, 'audit.jsonl'), 'utf8'))).toMatchObject(entry);
    expect(observer.degraded).toEqual([]);
    await rm(folder, { recursive: true });
  });

  it('degrades the server when it fails, which is logged and counted', async () => {
    const reported: unknown[] = [];
    const config = { audit_log: '/dev/full', metrics: true, log_level: 'error' as const };
    const { observer, logged } = create(config, { onDegraded: (degradation) => reported.push(degradation) });
    observer.audit(entry);
    await observer.close();
    observer.audit(entry);
    const degradation = { component: 'audit_log', reason: 'audit entries were lost' };
    expect(observer.degraded).toEqual([degradation]);
    expect(reported).toEqual([degradation]);
    expect(logged()).toMatchObject([
      { level: 'error', entries: 1, msg: 'audit entries were lost', err: { code: 'ENOSPC' } },
      { level: 'error', entries: 1 },
    ]);
    expect(await observer.metricsText()).toContain('manglecp_audit_failures_total 2\n');
  });

  it('stops the start if it cannot be opened', () => {
    expect(() => create({ audit_log: 'missing/folder/audit.jsonl' })).toThrow('`observe.audit_log`');
  });
});

it('does nothing where everything is off', async () => {
  const { observer, logged } = create({});
  const observation = observer.begin({ transport: 'http', domain: 'warehouse' });
  observation.mark('size');
  observation.end({});
  observer.log.error({}, 'unheard');
  expect(logged()).toEqual([]);
  expect(await observer.metricsText()).toBe('');
  await observer.close();
});
