/** What JSON can say, in ordinary numbers, lists and objects. No object has a member named `__proto__`. */
export type Data = null | boolean | number | string | readonly Data[] | DataObject;

export interface DataObject {
  readonly [name: string]: Data;
}

/** Narrower than `Array.isArray`, which does not know read-only lists. */
export function isList(data: Data): data is readonly Data[] {
  return Array.isArray(data);
}

export function isDataObject(data: Data): data is DataObject {
  return typeof data === 'object' && data !== null && !isList(data);
}
