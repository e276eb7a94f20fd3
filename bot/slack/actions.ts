import type { BlockAction, ButtonAction, RespondFn } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { errorsOf } from '../../contract/answers.ts';
import { wordsOf } from '../../contract/english.ts';
import type { Question } from '../../contract/messages.ts';
import { SOURCES } from '../../contract/payload.ts';
import type { Person } from '../../contract/people.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import { ENGLISH_SPEECH } from '../../contract/speech.ts';
import { optionsOf } from '../../contract/variables.ts';
import { takeAnswer } from '../shared/takeAnswer.ts';
import { NOT_KNOWN, OUTCOME_TITLES } from '../shared/words.ts';
import { visible } from './capabilities.ts';
import { show, tell, refusalReply, type SlackServices, type Reply } from './replies.ts';
import { loadingModal, noteModal, questionModal } from './modal.ts';
import { parseChoice } from './parse.ts';
import { sourceOf, type ActionSource } from './actionSource.ts';
import { readButtonValue, writeMetadata, type ButtonValue } from './actionValues.ts';

/** A button that was pressed; Slack has been answered already, or is about to be. */
export interface BlockActionCall {
  body: BlockAction;
  action: ButtonAction;
  respond: RespondFn;
}

const NOT_OPENED = 'Slack did not open the form in time. ButtonValue Open Form once more.';
const NOTE_TITLE = 'Your answer';

/** An inline button: one press answers (behaviour 4.1). */
export async function answerAction(slack: SlackServices, { body, action, respond }: BlockActionCall): Promise<void> {
  const { host } = slack;
  const userId = body.user.id;
  const source = sourceOf(body, respond);
  const say = (word: Reply) => tell(slack, userId, source, word);
  const value = readButtonValue(action.value);
  if (!value) return say(refusalReply('not_found', host.publicUrl));
  const person = await whoPressed(slack, userId, source);
  if (!person) return;

  const { requestId, token, choice = '' } = value;
  const taken = await takeAnswer(host, {
    responder: person,
    requestId,
    token,
    submissionId: `${stampOf(body)}.${action.action_ts}`,
    source: SOURCES.slack_inline,
    read: (question) => ({ values: parseChoice(question, choice) }),
  });
  if (taken.kind === 'refused') return say(refusalReply(taken.code, taken.webUrl));
  if (taken.kind !== 'invalid') return show(slack, { userId, person, source }, taken.outcome);
  const errors = visible(taken.question).flatMap((spec) => errorsOf(spec, wordsOf(taken.checks), ENGLISH_SPEECH));
  return say({ text: errors.join('\n') || 'This answer was not taken.', webUrl: taken.question.webUrl });
}

/** Null: nobody that is known; they were told so. */
export async function whoPressed(slack: SlackServices, userId: string, source: ActionSource): Promise<Person | null> {
  const { host, people } = slack;
  const person = await people.personOf(userId).catch((error: unknown) => {
    host.log.error({ err: error }, 'Slack or the directory does not say who pressed a button');
    return undefined;
  });
  if (person === undefined) await tell(slack, userId, source, refusalReply('unavailable', host.publicUrl));
  if (person === null) await tell(slack, userId, source, { text: NOT_KNOWN });
  return person ?? null;
}

/** What tells this message or view from others; a press of the same button later has another time. */
const stampOf = ({ message, container, view }: BlockAction): string =>
  message?.ts ?? String(container['message_ts'] ?? view?.id ?? '');

/** Open Form: something stands at once, before anything is looked up, as a trigger of Slack expires after 3 s. */
export async function openForm(slack: SlackServices, { body, action, respond }: BlockActionCall): Promise<void> {
  const { host, quick, patient } = slack;
  const userId = body.user.id;
  const source = sourceOf(body, respond);
  const opened = await quick.views
    .open({ trigger_id: body.trigger_id, view: loadingModal() })
    .catch((error: unknown) => host.log.warn({ err: error }, 'Slack did not open a form'));
  const viewId = opened?.view?.id;
  if (!viewId) return tell(slack, userId, source, { text: NOT_OPENED });
  const view = await formFor(slack, { userId, source, value: readButtonValue(action.value) }).catch(
    (error: unknown) => {
      host.log.error({ err: error }, 'a form for Slack could not be made');
      return noteModal(NOTE_TITLE, FORM_FAILED, host.publicUrl);
    },
  );
  await patient.views.update({ view_id: viewId, view });
}

const FORM_FAILED = 'The form could not be shown right now. Try again in a minute, or answer in the web client.';

const hasOptionToConfirm = ({ variables }: Question): boolean =>
  variables.some((spec) => optionsOf(spec).some(({ confirm }) => confirm));

interface Opening {
  userId: string;
  source: ActionSource;
  value: ButtonValue | null;
}

/** The form, or in its place what there is to know; a copy that turns out to be behind is brought up to date. */
async function formFor(slack: SlackServices, { userId, source, value }: Opening): Promise<ModalView> {
  const { host, people, nativePickers } = slack;
  const refusal = (code: ProblemCode, webUrl = host.publicUrl) => {
    const word = refusalReply(code, webUrl);
    return noteModal(NOTE_TITLE, word.text, word.webUrl);
  };
  const person = await people.personOf(userId);
  if (!person) return noteModal(NOTE_TITLE, NOT_KNOWN);
  if (!value) return refusal('not_found');
  const { requestId, token } = value;
  const message = await host.message(requestId, person);
  if (!message) return refusal('not_assignee');
  if (message.kind === 'outcome') {
    await show(slack, { userId, person, source }, message).catch(() => {});
    return noteModal(OUTCOME_TITLES[message.status], message.text, message.webUrl);
  }
  const link = await host.openLink(token);
  if (link?.message.kind !== 'question' || link.message.requestId !== requestId || link.person.id !== person.id)
    return refusal('link_unusable', message.webUrl);
  const at = source.kind === 'copy' ? { channel: source.channel, ts: source.ts } : null;
  const confirmed = hasOptionToConfirm(message) ? '' : undefined;
  const metadata = writeMetadata({ requestId, token, message: at, confirmed });
  return questionModal(message, { metadata, nativePickers, clock: people.clockOf(userId) });
}
