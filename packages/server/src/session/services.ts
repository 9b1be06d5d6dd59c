import type { Observer } from '../observe/observer.js';
import type { Confirmations } from '../security/confirmation.js';
import type { BriefTurns } from '../bounds/brief-turns.js';
import type { Room } from '../bounds/room.js';
import type { Turns } from '../bounds/turns.js';
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
  /** The evaluations of all domains of the server take turns. */
  readonly turns: Turns;
  /** The messages of all connections are read in turns where there are many. */
  readonly reading: BriefTurns;
  /** The parsed messages of all domains share one room. */
  readonly room: Room;
}
