// A file that is written in large pieces.
import { closeSync, openSync, writeSync } from 'node:fs';

const pieceLength = 1 << 20;

export class OutputFile {
  #file;
  #parts = [];
  #length = 0;

  /** @param {string} path */
  constructor(path) {
    this.#file = openSync(path, 'w');
  }

  /** @param {string} text */
  write(text) {
    this.#parts.push(text);
    this.#length += text.length;
    if (this.#length > pieceLength) this.#flush();
  }

  close() {
    this.#flush();
    closeSync(this.#file);
  }

  #flush() {
    writeSync(this.#file, this.#parts.join(''));
    this.#parts = [];
    this.#length = 0;
  }
}
