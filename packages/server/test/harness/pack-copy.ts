import { cpSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { packFolder } from './subject.js';

/** A pack in a folder of its own, to be changed. */
export interface PackCopy {
  readonly folder: string;
  /** Writes a file of the pack. */
  write(file: string, text: string): void;
  /** Replaces a part of a file; the part must be there. */
  edit(file: string, part: string, by: string): void;
  /** A file of the pack as it is now. */
  read(file: string): string;
  remove(file: string): void;
  makeFolder(folder: string): void;
  dispose(): void;
}

export function copyPack(name: string): PackCopy {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), `manglecp-${path.basename(name)}-`)));
  cpSync(packFolder(name), folder, { recursive: true });
  const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  const write = (file: string, text: string): void => writeFileSync(path.join(folder, file), text);
  return {
    folder,
    read,
    write,
    edit: (file, part, by) => {
      const text = read(file);
      if (!text.includes(part)) throw new Error(`\`${file}\` has no \`${part}\``);
      write(file, text.replace(part, by));
    },
    remove: (file) => rmSync(path.join(folder, file), { recursive: true }),
    makeFolder: (inner) => void mkdirSync(path.join(folder, inner), { recursive: true }),
    dispose: () => rmSync(folder, { recursive: true, force: true }),
  };
}
