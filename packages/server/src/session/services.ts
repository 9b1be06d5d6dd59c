import type { Observer } from '../observe/observer.js';
import type { Confirmations } from '../security/confirmation.js';
import type { MacroStore } from '../stores/macro-store.js';
import type { SkillStore } from '../stores/skill-store.js';

/** What all connections of one domain share. */
export interface Services {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly observer: Observer;
  readonly macros: MacroStore;
  /** Which skills were issued to whom. */
  readonly skills: SkillStore;
  readonly confirmations: Confirmations;
}
