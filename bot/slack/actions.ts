import type { BlockAction, ButtonAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { errorsOf } from '../../contract/answers.ts';
import type { Outcome, Question } from '../../contract/messages.ts';
import { SOURCES } from '../../contract/payload.ts';
import type { Person } from '../../contract/people.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import type { Speech } from '../../contract/speech.ts';
import { spokenOutcome } from '../../contract/spoken.ts';
import { optionsOf } from '../../contract/variables.ts';
import { takeAnswer } from '../shared/takeAnswer.ts';
import { slackCode } from './callSlack.ts';
import { entered, passwordInputs } from './capabilities.ts';
import { show, tell, refusalReply, type SlackServices, type Reply } from './replies.ts';
import { loadingModal, noteModal, questionModal } from './modal.ts';
import { parseChoice, stateWith } from './parse.ts';
import { sourceOf, type ActionSource } from './actionSource.ts';
import { readButtonValue, writeMetadata, type ButtonValue } from './actionValues.ts';

/** A pressed button; the call is acknowledged already, or about to be. */
export interface BlockActionCall {
  body: BlockAction;
  action: ButtonAction;
}

/** An inline button: one press answers (behaviour 4.1). */
export async function answerAction(slack: SlackServices, { body, action }: BlockActionCall): Promise<void> {
  const { host } = slack;
  const userId = body.user.id;
  const source = sourceOf(body);
  const value = readButtonValue(action.value);
  if (!value) {
    const speech = slack.people.speechOf(userId);
    return tell(slack, { userId, source, speech }, refusalReply('not_found', host.inboxUrl, speech));
  }
  const { language } = value;
  const person = await actingPerson(slack, { userId, source, language });
  if (!person) return;
  const speech = slack.people.speechOf(userId, { person, language });
  const say = (word: Reply) => tell(slack, { userId, source, speech }, word);

  const { requestId, token, choice = '' } = value;
  const taken = await takeAnswer(host, {
    responder: person,
    requestId,
    token,
    submissionId: `${stampOf(body)}.${action.action_ts}`,
    source: SOURCES.slack_inline,
    read: (question) => ({ values: parseChoice(question, choice) }),
  });
  if (taken.kind === 'refused') return say(refusalReply(taken.code, taken.webUrl, speech));
  if (taken.kind !== 'invalid') {
    await show(slack, { userId, person, source }, taken.outcome);
    // a copy now shows the outcome; a list only drops the question, as it does after an answer that counts
    if (taken.kind === 'already_decided' && source.kind !== 'copy') await say(notTakenReply(taken.outcome, speech));
    return;
  }
  const errors = entered(taken.question, speech).flatMap((spec) => errorsOf(spec, speech.faults(taken.checks), speech));
  return say({ text: errors.join('\n') || speech.say('slack.thisNotTaken'), webUrl: taken.question.webUrl });
}

/** Says that a press changed nothing, and what the outcome is. */
function notTakenReply(outcome: Outcome, speech: Speech): Reply {
  const { title, text, webUrl } = spokenOutcome(outcome, speech);
  return { text: [speech.say('slack.thisNotTaken'), title, text].join('\n'), webUrl };
}

interface Acting {
  userId: string;
  source: ActionSource;
  /** The language of the pressed button. */
  language?: string;
  /** What to say if the person cannot be looked up now; default: that their answer could not be recorded. */
  whenAway?(speech: Speech): Reply;
}

/** The person who pressed; null: unknown, and they were told so. */
export async function actingPerson(slack: SlackServices, acting: Acting): Promise<Person | null> {
  const { host, people } = slack;
  const { userId, source, language } = acting;
  const { whenAway = (speech) => refusalReply('unavailable', host.inboxUrl, speech) } = acting;
  const person = await people.personOf(userId).catch((error: unknown) => {
    host.log.error({ err: error }, 'Slack or the directory does not say who pressed a button');
    return undefined;
  });
  const speech = people.speechOf(userId, { person, language });
  const say = (word: Reply) => tell(slack, { userId, source, speech }, word);
  if (person === undefined) await say(whenAway(speech));
  if (person === null) await say({ text: speech.say('bot.notKnown') });
  return person ?? null;
}

/** Identifies the press: the message or view, with a time that differs for each press of a button. */
const stampOf = ({ message, container, view }: BlockAction): string =>
  message?.ts ?? String(container['message_ts'] ?? view?.id ?? '');

/** Open Form: opens a modal before looking anything up, because Slack's trigger expires after 3 s. */
export async function openForm(slack: SlackServices, { body, action }: BlockActionCall): Promise<void> {
  const { host, people, quick, patient } = slack;
  const userId = body.user.id;
  const source = sourceOf(body);
  const value = readButtonValue(action.value);
  const language = value?.language;
  const opened = await quick.views
    .open({ trigger_id: body.trigger_id, view: loadingModal(people.speechOf(userId, { language })) })
    .catch((error: unknown) => host.log.warn({ err: error }, 'Slack did not open a form'));
  const viewId = opened?.view?.id;
  if (!viewId) {
    const speech = people.speechOf(userId, { language });
    return tell(slack, { userId, source, speech }, { text: speech.say('slack.formNotOpened') });
  }
  const show = (view: ModalView) => patient.views.update({ view_id: viewId, view });
  const form = formFor(slack, { userId, source, value }).then(show);
  await form.catch(async (error: unknown) => {
    if (slackCode(error) === 'not_found') return; // closed in the meantime
    host.log.error({ err: error }, 'a form for Slack could not be made, or not be shown');
    const speech = people.speechOf(userId, { language });
    const text = speech.say('slack.formFailed');
    await show(noteModal({ title: 'answer.label', text, webUrl: host.inboxUrl }, speech));
  });
}

const hasOptionToConfirm = ({ variables }: Question): boolean =>
  variables.some((spec) => optionsOf(spec).some(({ confirm }) => confirm));

interface Opening {
  userId: string;
  source: ActionSource;
  value: ButtonValue | null;
}

/** The form, or a note why there is none; updates the copy if it is outdated. */
async function formFor(slack: SlackServices, { userId, source, value }: Opening): Promise<ModalView> {
  const { host, people, nativePickers } = slack;
  const person = await people.personOf(userId);
  const speech = people.speechOf(userId, { person, language: value?.language });
  const refusal = (code: ProblemCode, webUrl = host.inboxUrl) =>
    noteModal({ title: 'answer.label', ...refusalReply(code, webUrl, speech) }, speech);
  if (!person) return noteModal({ title: 'answer.label', text: speech.say('bot.notKnown') }, speech);
  if (!value) return refusal('not_found');
  const { requestId, token, choice } = value;
  const message = await host.message(requestId, person);
  if (!message) return refusal('not_assignee');
  if (message.kind === 'outcome') {
    await show(slack, { userId, person, source }, message).catch(() => {});
    const { text, webUrl } = spokenOutcome(message, speech);
    return noteModal({ title: `message.state.${message.status}`, text, webUrl }, speech);
  }
  const link = await host.openLink(token);
  if (link?.message.kind !== 'question' || link.message.requestId !== requestId || link.person.id !== person.id)
    return refusal('link_unusable', message.webUrl);
  const at = source.kind === 'home' ? null : source;
  const confirmed = hasOptionToConfirm(message) ? '' : undefined;
  const passwords = passwordInputs(message, nativePickers);
  const metadata = writeMetadata({ requestId, token, message: at, confirmed, language: speech.locale, passwords });
  const redo = choice === undefined ? undefined : { typed: stateWith(message, choice), fields: {} };
  return questionModal(message, { metadata, nativePickers, redo, clock: people.clockOf(userId), speech });
}
