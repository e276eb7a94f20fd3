import { z } from 'zod';
import type { ChannelHost } from '../../contract/channel.ts';
import { commentField } from '../../contract/commentField.ts';
import { faultsBeforeAsking, optionsToConfirm } from '../../contract/confirm.ts';
import type { Question, Redo } from '../../contract/messages.ts';
import { SOURCES } from '../../contract/payload.ts';
import type { Person } from '../../contract/people.ts';
import type { FieldChecks, FieldErrors } from '../../contract/problem.ts';
import type { Speech } from '../../contract/speech.ts';
import { spokenQuestion } from '../../contract/spoken.ts';
import { optionLabel } from '../../contract/variables.ts';
import { takeAnswer, type AnswerResult } from '../shared/takeAnswer.ts';
import { fieldId } from '../shared/fieldNames.ts';
import { cut, whenFailed } from '../shared/words.ts';
import { approvalButtons, choiceToConfirm } from './actions.ts';
import type { Activity } from './activity.ts';
import { zoneIn } from './clock.ts';
import { settingOf, textsIn, type CardOptions } from './controls.ts';
import { enteredIn } from './entered.ts';
import { LIMITS } from './limits.ts';
import { typedTextMessages, withoutRoom } from './typedText.ts';
import { halfMoments, parseCard } from './parse.ts';
import { outcomeCard, questionCard, type Card } from './render.ts';

interface Parts {
  host: Pick<ChannelHost, 'answer' | 'message' | 'personByObjectId' | 'inboxUrl' | 'log'>;
  nativePickers: boolean;
  speech: Speech;
}

interface PartsForOne extends Parts {
  options: CardOptions & { speech: Speech };
}

/** The data a card sends besides its fields. */
const CardSubmission = z.looseObject({
  verb: z.literal('answer'),
  requestId: z.string().min(1).max(200),
  token: z.string().min(1).max(200),
  mayConfirm: z.literal(true).optional().catch(undefined),
  confirmed: z.string().optional().catch(undefined),
  isBack: z.literal(true).optional().catch(undefined),
  isListed: z.literal(true).optional().catch(undefined),
  texts: z.array(z.string().max(200)).max(500).catch([]),
  nativePickers: z.boolean().optional().catch(undefined),
});
type CardSubmission = z.infer<typeof CardSubmission>;

/**
 * The result of a press: the card is replaced, or stays and a message is sent beside it. `isListed`: pressed in a list.
 * `lost`: what was entered and disappears with the card.
 */
export type CardReply = { card: Card; isListed?: boolean; lost?: string[] } | { text: string } | { beside: Card };

/** Passes a card's submission to its request. Repeating an activity has the same result. */
export async function submitCard(given: Parts, person: Person, activity: Activity): Promise<CardReply> {
  const { value, id } = activity;
  const { host, speech } = given;
  const parsed = CardSubmission.safeParse(value);
  if (!parsed.success) return { text: whenFailed('not_found', host.inboxUrl, speech) };
  const submission = parsed.data;
  const { nativePickers = given.nativePickers } = submission;
  const options = { nativePickers, zone: zoneIn(activity), speech };
  const parts = { ...given, options };
  const asking = submission.mayConfirm ? await askOnceMore(parts, person, submission) : null;
  if (asking) return submission.isListed ? { beside: asking.card } : asking;
  const taken = await takeAnswer(host, {
    requestId: submission.requestId,
    responder: person,
    source: SOURCES.teams,
    token: submission.token,
    submissionId: id,
    read(question) {
      const { values, comment } = parseCard(question, submission, options);
      return { values, comment };
    },
  });
  return show(parts, person, submission, taken);
}

