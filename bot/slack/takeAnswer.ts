import type { ChannelHost } from '../../contract/channel.ts';
import type { Outcome, Question } from '../../contract/messages.ts';
import type { Source, Submitted } from '../../contract/payload.ts';
import type { Person } from '../../contract/people.ts';
import { ProblemError, type FieldErrors } from '../../contract/problem.ts';
import { submittedOf } from '../shared/simple.ts';
import { whenFailed } from '../shared/words.ts';

export type AnswerHost = Pick<ChannelHost, 'answer' | 'message' | 'publicUrl' | 'log'>;

/** Something to tell a person, with the way that is still open to them. */
export interface Word {
  text: string;
  webUrl?: string;
}

/** What comes of an attempt to answer. `invalid` has not used up its token. */
export type Taken =
  | { kind: 'outcome'; outcome: Outcome }
  | { kind: 'invalid'; question: Question; fields: FieldErrors }
  | { kind: 'refused'; word: Word };

export interface Attempt {
  person: Person;
  requestId: string;
  token: string;
  /** The same for the same press or the same form, however often it arrives. */
  submissionId: string;
  source: Source;
  /** What was answered, field by field. */
  read(question: Question): Record<string, unknown> | Promise<Record<string, unknown>>;
}

/** Of a request that is closed, or was put to others, nothing is read: it is refused as such, whatever was submitted. */
const NOTHING: Submitted = { values: {} };

/**
 * Brings what somebody submitted in Slack to its request (behaviour 2.3, 5.2). A repeat comes to the same, and a press on
 * a copy that is behind comes to the outcome. Never rejects.
 */
export async function takeAnswer(host: AnswerHost, attempt: Attempt): Promise<Taken> {
  const { person, requestId, read, source, token, submissionId } = attempt;
  let message: Question | Outcome | null = null;
  try {
    message = await host.message(requestId, person);
    const submitted = message?.kind === 'question' ? submittedOf(message, await read(message)) : NOTHING;
    await host.answer({ requestId, responder: person, submitted, source, token, submissionId });
    return (await outcomeOf(host, requestId, person)) ?? { kind: 'refused', word: RECORDED };
  } catch (error) {
    const code = codeOf(error);
    if (code === 'validation_failed' && message?.kind === 'question')
      return { kind: 'invalid', question: message, fields: (error as ProblemError).extra.fields ?? {} };
    if (code === 'internal' || code === 'unavailable')
      host.log.error({ err: error, question: requestId }, 'an answer from Slack could not be recorded');
    const outcome = await outcomeOf(host, requestId, person).catch(() => null);
    return outcome ?? { kind: 'refused', word: wordFor(error, message?.webUrl ?? host.publicUrl) };
  }
}

const RECORDED: Word = { text: 'Your answer is recorded.' };

const codeOf = (error: unknown) => (error instanceof ProblemError ? error.code : 'internal');

/** Null as long as the request asks this person, and where it never did. */
async function outcomeOf({ message }: AnswerHost, requestId: string, person: Person): Promise<Taken | null> {
  const outcome = await message(requestId, person);
  return outcome?.kind === 'outcome' ? { kind: 'outcome', outcome } : null;
}

/** The address at the end of a text becomes a button: Slack makes no links in plain text. */
export function wordFor(error: unknown, webUrl: string): Word {
  const text = whenFailed(error, webUrl);
  return text.endsWith(webUrl) ? { text: text.slice(0, -webUrl.length).trimEnd(), webUrl } : { text };
}
