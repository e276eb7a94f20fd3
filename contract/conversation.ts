import type { Message, Outcome, Question } from './messages.ts';
import type { Recorded, Source } from './payload.ts';
import type { Person } from './people.ts';
import type { FieldChecks } from './problem.ts';

/** An answer as a channel brings it, after it has verified in its own way who gives it. */
export interface Given {
  requestId: string;
  responder: Person;
  source: Source;
  token?: string;
  /** A repeat of the same one comes to the same. Made by the server where absent. */
  submissionId?: string;
  /** What was given to the question as it is put to them now; nothing is read where it is not put any more. */
  read(question: Question): GivenValues | Promise<GivenValues>;
}

/** Values by the names of fields; the one field of a question that is no form is called `SIMPLE_FIELD`. */
export interface GivenValues {
  values: Record<string, unknown>;
  /** What the person wants to add. */
  note?: string;
  /** Why they decide so, where the question takes a comment. */
  comment?: string;
}

export type Refused = 'not_found' | 'not_assignee' | 'link_unusable';

/** What is the matter with a token that cannot be used. `unknown`: never issued, for another question, or long gone. */
export type Unusable = 'unknown' | 'used' | 'expired';

/** What comes of an answer, the same for all channels. Only what a repeat may mend is thrown: the server is busy, or failed. */
export type Answered =
  | { kind: 'recorded'; outcome: Outcome }
  /** Nobody, or this person not, is asked any more. `given`: what they have answered before; null: nothing. */
  | { kind: 'already_decided'; outcome: Outcome; given: Recorded | null }
  /** A token that is consumed with or before an answer is still good. */
  | { kind: 'invalid'; question: Question; checks: FieldChecks }
  | { kind: 'refused'; id: Refused; values: { webUrl: string; why?: Unusable } };

/** An action of a notice as a channel brings it, after it has verified in its own way who takes it. */
export interface GivenAction {
  subjectId: string;
  actionId: string;
  person: Person;
  token?: string;
}

/** What comes of an action, the same for all channels. Only what a repeat may mend is thrown, as for an answer. */
export type Acted =
  /** `not_offered`: it was taken before, or what it is about has gone on since; nothing has changed. */
  { kind: 'done' | 'not_offered'; now: Standing } | { kind: 'refused'; id: Refused; values: { webUrl: string } };

/** What somebody is to see of a subject now. */
export interface Standing {
  message: Message;
  /** For what can be done about it now; null where that is nothing, or not on this channel. */
  token: string | null;
}
