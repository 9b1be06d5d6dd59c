// The order of the long tests: those that take minutes come first, so that no core is idle at the end.
import { BaseSequencer } from 'vitest/node';

const longest = [
  'fuzz/transports',
  'policy-mutants',
  'test/model',
  'contracts/selection',
  'test/modes',
  'test/golden',
  'test/overlay.property',
  'contracts/budget',
  'test/threads',
  'test/provenance',
  'contracts/determinism',
  'contracts/isolation',
  'test/derived-count',
];

export class LongestFirst extends BaseSequencer {
  async sort(files) {
    const place = ({ moduleId }) => {
      const at = longest.findIndex((part) => moduleId.includes(part));
      return at === -1 ? longest.length : at;
    };
    return [...files].sort((one, other) => place(one) - place(other));
  }
}
