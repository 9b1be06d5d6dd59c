import { register } from 'prom-client';
import { expect, it } from 'vitest';
import { createMetrics, noMetrics } from './metrics.js';

/** The samples of a metric, without buckets. */
async function samples(metrics: { text(): Promise<string> }, name: string): Promise<readonly string[]> {
  const lines = (await metrics.text()).split('\n');
  return lines.filter((line) => line.startsWith(`manglecp_${name}`) && !line.includes('_bucket'));
}

const request = { domain: 'warehouse', transport: 'http', type: 'intent_request', code: undefined, durationMs: 250 };

it('counts requests by outcome, and measures them', async () => {
  const metrics = createMetrics(['warehouse']);
  metrics.requestEnded(request);
  metrics.requestEnded({ ...request, code: 'invalid_facts', durationMs: 750 });
  expect(await samples(metrics, 'requests_total')).toEqual([
    'manglecp_requests_total{domain="warehouse",transport="http",type="intent_request",code="ok"} 1',
    'manglecp_requests_total{domain="warehouse",transport="http",type="intent_request",code="invalid_facts"} 1',
  ]);
  expect(await samples(metrics, 'request_duration_seconds')).toEqual([
    'manglecp_request_duration_seconds_sum{domain="warehouse",transport="http",type="intent_request"} 1',
    'manglecp_request_duration_seconds_count{domain="warehouse",transport="http",type="intent_request"} 2',
  ]);
});

it('SEC-040 makes no label of what a client sends', async () => {
  const metrics = createMetrics(['warehouse']);
  for (const name of ['marker', '__proto__', 'toString', 'constructor']) {
    metrics.requestEnded({ domain: name, transport: name, type: name, code: name, durationMs: 1 });
    metrics.messageBytes('in', name, 1);
    metrics.evaluationEnded(name, 1);
    metrics.connectionOpened(name);
    metrics.macroStoreSize(name, 1);
  }
  metrics.requestEnded({ ...request, type: undefined });
  const text = await metrics.text();
  for (const name of ['marker', '__proto__', 'toString', 'constructor']) expect(text).not.toContain(name);
  expect(await samples(metrics, 'requests_total')).toEqual([
    'manglecp_requests_total{domain="other",transport="other",type="other",code="other"} 4',
    'manglecp_requests_total{domain="warehouse",transport="http",type="none",code="ok"} 1',
  ]);
});

it('knows what is under way and what is open', async () => {
  const metrics = createMetrics(['warehouse']);
  const [end] = [metrics.requestBegan('warehouse', 'stdio'), metrics.requestBegan('warehouse', 'stdio')];
  const close = metrics.connectionOpened('websocket');
  expect(await samples(metrics, 'requests_in_flight')).toEqual([
    'manglecp_requests_in_flight{domain="warehouse",transport="stdio"} 2',
  ]);
  expect(await samples(metrics, 'connections')).toEqual(['manglecp_connections{transport="websocket"} 1']);
  for (const over of [end, end, close, close]) over?.();
  expect(await samples(metrics, 'requests_in_flight')).toEqual([
    'manglecp_requests_in_flight{domain="warehouse",transport="stdio"} 1',
  ]);
  expect(await samples(metrics, 'connections')).toEqual(['manglecp_connections{transport="websocket"} 0']);
});

it('counts the rest', async () => {
  const metrics = createMetrics(['warehouse']);
  metrics.messageBytes('in', 'http', 300);
  metrics.evaluationEnded('warehouse', 500);
  metrics.macroStoreSize('warehouse', 7);
  metrics.macroStoreEvicted('warehouse', 2);
  metrics.confirmation('verified');
  metrics.reload('warehouse', 'refused');
  metrics.auditFailed(3);
  const text = await metrics.text();
  for (const sample of [
    'manglecp_message_bytes_sum{direction="in",transport="http"} 300',
    'manglecp_evaluation_duration_seconds_sum{domain="warehouse"} 0.5',
    'manglecp_macro_store_size{domain="warehouse"} 7',
    'manglecp_macro_store_evictions_total{domain="warehouse"} 2',
    'manglecp_confirmations_total{outcome="verified"} 1',
    'manglecp_reloads_total{domain="warehouse",result="refused"} 1',
    'manglecp_audit_failures_total 3',
  ]) {
    expect(text).toContain(`${sample}\n`);
  }
  expect(metrics.contentType).toMatch(/^text\/plain; version=0\.0\.4/);
});

it('shares nothing between servers, nor with the registry of the process', async () => {
  const [one, other] = [createMetrics(['warehouse']), createMetrics(['warehouse'])];
  one.requestEnded(request);
  expect(await samples(other, 'requests_total')).toEqual([]);
  expect(await register.metrics()).not.toContain('manglecp_');
});

it('can be off', async () => {
  noMetrics.requestEnded(request);
  noMetrics.requestBegan('warehouse', 'http')();
  noMetrics.connectionOpened('http')();
  expect(await noMetrics.text()).toBe('');
});
