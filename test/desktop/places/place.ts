import type { Client } from '../browser/client.ts';
import type { StandInState } from '../support/standIn.ts';

/** Somewhere in the client as somebody comes upon it: a page, a dialog, a list that is open. */
export interface Place {
  name: string;
  hash: string;
  /** What there is to do before it is there. */
  open?(client: Client): Promise<unknown>;
  /** What there is to do before it is left. */
  leave?(client: Client): Promise<unknown>;
  /** What stands there. */
  words: string | RegExp;
  /** What the server knows in place of `everything`; made when the place is visited where deadlines stand in it. */
  given?: Partial<StandInState> | (() => Partial<StandInState>);
  /** Why it does not fit from right to left, or at 320 px with wide spacing, as it should. */
  notYet?: { narrow?: string; rightToLeft?: string };
  /** What the browser has kept of earlier visits. */
  kept?: Record<string, unknown>;
}
