import type { ScenarioReport } from './report.js';
import type { TestOptions } from './test-pack.js';

/** What a thread is told when it is made. */
export interface ThreadTask {
  readonly folder: string;
  readonly options: TestOptions;
  /** The last file that needs not be run any more; empty if all need. */
  readonly after: string;
}

/** What a thread says. */
export type ThreadMessage =
  /** It has begun, or code of the pack lets others run. */
  | { readonly kind: 'alive' }
  | { readonly kind: 'began'; readonly file: string; readonly name: string }
  | { readonly kind: 'round'; readonly round: number }
  | { readonly kind: 'ended'; readonly report: ScenarioReport }
  /** All is done; the text is why the pack does not load, if it does not. */
  | { readonly kind: 'done'; readonly problems: string };
