import type { ast } from '@manglecp/mangle';

/** The variables of a declaration in snake_case; undefined if they do not tell all arguments apart. */
export function argumentNames({ atom }: ast.Decl): readonly string[] | undefined {
  const names = atom.args.map((arg) => (arg.kind === 'variable' ? snakeCase(arg.name) : undefined));
  const known = names.filter((name) => name !== undefined);
  return known.length === names.length && new Set(known).size === known.length ? known : undefined;
}

/** `ShipmentId` is `shipment_id`, `HTTPStatus` is `http_status`, `Line2` is `line2`. */
export function snakeCase(name: string): string {
  return name
    .replace(/(\p{Lu}+)(\p{Lu}\p{Ll})/gu, '$1_$2')
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .toLowerCase();
}
