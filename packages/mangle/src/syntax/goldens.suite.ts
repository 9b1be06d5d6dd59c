import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** A golden program, cut into its units, and the stage at which the reference refuses it. */
export interface GoldenProgram {
  readonly name: string;
  readonly units: readonly string[];
  readonly stage: string | undefined;
}

const root = fileURLToPath(new URL('../../testdata/golden', import.meta.url));

/** All programs under `testdata/golden`, in the order of their names. */
export function goldenPrograms(): readonly GoldenProgram[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.mg'))
    .sort()
    .map((file) => {
      const result = JSON.parse(readFileSync(join(root, file.replace(/\.mg$/, '.golden.json')), 'utf8')) as {
        stage?: string;
      };
      const units = readFileSync(join(root, file), 'utf8').split(/^#! unit.*$/m);
      return { name: file.replace(/\.mg$/, ''), units, stage: result.stage };
    });
}
