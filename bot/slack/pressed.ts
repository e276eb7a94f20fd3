import type { BlockAction, ButtonAction, RespondFn } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { errorsOf } from '../../contract/answers.ts';
import { wordsOf } from '../../contract/english.ts';
import type { Question } from '../../contract/messages.ts';
import { SOURCES } from '../../contract/payload.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import { optionsOf } from '../../contract/variables.ts';
import { takeAnswer } from '../shared/takeAnswer.ts';
import { NOT_KNOWN, OUTCOME_TITLES } from '../shared/words.ts';
import { visible } from './capabilities.ts';
import { show, tell, wordFor, type Desk, type Word } from './desk.ts';
import { loadingModal, noteModal, questionModal } from './modal.ts';
import { parsePress } from './parse.ts';
import { placeOf, type Place } from './place.ts';
import { readPress, writeOpened, type Press } from './press.ts';

/** A button that was pressed; Slack has been answered already, or is about to be. */
export interface Pressed {
  body: BlockAction;
  action: ButtonAction;
  respond: RespondFn;
}

const NOT_OPENED = 'Slack did not open the form in time. Press Open Form once more.';
const NOTE_TITLE = 'Your answer';

/** An inline button: one press answers (behaviour 4.1). */
export async function pressAnswer(desk: Desk, { body, action, respond }: Pressed): Promise<void> {
  const { host, people } = desk;
  const userId = body.user.id;
  const place = placeOf(body, respond);
  const say = (word: Word) => tell(desk, userId, place, word);
  const press = readPress(action.value);
  if (!press) return say(wordFor('not_found', host.publicUrl));
  const person = await people.personOf(userId).catch((error: unknown) => {
    host.log.error({ err: error }, 'Slack or the directory does not say who pressed a button');
    return undefined;
  });
  if (person === undefined) return say(wordFor('unavailable', host.publicUrl));
  if (!person) return say({ text: NOT_KNOWN });

  const { requestId, token, choice = '' } = press;
  const taken = await takeAnswer(host, {
    responder: person,
    requestId,
    token,
    submissionId: `${stampOf(body)}.${action.action_ts}`,
    source: SOURCES.slack_inline,
    read: (question) => ({ values: parsePress(question, choice) }),
  });
  if (taken.kind === 'refused') return say(wordFor(taken.code, taken.webUrl));
  if (taken.kind !== 'invalid') return show(desk, { userId, person, place }, taken.outcome);
  const errors = visible(taken.question).flatMap((spec) => errorsOf(spec, wordsOf(taken.checks)));
  return say({ text: errors.join('\n') || 'This answer was not taken.', webUrl: taken.question.webUrl });
}

/** What tells this message or view from others; a press of the same button later has another time. */
const stampOf = ({ message, container, view }: BlockAction): string =>
  message?.ts ?? String(container['message_ts'] ?? view?.id ?? '');

/** Open Form: something stands at once, before anything is looked up, as a trigger of Slack expires after 3 s. */
export async function openForm(desk: Desk, { body, action, respond }: Pressed): Promise<void> {
  const { host, quick, patient } = desk;
  const userId = body.user.id;
  const place = placeOf(body, respond);
  const opened = await quick.views
    .open({ trigger_id: body.trigger_id, view: loadingModal() })
    .catch((error: unknown) => host.log.warn({ err: error }, 'Slack did not open a form'));
  const viewId = opened?.view?.id;
  if (!viewId) return tell(desk, userId, place, { text: NOT_OPENED });
  const view = await formFor(desk, { userId, place, press: readPress(action.value) }).catch((error: unknown) => {
    host.log.error({ err: error }, 'a form for Slack could not be made');
    return noteModal(NOTE_TITLE, FORM_FAILED, host.publicUrl);
  });
  await patient.views.update({ view_id: viewId, view });
}

const FORM_FAILED = 'The form could not be shown right now. Try again in a minute, or answer in the web client.';

const hasOptionToConfirm = ({ variables }: Question): boolean =>
  variables.some((spec) => optionsOf(spec).some(({ confirm }) => confirm));

interface Opening {
  userId: string;
  place: Place;
  press: Press | null;
}

/** The form, or in its place what there is to know; a copy that turns out to be behind is brought up to date. */
async function formFor(desk: Desk, { userId, place, press }: Opening): Promise<ModalView> {
  const { host, people, nativePickers } = desk;
  const refusal = (code: ProblemCode, webUrl = host.publicUrl) => {
    const word = wordFor(code, webUrl);
    return noteModal(NOTE_TITLE, word.text, word.webUrl);
  };
  const person = await people.personOf(userId);
  if (!person) return noteModal(NOTE_TITLE, NOT_KNOWN);
  if (!press) return refusal('not_found');
  const { requestId, token } = press;
  const message = await host.message(requestId, person);
  if (!message) return refusal('not_assignee');
  if (message.kind === 'outcome') {
    await show(desk, { userId, person, place }, message).catch(() => {});
    return noteModal(OUTCOME_TITLES[message.status], message.text, message.webUrl);
  }
  const link = await host.openLink(token);
  if (link?.message.requestId !== requestId || link.person.id !== person.id)
    return refusal('link_unusable', message.webUrl);
  const at = place.kind === 'copy' ? { channel: place.channel, ts: place.ts } : null;
  const confirmed = hasOptionToConfirm(message) ? '' : undefined;
  const metadata = writeOpened({ requestId, token, message: at, confirmed });
  return questionModal(message, { metadata, nativePickers, clock: people.clockOf(userId) });
}
