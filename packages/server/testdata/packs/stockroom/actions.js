/** Behind oracle: knows one answer, and ways not to give any. */
export function oracle([question]) {
  if (question === 'throw') throw new Error('the oracle lost its key');
  if (question === 'reject') return Promise.reject(new Error('the oracle is away'));
  if (question === 'hang') return new Promise(() => undefined);
  return question === 'meaning' ? [['42']] : [];
}

export const actions = {};
