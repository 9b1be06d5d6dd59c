import { describe, expect, it } from 'vitest';
import type { Evaluation } from '../../src/engine/evaluation.js';
import type { FactInput } from '../../src/engine/host-facts.js';
import { generateOverlayCase } from '../generate/overlay-case.js';
import { checkCase } from './check-case.js';
import type { PreparedBase, PrepareSync, RequestOptions } from './prepared.js';
import { RecomputingBase } from './recomputing-base.js';
import { failureOf, reportFailure } from './report.js';

// The property of prepared bases is worth something only if it finds defects: here are bases that have one.

const seeds = Array.from({ length: 150 }, (_, at) => at + 1);

class Forgetful extends RecomputingBase {
  override requestSync(facts: Iterable<FactInput>, options: RequestOptions): Evaluation {
    return super.requestSync([...facts].slice(0, 2), options);
  }
}

class Leaky extends RecomputingBase {
  override requestSync(facts: Iterable<FactInput>, options: RequestOptions): Evaluation {
    const given = [...facts];
    const evaluation = super.requestSync(given, options);
    if (given.length > 3) this.updateSync({ add: given });
    return evaluation;
  }
}

class Clinging extends RecomputingBase {
  override updateSync(change: Parameters<PreparedBase['updateSync']>[0]): void {
    super.updateSync({ ...change, remove: [...(change.remove ?? [])].slice(1) });
  }
}

class Timeless extends RecomputingBase {
  override requestSync(facts: Iterable<FactInput>, { now: _, ...options }: RequestOptions): Evaluation {
    return super.requestSync(facts, options);
  }
}

const defects: Readonly<Record<string, PrepareSync>> = {
  'drops facts of requests': (...args) => new Forgetful(...args),
  'keeps facts of requests': (...args) => new Leaky(...args),
  'does not remove facts': (...args) => new Clinging(...args),
  'takes the time of the base for that of the request': (...args) => new Timeless(...args),
};

describe('a case of base and requests', () => {
  it('finds nothing wrong with a base that recomputes everything', async () => {
    for (const seed of seeds) {
      const { failure } = await checkCase(generateOverlayCase(seed), (...args) => new RecomputingBase(...args));
      expect(failure).toBeUndefined();
    }
  });

  it.each(Object.entries(defects))('shows a base that %s, in a few lines', async (_, prepare) => {
    for (const seed of seeds) {
      const given = generateOverlayCase(seed);
      if ((await failureOf(given, prepare)) === undefined) continue;
      const report = await reportFailure(given, prepare);
      expect(report.split('\n').length).toBeLessThan(25);
      return;
    }
    expect.unreachable('nothing was found');
  });
});
