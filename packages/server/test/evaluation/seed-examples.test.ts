import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'vitest';
import { errorOf, invokeTool } from '../harness/answers.js';
import { intentRequest } from '../harness/messages.js';
import { overTransports } from '../harness/verifies.js';
import { payloadOf, toolList } from './tools.js';

const domains = fileURLToPath(new URL('../../../../domains', import.meta.url));
const browser = { pack: path.join(domains, 'browser-diagnosis') };
const workflow = { pack: path.join(domains, 'workflow') };

const consoleEvent = {
  pred: 'console_event',
  args: ['s1', 'error', 'TypeError: Cannot read properties of null', 1771510200000],
};
const netRequest = { pred: 'net_request', args: ['s1', 'r42', 'GET', 'https://api.example.com/users', 1771510199000] };

/** The request of Spec 05 §7. */
const diagnoseError = {
  intent: { name: 'diagnose_error', params: { severity: 'critical' } },
  facts: [
    { pred: 'current_url', args: ['https://app.example.com/dashboard'] },
    { ...consoleEvent, t: { at: '2026-02-19T14:30:00Z' } },
    { ...netRequest, t: { start: '2026-02-19T14:29:59Z', end: '2026-02-19T14:30:01Z' } },
  ],
  eval_time: '2026-02-19T14:30:05Z',
  constraints: { max_compute_ms: 5000, max_tools_returned: 5 },
  options: { include_proof_hints: true, disclosure_preference: 'adaptive' },
};

const rules = ['mandatory_for_intent', 'has_console_errors', 'has_failed_request', 'causal_chain_candidate'];

overTransports('the example of Spec 05 §7', (verifies) => {
  verifies(['EVAL-018', 'MACRO-004', 'MACRO-023'], 'is answered with the tool that it shows', async ({ connect }) => {
    const peer = await connect(browser);
    const answer = await peer.ask(intentRequest(diagnoseError));
    const payload = payloadOf(answer);
    expect(payload.eval_time_used).toBe('2026-02-19T14:30:05Z');
    expect(payload.required_skills).toEqual([]);
    expect(payload.diagnostics).toMatchObject({ phases_completed: 6 });
    expect(toolList(answer)).toEqual([
      {
        macro_id: expect.any(String),
        name: 'diagnose_causal_chain',
        description:
          'Analyze the causal chain from the failed API request to the console TypeError, including network timing and DOM impact.',
        disclosure_level: 'full',
        input_schema: {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          type: 'object',
          properties: { error_id: { type: 'string' }, include_network: { type: 'boolean', default: true } },
          required: ['error_id'],
          additionalProperties: false,
        },
        context_injection: {
          instructions:
            'Correlate the GET /users 404 response with the subsequent TypeError. Check if the component rendering depends on the API response data.',
          skills: [],
        },
        // A tool without effects says so (C-26), where the example has an empty list.
        safety: { requires_user_confirmation: false, side_effects: ['none'], reversible: true, idempotent: true },
        validity: { not_before: '2026-02-19T14:30:05Z', expires_at: '2026-02-19T14:35:05Z' },
        metadata: { selection_phase: 'skeleton', score: 100, source_rules: rules },
      },
    ]);
  });

  verifies(['EVAL-038', 'EVAL-033'], 'is explained as it shows', async ({ connect }) => {
    const peer = await connect(browser);
    const answer = await peer.ask(intentRequest(diagnoseError));
    const [tool] = toolList(answer);
    const { derivations } = payloadOf(answer).proof_hints;
    expect(derivations).toHaveLength(1);
    expect(derivations[0]).toMatchObject({
      macro_id: tool?.macro_id,
      selected_by: 'skeleton',
      score: 100,
      supporting_facts: [consoleEvent, netRequest],
      rule_chain: rules,
    });
    expect(derivations[0].supporting_facts).toHaveLength(2);
    expect(payloadOf(answer).proof_hints.unmatched_facts).toEqual([]);
    const unasked = await peer.ask(intentRequest({ ...diagnoseError, options: {} }));
    expect(payloadOf(unasked).proof_hints ?? null).toBeNull();
  });

  verifies(['EVAL-020'], 'depends on the five seconds before the error', async ({ connect }) => {
    const peer = await connect(browser);
    const toolAt = async (start: string, end: string): Promise<string | undefined> => {
      // Nothing is recorded about this request, so that only its time can make it suspicious.
      const request = {
        pred: 'net_request',
        args: ['s1', 'r99', 'GET', 'https://api.example.com/teams', 0],
        t: { start, end },
      };
      const facts = [{ ...consoleEvent, t: { at: '2026-02-19T14:30:00Z' } }, request];
      return toolList(await peer.ask(intentRequest({ ...diagnoseError, facts })))[0]?.name;
    };
    expect(await toolAt('2026-02-19T14:29:50Z', '2026-02-19T14:29:55Z')).toBe('diagnose_causal_chain');
    expect(await toolAt('2026-02-19T14:30:00Z', '2026-02-19T14:30:09Z')).toBe('diagnose_causal_chain');
    expect(await toolAt('2026-02-19T14:29:50Z', '2026-02-19T14:29:54Z')).toBe('frontend_diagnosis');
    expect(await toolAt('2026-02-19T14:30:01Z', '2026-02-19T14:30:09Z')).toBe('frontend_diagnosis');
  });

  verifies(['INV-013', 'INV-030'], 'leads to the causal chain of Spec 07 §9', async ({ connect }) => {
    const peer = await connect(browser);
    const offered = await peer.ask(intentRequest(diagnoseError));
    const args = { error_id: 'console-error-3', include_network: true };
    const payload = { eval_time: '2026-02-19T14:30:10Z' };
    const { message } = await invokeTool(peer, offered, { name: 'diagnose_causal_chain', args, payload });
    expect(message).toMatchObject({
      type: 'invoke_response',
      payload: {
        result: {
          causal_chain: [
            { step: 1, event: 'GET /users returned 404', timestamp: '2026-02-19T14:29:59Z' },
            { step: 2, event: 'UserList component received null data', timestamp: '2026-02-19T14:30:00Z' },
            { step: 3, event: 'TypeError: Cannot read properties of null', timestamp: '2026-02-19T14:30:00Z' },
          ],
          root_cause: 'API endpoint /users not registered in router',
          confidence: 0.92,
        },
        observability: {
          events: [
            { action: 'query_console_errors', status: 'success' },
            { action: 'correlate_network', status: 'success' },
            { action: 'trace_dom_impact', status: 'success' },
            { action: 'derive_root_cause', status: 'success' },
          ],
        },
      },
    });
  });
});

