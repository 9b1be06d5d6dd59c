import { Profile } from '@manglecp/mangle';

/** Counts the rule activations of one evaluation: give its profile to the request. */
export interface ActivationCounter {
  readonly profile: Profile;
  /**
   * How often rules derived something for the request, whether it was there before or not (C-55). Like the number of
   * derived facts it does not count what the base derived once for all requests.
   */
  readonly count: () => number;
}

export function createActivationCounter(): ActivationCounter {
  // Nobody asks how long it took.
  const profile = new Profile(() => 0);
  return { profile, count: () => profile.rules().reduce((sum, { solutions }) => sum + solutions, 0) };
}
