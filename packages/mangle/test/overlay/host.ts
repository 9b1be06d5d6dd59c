import type { External, Externals } from '../../src/engine/external.js';
import type { NaiveExternal } from '../../src/naive/solve.js';
import { fromValue, toValue } from '../../src/value/js.js';
import type { Value } from '../../src/value/value.js';
import { externalsOf } from '../generate/external.js';
import type { OverlayCase } from '../generate/overlay-case.js';

/** The host of a case at one step. Unless it is fixed, it gives other answers at odd steps than at even ones. */
export interface Host {
  readonly externals: Externals;
  readonly naive: ReadonlyMap<string, NaiveExternal>;
}

export function hostAt(given: OverlayCase, step: number): Host {
  const isShort = !given.hasFixedHost && step % 2 === 1;
  const tables = externalsOf(given).map(({ key, answer }): [string, Answer] => [
    key,
    (input) => (isShort ? answer(input).slice(1) : answer(input)),
  ]);
  return {
    externals: Object.fromEntries(tables.map(([key, answer]) => [key, externalOf(answer, given.hasFixedHost)])),
    naive: new Map(tables.map(([key, answer]) => [key, naiveOf(answer)])),
  };
}

/** The same host, except that its answers take a while, so that requests take turns. */
export function slowHost(given: OverlayCase, step: number): Externals {
  const { externals } = hostAt(given, step);
  const slow = Object.entries(externals).map(([key, { call, ...rest }]): [string, External] => [
    key,
    {
      ...rest,
      call: async (inputs, each) => {
        await new Promise((resolve) => setTimeout(resolve, 0));
        return call(inputs, each);
      },
    },
  ]);
  return Object.fromEntries(slow);
}

/** The same host, except that every call throws. */
export function brokenHost(given: OverlayCase): Externals {
  const fail = (): never => {
    throw new Error('the host is out of order');
  };
  return Object.fromEntries(externalsOf(given).map(({ key }) => [key, externalOf(fail, given.hasFixedHost)]));
}

type Answer = (input: Value) => readonly Value[];

function externalOf(answer: Answer, isFixed: boolean): External {
  return {
    isDeterministic: isFixed,
    call: ([input]) => (input === undefined ? [] : answer(toValue(input)).map((value) => [fromValue(value)])),
  };
}

function naiveOf(answer: Answer): NaiveExternal {
  return ([input]) => (input === undefined ? [] : answer(input).map((value) => [input, value]));
}
