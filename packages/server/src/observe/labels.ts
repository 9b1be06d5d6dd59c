import { errorSpecs, extensionSpecs, messageTypes } from '@manglecp/protocol';

/** What labels of metrics may be. Each value makes a time series for good, so none may come from a client. */
export interface Labels {
  domain(name: string): string;
  transport(name: string): string;
  /** Of a message; `none` before it is known. */
  type(name: string | undefined): string;
  /** Of an answer; `ok` without an error. */
  code(name: string | undefined): string;
}

/** Labels from closed sets; whatever is not in its set becomes `other`. */
export function createLabels(domains: readonly string[]): Labels {
  return {
    domain: oneOf(domains),
    transport: oneOf(['http', 'websocket', 'stdio', 'memory']),
    type: orElse('none', oneOf(Object.keys(messageTypes))),
    code: orElse('ok', oneOf([...Object.keys(errorSpecs), ...Object.keys(extensionSpecs)])),
  };
}

function oneOf(names: readonly string[]): (name: string) => string {
  const known = new Set(names);
  return (name) => (known.has(name) ? name : 'other');
}

function orElse(absent: string, label: (name: string) => string): (name: string | undefined) => string {
  return (name) => (name === undefined ? absent : label(name));
}
