// Actions with different effects. They do nothing.

export const actions = {
  look: action('none'),
  fetch: action('network'),
  write: action('filesystem'),
  wipe: action('filesystem', 'destructive'),
  burn: action('destructive'),
  pour: action('network'),
};

function action(...effects) {
  return { description: 'Does nothing.', input: { type: 'object' }, effects, run: () => ({}) };
}
