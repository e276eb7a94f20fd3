import { createHash } from 'node:crypto';
import type { AckFn, ViewResponseAction, ViewSubmitAction } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import pMap from 'p-map';
import pTimeout from 'p-timeout';
import type { Typist } from '../../contract/answers.ts';
import { faultsBeforeAsking, optionsToConfirm } from '../../contract/confirm.ts';
import type { GivenValues } from '../../contract/conversation.ts';
import type { Question } from '../../contract/messages.ts';
import { SOURCES } from '../../contract/payload.ts';
import type { Person } from '../../contract/people.ts';
import { ProblemError, type FieldChecks } from '../../contract/problem.ts';
import type { Speech } from '../../contract/speech.ts';
import { spokenOutcome, spokenQuestion } from '../../contract/spoken.ts';
import type { Option } from '../../contract/variables.ts';
import { takeAnswer, type AnswerResult } from '../shared/takeAnswer.ts';
import { entered, visible } from './capabilities.ts';
import { publishHome, show, refusalReply, type SlackServices, type Reply } from './replies.ts';
import { errorsText, modalErrors, noteModal, onceMore, questionModal, type ModalOptions } from './modal.ts';
import { notTakenMessages, notTakenModal, typedIn, type TypedField } from './notTaken.ts';
import type { People } from './people.ts';
import { commentIn, parseModal, pickedFiles, pickedPeople, type ViewState } from './parse.ts';
import { readMetadata, writeMetadata, type ModalMetadata } from './actionValues.ts';

interface Submitted {
  body: ViewSubmitAction;
  ack: AckFn<ViewResponseAction>;
}

/** The result of a submission: the response if Slack still waits, and what to show if it does not. */
interface End {
  response: ViewResponseAction;
  view: ModalView;
  /** The message for a person who closed the view too early; absent if the question's copy says it. */
  unseen?: Unseen;
  /** Remaining work after the person was told. */
  finish?(): Promise<void>;
}

interface Unseen {
  word: Reply;
  speech: Speech;
}

/** A submitted form (behaviour 4.1): errors are shown at the fields; slow results are shown when known. */
export async function submitForm(slack: SlackServices, { body, ack }: Submitted): Promise<void> {
  const opened = readMetadata(body.view.private_metadata);
  const ending = endOf(slack, body, opened);
  const end = await pTimeout(ending, { milliseconds: slack.checkMs, fallback: () => null });
  if (end) await ack(end.response);
  else
    await ack({
      response_action: 'update',
      view: checkingModal(slack.people.speechOf(body.user.id, { language: opened?.language })),
    });
  const { view, unseen, finish } = await ending;
  if (!end) {
    const update = slack.patient.views.update({ view_id: body.view.id, view });
    await update
      .catch((error: unknown) => {
        slack.host.log.warn({ err: error }, 'Slack did not show what came of a form');
        return unseen && tellUnseen(slack, body, opened, unseen);
      })
      .catch((error: unknown) => slack.host.log.warn({ err: error }, 'nobody was told what came of a form'));
  }
  await finish?.();
}

/** Sends the result to a person whose view cannot show it or was closed, so that their text is not lost. */
async function tellUnseen(
  { people, patient }: SlackServices,
  { view, user }: ViewSubmitAction,
  opened: ModalMetadata | null,
  { word, speech }: Unseen,
): Promise<void> {
  const typed = await typedIn(view, people, { speech, clock: people.clockOf(user.id) });
  const place = opened?.message;
  const posted = place && 'channel' in place ? place.channel : undefined;
  const channel = posted ?? (await patient.conversations.open({ users: user.id })).channel!.id!;
  for (const message of notTakenMessages(word, typed, speech)) await patient.chat.postMessage({ channel, ...message });
}

const checkingModal = (speech: Speech): ModalView =>
  noteModal({ title: 'slack.checkingTitle', text: speech.say('slack.checking') }, speech);