/** The card asking to confirm the choice, or the card after going back; null: it can be sent. */
async function askOnceMore(
  { host, options }: PartsForOne,
  person: Person,
  submission: CardSubmission,
): Promise<Again | null> {
  const { requestId, token, confirmed, isBack } = submission;
  const question = await host.message(requestId, person);
  if (question?.kind !== 'question') return null;
  const { values, comment, redo } = parseCard(question, submission, options);
  if (isBack) return again(question, { token, redo, ...options });
  const { speech } = options;
  const chosen = optionsToConfirm(spokenQuestion(question, speech).variables, values);
  const choice = choiceToConfirm(question.variables, submission);
  if (chosen.length === 0 || confirmed === choice) return null;
  const faults = faultsBeforeAsking(question, { values, comment });
  if (faults) {
    const fields = faultsIn(question, submission, { checks: faults, options });
    return again(question, { token, redo: { ...redo, fields }, ...options });
  }
  const labels = chosen.map((option) => cut(optionLabel(option), LIMITS.choiceCharacters));
  const title = speech.say('answer.confirm', { answer: labels.join(', ') });
  const confirming = { title, confirmed: choice, chosen: chosenIn(question, redo, speech) };
  return again(question, { token, redo, confirming, ...options });
}

/** A card shown again, and the typed text that does not fit on it. */
interface Again {
  card: Card;
  lost: string[];
}

function again(question: Question, drawn: Parameters<typeof questionCard>[1] & { redo: Redo; speech: Speech }): Again {
  const { redo, speech } = drawn;
  const card = questionCard(question, drawn);
  const names = textsIn([...question.variables, ...commentField(question, speech)], settingOf(question, drawn));
  return { card, lost: typedTextMessages(withoutRoom(card, redo, names), speech) };
}

/** The errors at the fields. A date without its time is told as such, not as text that is neither. */
function faultsIn(
  question: Question,
  submission: CardSubmission,
  { checks, options }: { checks: FieldChecks; options: PartsForOne['options'] },
): FieldErrors {
  const { speech } = options;
  const halves = halfMoments(question, submission, options).filter((name) => checks[name] !== undefined);
  const told = halves.map((name) => [name, speech.say('teams.bothDateAndTime')]);
  return { ...speech.faults(checks), ...Object.fromEntries(told) };
}

/** The option pressed on an approval; text typed beside it is on the card. */
function chosenIn(question: Question, { typed }: Redo, speech: Speech): Redo['typed'] {
  const buttons = approvalButtons(question, speech);
  const id = buttons && fieldId(buttons.spec);
  return id && typed[id] !== undefined ? { [id]: typed[id] } : {};
}

/**
 * The text for a person who pressed somebody else's card; the server's refusal does not say whether they were asked
 * themselves.
 */
async function whoseCard({ host, speech }: Parts, person: Person, requestId: string): Promise<string> {
  const own = await host.message(requestId, person);
  return own
    ? speech.say('bot.cardOfAnother', { webUrl: own.webUrl })
    : whenFailed('not_assignee', host.inboxUrl, speech);
}

async function show(
  parts: PartsForOne,
  person: Person,
  submission: CardSubmission,
  taken: AnswerResult,
): Promise<CardReply> {
  const { options, speech } = parts;
  const { isListed, token, requestId } = submission;
  switch (taken.kind) {
    case 'recorded':
      return { card: outcomeCard(taken.outcome, speech), isListed };
    case 'already_decided': {
      const notTaken = speech.say('message.notTaken');
      const entered = taken.given || isListed ? [] : await enteredIn(submission, taken.asked, parts);
      // a list only drops the question, as it does after an answer that counts
      const lost = isListed && !taken.given ? [notTaken] : typedTextMessages(entered, speech, notTaken);
      return { card: outcomeCard(taken.outcome, speech), isListed, lost };
    }
    case 'invalid': {
      const { question, checks } = taken;
      const { redo } = parseCard(question, submission, options);
      const mended = {
        token,
        redo: { ...redo, fields: faultsIn(question, submission, { checks, options }) },
        ...options,
      };
      return { ...again(question, mended), isListed };
    }
    case 'refused':
      if (taken.code === 'not_assignee') return { text: await whoseCard(parts, person, requestId) };
      return { text: whenFailed(taken.code, taken.webUrl, speech) };
  }
}
