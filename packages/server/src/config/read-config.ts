import { Compile } from 'typebox/compile';
import { isObject, JsonError, type JsonObject, parseJson, plainJson } from '@manglecp/protocol';
import { adviseConfig, checkConfig } from './check-config.js';
import type { PackConfig } from './config.js';
import { configSchema } from './config-schema.js';
import { fitConfig, type Misfit } from './fit-config.js';
import { findPointer, placeAt } from './json-place.js';
import { mergeConfig } from './merge-config.js';

/** Something to say about a configuration. */
export interface ConfigProblem {
  /** A warning does not keep the pack from being served. */
  readonly severity: 'error' | 'warning';
  /** The file it is about. */
  readonly source: string;
  /** A JSON pointer to the value. */
  readonly path: string;
  /** Where the value stands, or should stand. */
  readonly line: number;
  readonly column: number;
  readonly message: string;
  readonly help?: string;
}

export interface ConfigRead {
  /** Absent if there is an error. */
  readonly config?: PackConfig;
  /** In the order of the file's keys as `manglecp.json` is documented, warnings last. */
  readonly problems: readonly ConfigProblem[];
}

/** A text in the form of `manglecp.json`. */
export interface ConfigText {
  /** What problems call it. */
  readonly source: string;
  readonly text: string;
}

/** Reads `manglecp.json`, and fills in the defaults. Never throws because of what the text says. */
export function readConfig(text: string, source: string): ConfigRead {
  return readConfigs([{ text, source }]);
}

/** The same for several texts, each laid over those before it. A problem is told of the last one that has the value. */
export function readConfigs(texts: readonly ConfigText[]): ConfigRead {
  const parsed = texts.map(parseConfig);
  const faults = parsed.flatMap((each) => ('problem' in each ? [each.problem] : []));
  if (faults.length > 0) return { problems: faults };
  const merged = parsed
    .flatMap((each) => ('members' in each ? [each.members] : []))
    .reduce((base, over) => mergeConfig(base, over));
  const misfits: Misfit[] = [];
  const filled = fitConfig(configSchema, plainNumbers(merged, misfits), (misfit) => misfits.push(misfit));
  const tell = (severity: ConfigProblem['severity']) => (misfit: Misfit) => problemOf(misfit, severity, texts);
  if (misfits.length > 0 || !validator.Check(filled)) return { problems: misfits.map(tell('error')) };
  const config = { ...filled, description: filled.description === '' ? filled.name : filled.description };
  const errors = checkConfig(config).map(tell('error'));
  const warnings = adviseConfig(config).map(tell('warning'));
  return { ...(errors.length === 0 ? { config } : {}), problems: [...errors, ...warnings] };
}

const validator = Compile(configSchema);

type Parsed = { readonly members: JsonObject } | { readonly problem: ConfigProblem };

function parseConfig({ source, text }: ConfigText): Parsed {
  const fault = (message: string, offset: number, help?: string): Parsed => ({
    problem: {
      severity: 'error',
      source,
      path: '',
      ...placeAt(text, offset),
      message,
      ...(help === undefined ? {} : { help }),
    },
  });
  try {
    const json = parseJson(text);
    return isObject(json) ? { members: json } : fault('expected an object', 0, 'Write `{ "name": …, … }`.');
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    return fault(`it is no JSON: ${error.message}`, error.offset);
  }
}

/** The members with ordinary numbers. A number that has none is reported as one that fits nowhere. */
function plainNumbers(members: JsonObject, misfits: Misfit[]): unknown {
  try {
    return plainJson(members);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    misfits.push({ path: '', message: error.message });
    return {};
  }
}

function problemOf(
  { path, message, help }: Misfit,
  severity: ConfigProblem['severity'],
  texts: readonly ConfigText[],
): ConfigProblem {
  const places = texts.map(({ source, text }) => ({ source, text, ...findPointer(text, path) }));
  const found = places.findLast(({ isFound }) => isFound) ?? places[0];
  const place = found === undefined ? { line: 1, column: 1 } : placeAt(found.text, found.offset);
  return { severity, source: found?.source ?? '', path, ...place, message, ...(help === undefined ? {} : { help }) };
}
