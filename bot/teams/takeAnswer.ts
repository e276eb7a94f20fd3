import { z } from 'zod';
import type { ChannelHost } from '../../contract/channel.ts';
import type { Outcome, Question } from '../../contract/messages.ts';
import { SOURCES, type Submitted } from '../../contract/payload.ts';
import type { Person } from '../../contract/people.ts';
import { ProblemError } from '../../contract/problem.ts';
import { submittedOf } from '../shared/simple.ts';
import { whenFailed } from '../shared/words.ts';
import type { Activity } from './activity.ts';
import { parseCard } from './parse.ts';
import { outcomeCard, questionCard, type Card } from './render.ts';

interface Parts {
  host: Pick<ChannelHost, 'answer' | 'message' | 'publicUrl' | 'log'>;
  nativePickers: boolean;
}

/** What a card sends beside its fields. */
const Pressed = z.looseObject({
  verb: z.literal('answer'),
  requestId: z.string().min(1).max(200),
  token: z.string().min(1).max(200),
  isListed: z.literal(true).optional().catch(undefined),
});
type Pressed = z.infer<typeof Pressed>;

/**
 * What comes of a press: the card turns into another, or stays as it is and something is said beside it. `isListed`: it
 * was pressed in the list of what waits.
 */
export type Taken = { card: Card; isListed?: boolean } | { text: string };

/** Of a request that is closed, or was put to others, nothing is read: it is refused as such, whatever was submitted. */
const NOTHING: Submitted = { values: {} };

/**
 * Brings what somebody submitted on a card to its request (behaviour 2.3, 5.2). A repeat of the same activity comes to
 * the same, and a press on a copy that is behind comes to the outcome.
 */
export async function takeAnswer(parts: Parts, person: Person, { value, id }: Activity): Promise<Taken> {
  const { host, nativePickers } = parts;
  const parsed = Pressed.safeParse(value);
  if (!parsed.success) return { text: whenFailed(new ProblemError('not_found', ''), host.publicUrl) };
  const pressed = parsed.data;
  const { requestId, token } = pressed;
  let message: Question | Outcome | null = null;
  try {
    message = await host.message(requestId, person);
    const submitted =
      message?.kind === 'question'
        ? submittedOf(message, parseCard(message, pressed, { nativePickers }).values)
        : NOTHING;
    await host.answer({ requestId, responder: person, submitted, source: SOURCES.teams, token, submissionId: id });
    return (await outcomeOf(parts, pressed, person)) ?? { text: RECORDED };
  } catch (error) {
    return explain(parts, { error, person, pressed, message });
  }
}

const RECORDED = 'Your answer is recorded.';

interface Failed {
  error: unknown;
  person: Person;
  pressed: Pressed;
  /** What the person was to see before. */
  message: Question | Outcome | null;
}

async function explain(parts: Parts, { error, person, pressed, message }: Failed): Promise<Taken> {
  const { host } = parts;
  const { requestId } = pressed;
  const code = error instanceof ProblemError ? error.code : 'internal';
  if (code === 'validation_failed' && message?.kind === 'question') return askAgain(parts, message, pressed, error);
  if (code === 'internal' || code === 'unavailable')
    host.log.error({ err: error, question: requestId }, 'an answer from Teams could not be recorded');
  const outcome = await outcomeOf(parts, pressed, person).catch(() => null);
  return outcome ?? { text: whenFailed(error, message?.webUrl ?? host.publicUrl) };
}

/** The card once more, with what was typed and what is wrong with it. Its token is not used up. */
function askAgain({ nativePickers }: Parts, question: Question, pressed: Pressed, error: unknown): Taken {
  const { redo } = parseCard(question, pressed, { nativePickers });
  const fields = (error as ProblemError).extra.fields ?? {};
  const card = questionCard(question, { token: pressed.token, redo: { ...redo, fields }, nativePickers });
  return { card, isListed: pressed.isListed };
}

/** Null as long as the request asks this person, and where it never did. */
async function outcomeOf({ host }: Parts, { requestId, isListed }: Pressed, person: Person): Promise<Taken | null> {
  const message = await host.message(requestId, person);
  return message?.kind === 'outcome' ? { card: outcomeCard(message), isListed } : null;
}
