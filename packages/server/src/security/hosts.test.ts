import { describe, expect, it } from 'vitest';
import { createHostCheck } from './hosts.js';

function check(boundAddress: string, allowedHosts: readonly string[], host: string | undefined): boolean {
  return createHostCheck({ boundAddress, allowedHosts })(host);
}

describe('SEC-036 on loopback', () => {
  it.each([
    'localhost',
    'localhost:4711',
    'LOCALHOST:4711',
    'localhost.',
    'localhost.:4711',
    '127.0.0.1',
    '127.0.0.1:4711',
    '127.8.9.10:1',
    '[::1]',
    '[::1]:4711',
    '[0:0:0:0:0:0:0:1]:4711',
  ])('answers `%s`', (host) => {
    expect(check('127.0.0.1', [], host)).toBe(true);
    expect(check('::1', [], host)).toBe(true);
    expect(check('localhost', [], host)).toBe(true);
  });

  it.each([
    undefined,
    '',
    ' ',
    ':4711',
    'evil.example',
    'evil.example:4711',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    'evil.example#localhost',
    'evil.example@localhost',
    'localhost@evil.example',
    'localhost/evil',
    'localhost, evil.example',
    'localhost:4711:1',
    'localhost:port',
    'localhost:123456',
    '::1',
    '[::1',
    '[localhost]',
    '192.168.0.1',
    '0.0.0.0:4711',
    '..',
    'a'.repeat(300),
  ])('refuses `%s`', (host) => {
    expect(check('127.0.0.1', [], host)).toBe(false);
  });
});

describe('SEC-036 configured hosts', () => {
  it.each([
    ['app.example', 'app.example:8080', true],
    ['App.Example.', 'app.example', true],
    ['app.example:8080', 'app.example:8080', true],
    ['app.example:8080', 'app.example', false],
    ['app.example', 'sub.app.example', false],
    ['app.example', 'other.example', false],
    ['[fd00::1]', '[fd00::1]:4711', true],
    ['*', 'anything.example', true],
    ['*', undefined, false],
    ['*', 'a b', false],
  ])('with `%s` a request for `%s` is answered: %s', (allowed, host, expected) => {
    expect(check('127.0.0.1', [allowed], host)).toBe(expected);
  });

  it('hold on other addresses too, beside the one that is listened on', () => {
    expect(check('10.0.0.5', ['app.example'], 'evil.example')).toBe(false);
    expect(check('10.0.0.5', ['app.example'], 'app.example')).toBe(true);
    expect(check('10.0.0.5', ['app.example'], '10.0.0.5:443')).toBe(true);
    expect(check('fd00::5', ['app.example'], '[fd00::5]:443')).toBe(true);
  });
});

it('takes any host on an address that others reach, where no hosts are configured', () => {
  expect(check('0.0.0.0', [], 'public.example')).toBe(true);
  expect(check('0.0.0.0', [], undefined)).toBe(false);
});