/** Never rejects. */
async function endOf(slack: SlackServices, body: ViewSubmitAction, opened: ModalMetadata | null): Promise<End> {
  const { host, people } = slack;
  const userId = body.user.id;
  const language = opened?.language;
  const known = people.speechOf(userId, { language });
  if (!opened) return noted(refusalReply('not_found', host.inboxUrl, known), known);
  const lost = async (word: Reply, speech: Speech): Promise<End> => {
    const typed = await typedIn(body.view, people, { speech, clock: people.clockOf(userId) });
    return endOfLost(slack, body, opened, typed, { word, speech });
  };
  try {
    const person = await people.personOf(userId);
    const speech = people.speechOf(userId, { person, language });
    if (!person) return await lost({ text: speech.say('bot.notKnown') }, speech);
    const state = body.view.state.values as ViewState;
    const drawn = { nativePickers: slack.nativePickers, clock: people.clockOf(userId), speech };
    const typist = { zone: drawn.clock.zone, decimal: speech.decimal };
    const question = opened.confirmed === undefined ? null : await host.message(opened.requestId, person);
    if (question?.kind === 'question') {
      const values = parseModal(question, state, typist);
      const chosen = optionsToConfirm(visible(spokenQuestion(question, speech)), values);
      const confirmed = confirmedAs(chosen);
      if (chosen.length > 0 && confirmed !== opened.confirmed) {
        const checks = faultsBeforeAsking(question, { values, comment: commentIn(question, state) });
        const taken = checks && ({ kind: 'invalid', question, checks } as const);
        if (taken) return endFor(slack, { body, person, opened, taken, typed: [], drawn });
        const metadata = writeMetadata({ ...opened, confirmed });
        const view = questionModal(question, {
          metadata,
          ...drawn,
          redo: { typed: state, fields: {} },
          toConfirm: chosen,
        });
        return updated(view, { word: { text: onceMore(chosen, speech), webUrl: question.webUrl }, speech });
      }
    }
    const taken = await takeAnswer(host, {
      responder: person,
      requestId: opened.requestId,
      token: opened.token,
      submissionId: body.view.id,
      source: SOURCES.slack_modal,
      read: (question) => readForm(slack, question, { state, person, typist, speech }),
    });
    const typed =
      taken.kind === 'refused' || taken.kind === 'already_decided' ? await typedIn(body.view, people, drawn) : [];
    return endFor(slack, { body, person, opened, taken, typed, drawn });
  } catch (error) {
    host.log.error({ err: error }, 'Slack or the directory does not say who submitted a form');
    const speech = people.speechOf(userId, { language });
    return lost(refusalReply('unavailable', host.inboxUrl, speech), speech);
  }
}

interface Context {
  body: ViewSubmitAction;
  person: Person;
  opened: ModalMetadata;
  taken: AnswerResult;
  /** The text typed into a refused form. */
  typed: TypedField[];
  drawn: Pick<ModalOptions, 'nativePickers' | 'clock'> & { speech: Speech };
}

function endFor(slack: SlackServices, { body, person, opened, taken, typed, drawn }: Context): End {
  const userId = body.user.id;
  const { speech } = drawn;
  const notTaken = (word: Reply): End => endOfLost(slack, body, opened, typed, { word, speech });
  if (taken.kind === 'refused') return notTaken(refusalReply(taken.code, taken.webUrl, speech));
  if (taken.kind !== 'invalid') {
    const { outcome } = taken;
    const { status, text, webUrl } = spokenOutcome(outcome, speech);
    const source = opened.message;
    const finish = async () => {
      if (source)
        await show(slack, { userId, person, source }, outcome).catch((error: unknown) =>
          slack.host.log.warn(
            { err: error },
            'the message that a form was opened from could not be brought up to date',
          ),
        );
      if (source?.kind !== 'copy') await publishHome(slack, userId, person);
    };
    if (taken.kind === 'already_decided') {
      const lost = notTaken({ text: `${text}\n${speech.say('message.notTaken')}`, webUrl });
      return { ...lost, finish: () => Promise.all([lost.finish?.(), finish()]).then(() => undefined) };
    }
    return {
      response: { response_action: 'clear' },
      view: noteModal({ title: `message.state.${status}`, text, webUrl }, speech),
      finish,
    };
  }
  const { question, checks } = taken;
  const fields = speech.faults(checks);
  const errors = modalErrors(question, fields, speech, slack.nativePickers);
  const redo = { typed: body.view.state.values as ViewState, fields };
  const view = questionModal(question, { metadata: body.view.private_metadata, ...drawn, redo });
  const hasPlace = Object.keys(errors).length > 0;
  const text = errorsText(entered(spokenQuestion(question, speech), speech), fields, speech);
  const word = { text: text ?? speech.say('message.notTaken'), webUrl: question.webUrl };
  return {
    ...updated(view, { word, speech }),
    ...(hasPlace && { response: { response_action: 'errors' as const, errors } }),
  };
}