const getReadyPhases = {
  intent: { name: 'get_ready_phases', params: { spec_id: 'spec-2026-001' } },
  facts: [{ pred: 'phase_status', args: ['spec-2026-001', 1, 'done'] }],
  eval_time: '2026-02-19T14:30:05Z',
};

overTransports('the example of Spec 06 §6', (verifies) => {
  verifies(['MACRO-004', 'MACRO-010', 'MACRO-011', 'MACRO-027'], 'comes as it is shown', async ({ connect }) => {
    const peer = await connect(workflow);
    const answer = await peer.ask(intentRequest(getReadyPhases));
    expect(toolList(answer)).toEqual([
      {
        macro_id: expect.any(String),
        name: 'implement_api_endpoints',
        description:
          "Implement the REST API endpoints defined in the spec's API contracts section. Creates route handlers, request validation, and database queries for the UserProfile CRUD operations.",
        disclosure_level: 'full',
        input_schema: {
          $schema: 'https://json-schema.org/draft/2020-12/schema',
          type: 'object',
          properties: {
            phase_id: { type: 'integer', description: 'The implementation phase number' },
            dry_run: {
              type: 'boolean',
              default: false,
              description: 'If true, validate the implementation plan without writing files',
            },
          },
          required: ['phase_id'],
          additionalProperties: false,
        },
        output_schema: {
          type: 'object',
          properties: {
            files_created: { type: 'array', items: { type: 'string' } },
            tests_generated: { type: 'array', items: { type: 'string' } },
            status: { type: 'string' },
          },
        },
        context_injection: {
          instructions:
            'Implement Phase 2 backend endpoints. The UserProfile entity is served by the /api/v1/users endpoint. The existing SDK service UserService already handles authentication. Wire the new endpoints through the existing router pattern in src/routes/.',
          skills: [
            {
              skill_id: 'api-contract-validation',
              inline: true,
              content:
                'All endpoints MUST validate request bodies against the JSON Schema in 04-api-contracts.md. Use the shared validator middleware at src/middleware/validate.go.',
            },
          ],
          context_resources: [
            {
              uri: 'file://docs/specs/feature-001/04-api-contracts.md',
              relevance: 'Contains the endpoint specifications and request/response schemas',
              priority: 100,
            },
            {
              uri: 'file://src/routes/router.go',
              relevance: 'Existing router pattern to follow for new endpoint registration',
              priority: 90,
            },
            {
              uri: 'file://src/services/user_service.go',
              relevance: 'Existing service that handles UserProfile CRUD; new endpoints will delegate to this',
              priority: 80,
            },
            {
              uri: 'file://docs/specs/feature-001/02-cross-system-map.md',
              relevance: 'Shows how UserProfile flows from API to SDK to frontend components',
              priority: 50,
            },
          ],
        },
        safety: {
          requires_user_confirmation: true,
          side_effects: ['filesystem'],
          reversible: true,
          idempotent: false,
        },
        validity: { not_before: '2026-02-19T14:30:05Z', expires_at: '2026-02-19T15:30:05Z' },
        metadata: {
          selection_phase: 'skeleton',
          score: 100,
          source_rules: ['mandatory_for_intent', 'has_backend_step', 'needs_file'],
        },
      },
    ]);
    expect(payloadOf(answer).required_skills).toMatchObject([{ skill_id: 'api-contract-validation' }]);
  });

  verifies(['INV-007'], 'does nothing without consent', async ({ connect }) => {
    const peer = await connect(workflow);
    const offered = await peer.ask(intentRequest(getReadyPhases));
    const invoked = await invokeTool(peer, offered, {
      name: 'implement_api_endpoints',
      args: { phase_id: 2 },
      payload: { eval_time: '2026-02-19T14:30:10Z' },
    });
    errorOf(invoked, 'confirmation_required');
  });
});
