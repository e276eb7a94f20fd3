import type { Client } from '../browser/client.ts';
import type { StandInState } from '../support/standIn.ts';

/** A place in the client, in one state: a page, a dialog, an open list. */
export interface Place {
  name: string;
  hash: string;
  /** Actions that lead there. */
  open?(client: Client): Promise<unknown>;
  /** Actions before leaving it. */
  leave?(client: Client): Promise<unknown>;
  /** Text that is shown there. */
  words: string | RegExp;
  /** The server's contents instead of `everything`; a function if it contains deadlines, called at the visit. */
  given?: Partial<StandInState> | (() => Partial<StandInState>);
  /** Why it does not fit yet in right-to-left layout, or at 320 px with wide spacing. */
  notYet?: { narrow?: string; rightToLeft?: string };
  /** Stored data of the browser from earlier visits. */
  kept?: Record<string, unknown>;
}
