import { describe, expect, it } from 'vitest';
import {
  readCitations,
  readElsewhere,
  readNotYet,
  readRegister,
  readTransportCitations,
} from '../requirements/register.js';

/** The areas that the server, as far as it exists, has to show in full. */
const areas = ['WIRE', 'DATA', 'MAN', 'ERR', 'SEC', 'ARCH', 'EVAL', 'MACRO'];

/** Those of them of which it shows what is advised as well. */
const advisedAreas = ['ARCH', 'EVAL', 'MACRO'];

const register = readRegister();
const ids = new Set(register.map(({ id }) => id));
const notYet = readNotYet();
const elsewhere = readElsewhere();
const citations = readCitations();
const overTransports = readTransportCitations();

function areaOf(id: string): string {
  return id.split('-')[0] ?? '';
}

/** What the server has to show. */
const duties = register.filter(({ id, level }) => {
  return (level === 'MUST' && areas.includes(areaOf(id))) || (level === 'SHOULD' && advisedAreas.includes(areaOf(id)));
});

describe('the register of requirements', () => {
  it('has all its rows', () => {
    expect(register).toHaveLength(520);
    expect(ids.size).toBe(520);
  });

  it('has a test for every duty of these areas, or a reason why there cannot be one yet', () => {
    const excused = new Set(notYet.map(({ id }) => id));
    expect(
      duties.filter(({ id }) => !citations.has(id) && !excused.has(id)).map(({ id, text }) => `${id} ${text}`),
    ).toEqual([]);
  });

  it('shows every duty over the transports, or says where else it is shown', () => {
    const excused = new Set([...notYet, ...elsewhere].map(({ id }) => id));
    const shown = duties.map(({ id }) => id).filter((id) => citations.has(id));
    expect(shown.filter((id) => !overTransports.has(id) && !excused.has(id))).toEqual([]);
    expect(elsewhere.filter(({ id }) => !citations.has(id) || overTransports.has(id))).toEqual([]);
  });

  it('excuses only what no test names', () => {
    expect(notYet.filter(({ id }) => citations.has(id)).map(({ id }) => id)).toEqual([]);
  });

  it('excuses only rows that exist, each once', () => {
    expect(notYet.filter(({ id }) => !ids.has(id))).toEqual([]);
    expect(new Set(notYet.map(({ id }) => id)).size).toBe(notYet.length);
  });

  it('has every id that a test names', () => {
    expect([...citations.keys()].filter((id) => !ids.has(id))).toEqual([]);
  });
});
