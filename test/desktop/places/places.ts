import { ASSIGNMENTS } from './assignments.ts';
import { CHATS } from './chats.ts';
import { DESKTOP } from './desktop.ts';
import { FLOWS } from './flows.ts';
import { INBOX, QUESTIONS } from './inbox.ts';
import type { Place } from './place.ts';
import { SECRETS } from './secrets.ts';
import { SHELL } from './shell.ts';

/** Every place; whatever holds for all of them is tested on all of them. A new place is a new line. */
export const PLACES: readonly Place[] = [
  ...INBOX,
  ...QUESTIONS,
  ...CHATS,
  ...ASSIGNMENTS,
  ...FLOWS,
  ...SECRETS,
  ...SHELL,
  ...DESKTOP,
];