/** A form that was not taken. What was typed is on the view; what has no room there is in messages. */
function endOfLost(
  slack: SlackServices,
  body: ViewSubmitAction,
  opened: ModalMetadata,
  typed: TypedField[],
  unseen: Unseen,
): End {
  const { view, isWhole } = notTakenModal(unseen.word, typed, unseen.speech);
  if (isWhole) return updated(view, unseen);
  const finish = () =>
    tellUnseen(slack, body, opened, unseen).catch((error: unknown) =>
      slack.host.log.warn({ err: error }, 'the text of a refused form could not be sent to its author'),
    );
  return { response: { response_action: 'update', view }, view, finish };
}

const updated = (view: ModalView, unseen: Unseen): End => ({
  response: { response_action: 'update', view },
  view,
  unseen,
});
const noted = (word: Reply, speech: Speech): End =>
  updated(noteModal({ title: 'answer.label', ...word }, speech), { word, speech });

/** Identifies the confirmed options, so that the same choice is not asked about again. */
const confirmedAs = (options: readonly Option[]): string =>
  createHash('sha256')
    .update(JSON.stringify(options.map(({ value }) => value)))
    .digest('hex');

/** One file at a time, because a form may have ten files of 25 MiB. */
const ONE_AFTER_ANOTHER = { concurrency: 1 };

interface Filled {
  state: ViewState;
  person: Person;
  typist: Typist;
  speech: Speech;
}

/**
 * Converts picked accounts to the addresses in the directory.
 *
 * @returns the fields with accounts that have none, by their names, because nobody knows their ids
 */
async function toAddresses(
  people: People,
  values: Record<string, unknown>,
  { fields, speech }: { fields: string[]; speech: Speech },
): Promise<FieldChecks> {
  const checks: FieldChecks = {};
  const nameOf = async (id: string) => (await people.nameOf(id)) ?? speech.say('bot.nameless');
  for (const field of fields) {
    const picked = values[field];
    const ids = [picked].flat().map(String);
    const emails = await Promise.all(ids.map((id) => people.emailOf(id)));
    const strangers = ids.filter((_id, index) => emails[index] === null);
    const names = await Promise.all(strangers.map(nameOf));
    if (names.length > 0) checks[field] = { id: 'personUnknown', values: { names: names.join(', ') } };
    values[field] = Array.isArray(picked) ? emails : emails[0];
  }
  return checks;
}

/**
 * Reads the answer; converts picked people to the addresses in the directory, and stores files here.
 *
 * @throws ProblemError if a picked account has no address, with all else that is wrong, so that it is mended at once
 */
async function readForm(
  { people, files }: SlackServices,
  question: Question,
  { state, person, typist, speech }: Filled,
): Promise<GivenValues> {
  const values = parseModal(question, state, typist);
  const comment = commentIn(question, state);
  const asEntered = { values: { ...values }, comment };
  const strangers = await toAddresses(people, values, { fields: pickedPeople(question, state), speech });
  if (Object.keys(strangers).length > 0)
    throw new ProblemError('validation_failed', 'Some accounts have no address in the directory.', {
      checks: { ...faultsBeforeAsking(question, asEntered), ...strangers },
    });
  for (const [variable, ids] of pickedFiles(question, state))
    values[variable] = await pMap(ids, (id) => files.keep(id, { question, variable, person }), ONE_AFTER_ANOTHER);
  return { values, comment };
}
