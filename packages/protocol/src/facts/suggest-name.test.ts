import { expect, it } from 'vitest';
import { suggestName } from './suggest-name.js';

const known = ['active_site', 'shipment_event', 'queue_depth', 'p'];

it.each([
  ['actve_site', 'active_site'],
  ['active_sites', 'active_site'],
  ['acitve_site', 'active_site'],
  ['shipmentevent', 'shipment_event'],
  ['q_depth', undefined],
  ['queue', undefined],
  ['x', undefined],
  ['', undefined],
])('`%s` is probably %s', (name, expected) => {
  expect(suggestName(name, known)).toBe(expected);
});

it('of two equally near names the first is suggested', () => {
  expect(suggestName('cat', ['car', 'can'])).toBe('car');
});
