import { type ast, createSource, parse, type Source } from '@manglecp/mangle';

/**
 * The source with `/bool` in declarations spelled out. For the engine `/bool` is the names below `/bool/`; in a pack it
 * is the type of `/true` and `/false`. The text is changed, not the tree: threads compile the same text again.
 */
export function spellOutBooleans(source: Source): Source {
  const { text, name } = source;
  if (!text.includes('/bool')) return source;
  const places = parse(source).unit.items.flatMap(boolPlaces);
  if (places.length === 0) return source;
  let spelled = '';
  let end = 0;
  for (const { span } of places.toSorted((a, b) => a.span.start - b.span.start)) {
    spelled += text.slice(end, span.start) + booleans;
    end = span.end;
  }
  return createSource(name, spelled + text.slice(end));
}

const booleans = '.Union<.Singleton</true>, .Singleton</false>>';

function boolPlaces(item: ast.Item): readonly ast.Term[] {
  return item.kind === 'decl' ? item.bounds.flatMap(({ types }) => types.flatMap(boolTerms)) : [];
}

function boolTerms(term: ast.Term): readonly ast.Term[] {
  if (term.kind === 'apply') return term.name === 'fn:Singleton' ? [] : term.args.flatMap(boolTerms);
  return term.kind === 'constant' && term.value.kind === 'name' && term.value.text === '/bool' ? [term] : [];
}
