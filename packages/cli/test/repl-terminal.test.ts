import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PassThrough } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { replCommand } from '../src/commands/repl.js';
import { folderWith } from './command.js';
import { createTerminal } from './terminal.js';

const [interrupt, endOfInput, tab, up] = ['\u0003', '\u0004', '\t', '\u001b[A'];

/** Somebody at the keyboard of an interactive session. */
class Typist {
  readonly state = folderWith({});
  readonly ended: Promise<unknown>;
  readonly #terminal = createTerminal({ XDG_STATE_HOME: this.state });
  #seen = 0;

  constructor(options: Record<string, unknown> = {}) {
    this.ended = replCommand.run([], options, this.#terminal.terminal);
  }

  get input(): PassThrough {
    return this.#terminal.terminal.input;
  }

  get screen(): string {
    return this.#terminal.screen();
  }

  /** Types and waits until the screen shows `expected` behind what was waited for before. */
  async type(keys: string, expected: string): Promise<void> {
    this.input.write(keys);
    while (!this.#terminal.screen().slice(this.#seen).includes(expected)) await nextTurn();
    this.#seen = this.#terminal.screen().length;
  }
}

describe('mangle repl on a terminal', () => {
  it('prompts, goes on over several lines and keeps what was typed', async () => {
    const typist = new Typist();
    await typist.type('', '> ');
    await typist.type('p(1).\r', '+ p(1)');
    await typist.type('q(X) :-\r', '… ');
    await typist.type('p(X).\r', '+ q(1)');
    await typist.type(up, 'p(X).');
    await typist.type(interrupt, '> ');
    typist.input.write(endOfInput);
    await typist.ended;
    expect(readFileSync(path.join(typist.state, 'mangle/history'), 'utf8')).toBe('p(1).\nq(X) :-\np(X).\n');
  });

  it('says once how to end an entry that goes on', async () => {
    const typist = new Typist();
    await typist.type('q(X) :-\r', 'an empty line or Ctrl-C ends it');
    await typist.type('\r', 'error[');
    await typist.type('q(X) :-\r', '… ');
    await typist.type(interrupt, '> ');
    await typist.type('?q\r', 'no facts match');
    expect(typist.screen.split('ends it')).toHaveLength(2);
    typist.input.write(endOfInput);
    await typist.ended;
  });

  it('shows control characters as escape sequences', async () => {
    const typist = new Typist();
    await typist.type('p("\\x1b[31m").\r', '+ p("\\x1b[31m")');
    await typist.type('?p\r', 'p("\\x1b[31m")');
    await typist.type(':why p(X)\r', 'p("\\x1b[31m")');
    typist.input.write(endOfInput);
    await typist.ended;
  });

  it('completes predicates and commands', async () => {
    const typist = new Typist();
    await typist.type('parent(/a, /b).\r', '+ parent(/a,/b)');
    await typist.type('?par', '?par');
    await typist.type(tab, 'ent');
    await typist.type('(X, Y)\r', 'parent(/a,/b)');
    await typist.type(':w', ':w');
    await typist.type(tab, 'hy');
    await typist.type(interrupt, '> ');
    await typist.type('q(X) :- X = fn:string:con', 'con');
    await typist.type(tab, 'cat');
    await typist.type(interrupt, '> ');
    await typist.type(':qu', ':qu');
    await typist.type(tab, 'it');
    typist.input.write('\r');
    await typist.ended;
  });

  it('goes on behind what was typed ahead', async () => {
    const typist = new Typist();
    await typist.type('', '> ');
    await typist.type('wide(1).\r:w', '> :w');
    await typist.type(tab, 'hy');
    await typist.type(interrupt, '> ');
    await typist.type('p(2).\rq(3)', '> q(3)');
    await typist.type('.\r', '+ q(3)');
    typist.input.write(endOfInput);
    await typist.ended;
  });

  it('ends an evaluation with Ctrl-C and keeps the program', async () => {
    const typist = new Typist();
    await typist.type('p(1).\r', '+ p(1)');
    await typist.type('n(0). n(Y) :- n(X), Y = fn:plus(X, 1).\r', 'n(0)');
    await typist.type(interrupt, 'error[cancelled]');
    await typist.type('?p\r', 'p(1)');
    typist.input.write(endOfInput);
    await typist.ended;
  });

  it('keeps the session when Ctrl-C is pressed at an empty prompt, and says how to leave', async () => {
    const typist = new Typist();
    await typist.type('p(1).\r', '+ p(1)');
    await typist.type(interrupt, 'Ctrl-D or `:quit` leaves.');
    await typist.type(interrupt, 'Ctrl-D or `:quit` leaves.');
    await typist.type('?p\r', 'p(1)');
    typist.input.write('exit\r');
    await typist.ended;
  });

  it('understands what people type at other prompts', async () => {
    const typist = new Typist();
    await typist.type('p("Köln", 10). p("Ulm", 9).\r', '+ p("Köln",10)');
    await typist.type('?- p(X, N).\r', 'p("Köln",10)');
    await typist.type('help\r', ':why-not ATOM');
    typist.input.write('quit\r');
    await typist.ended;
  });

  it('gives up a half-typed entry with Ctrl-C', async () => {
    const typist = new Typist();
    await typist.type('p(1', 'p(1');
    await typist.type(interrupt, '> ');
    await typist.type('q(2).\r', '+ q(2)');
    typist.input.write(endOfInput);
    await typist.ended;
  });

  it('reads nothing more after Ctrl-D during an evaluation', async () => {
    const typist = new Typist({ limit: 20_000 });
    await typist.type('n(0). n(Y) :- n(X), Y = fn:plus(X, 1).\r', 'n(0)');
    typist.input.write(endOfInput);
    await typist.ended;
    expect(typist.input.isPaused()).toBe(true);
  });
});
