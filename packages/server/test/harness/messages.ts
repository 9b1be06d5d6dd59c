let count = 0;

/** A fresh id. */
export function newId(): string {
  count += 1;
  return `q-${count}`;
}

/** An intent request that the warehouse answers, with changes. */
export function intentRequest(payload: object = {}, envelope: object = {}): Record<string, unknown> & { id: string } {
  return {
    type: 'intent_request',
    id: newId(),
    manglecp: '2026-02-draft',
    payload: {
      intent: { name: 'find_late_shipments' },
      facts: [{ pred: 'active_site', args: ['HAM-2'] }],
      ...payload,
    },
    ...envelope,
  };
}

/** The same with these facts beside the required one. */
export function withFacts(...facts: unknown[]): Record<string, unknown> & { id: string } {
  return intentRequest({ facts: [{ pred: 'active_site', args: ['HAM-2'] }, ...facts] });
}

export function invokeRequest(
  macroId: string,
  args: object = {},
  payload: object = {},
): Record<string, unknown> & { id: string } {
  return {
    type: 'invoke_request',
    id: newId(),
    manglecp: '2026-02-draft',
    payload: { macro_id: macroId, args, ...payload },
  };
}
