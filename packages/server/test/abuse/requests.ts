import { intentRequest, invokeRequest } from '../harness/messages.js';

/** Requests that are answered in very different ways, each with an id of its own. */
export function manyRequests(count: number): readonly { readonly id: string }[] {
  const kinds: readonly (() => { readonly id: string })[] = [
    () => intentRequest(),
    () => intentRequest({ intent: 5 }),
    () => intentRequest({ facts: [{ pred: 'nobody_knows', args: [] }] }),
    () => ({ ...intentRequest(), manglecp: '1999' }),
    () => invokeRequest('mt_0'),
  ];
  return Array.from({ length: count }, (_, at) => (kinds[at % kinds.length] ?? intentRequest)());
}
