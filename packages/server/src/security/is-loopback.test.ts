import { expect, it } from 'vitest';
import { isLoopback } from './is-loopback.js';

it.each(['localhost', 'LocalHost', '127.0.0.1', '127.255.0.9', '::1', '[::1]', '0:0:0:0:0:0:0:1', '::ffff:127.0.0.1'])(
  'SEC-035 takes `%s` for this machine',
  (address) => {
    expect(isLoopback(address)).toBe(true);
  },
);

it.each([
  '',
  '0.0.0.0',
  '::',
  '10.0.0.1',
  '128.0.0.1',
  '1.127.0.0',
  '127.0.0.1.example.com',
  '127.1',
  '2130706433',
  'localhost.example.com',
  '::2',
  '::ffff:10.0.0.1',
])('SEC-035 does not take `%s` for this machine', (address) => {
  expect(isLoopback(address)).toBe(false);
});
