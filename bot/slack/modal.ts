import type { ConfirmationDialog, KnownBlock, ModalView } from '@slack/types';
import { errorsOf, type Clock } from '../../contract/answers.ts';
import type { Question } from '../../contract/messages.ts';
import type { FieldErrors } from '../../contract/problem.ts';
import { ENGLISH_SPEECH, type Speech, type SpeechId } from '../../contract/speech.ts';
import { fieldLabel, spokenQuestion } from '../../contract/spoken.ts';
import { optionLabel, type Option, type VariableSpec } from '../../contract/variables.ts';
import { fallbackInput } from '../shared/fallbackInput.ts';
import { fieldId } from '../shared/fieldNames.ts';
import { otherErrors } from '../shared/words.ts';
import { actions, leadQuestion, link, quiet, section, withLink } from './blocks.ts';
import { entered, fallbackNotes, inputOf, whyWebOnly, type WhyNoForm } from './capabilities.ts';
import { losesDefault, type Cell } from './inputs.ts';
import { factTable } from './factTable.ts';
import { LIMITS } from './limits.ts';
import type { ViewState } from './parse.ts';
import { fit, oneLine, plain } from './text.ts';

export const FORM_CALLBACK = 'answer_form';

const PROMPT_CHARACTERS = 2000;
const ERROR_CHARACTERS = 1000;

export interface ModalOptions {
  /** What comes back with the submission. */
  metadata: string;
  nativePickers?: boolean;
  /** A form that comes back: what was typed, and what is wrong with it. */
  redo?: { typed: ViewState; fields: FieldErrors };
  /** What was chosen and is asked about once more. */
  toConfirm?: readonly Option[];
  /** By whose clock dates and times are read that are typed. */
  clock?: Clock;
  /** English where nobody knows better. */
  speech?: Speech;
}

const titled = (title: string) => plain(oneLine(title), LIMITS.viewTitle);

interface Drawing {
  nativePickers: boolean;
  clock?: Clock;
  speech: Speech;
}

/** A field that is a control, or a line with the way to the web client. */
function fieldBlock(
  spec: VariableSpec,
  cell: Cell | undefined,
  { webUrl, ...drawing }: Drawing & { webUrl: string },
): KnownBlock {
  const { nativePickers, clock, speech } = drawing;
  const input = inputOf(spec, nativePickers);
  const typist = { zone: clock?.zone, decimal: speech.decimal };
  const label = fieldLabel(spec, speech);
  const hints = hintText(spec, drawing);
  if (!input.draw) return withLink(`${label}\n${hints}`, webUrl, speech.say('message.open'));
  return {
    type: 'input',
    block_id: fieldId(spec),
    label: plain(oneLine(label), LIMITS.inputLabel),
    ...(hints ? { hint: plain(hints, LIMITS.inputHint) } : {}),
    optional: !spec.required,
    element: input.draw(spec, cell ?? input.start?.(spec, typist) ?? {}, speech),
  };
}

/** The author's words and ours; those of the author are cut where both have no room. */
function hintText(spec: VariableSpec, drawing: Drawing): string {
  const ours = hintsOf(spec, drawing).filter(Boolean).join('\n');
  const room = LIMITS.inputHint - (ours === '' ? 0 : ours.length + 1);
  const about = room > 0 ? fit(spec.description ?? '', room) : '';
  return [about, ours].filter(Boolean).join('\n');
}

function hintsOf(spec: VariableSpec, { nativePickers, clock, speech }: Drawing): string[] {
  if (spec.type === 'password') return [speech.say('slack.passwordInClear')];
  const input = inputOf(spec, nativePickers);
  const lost = losesDefault(spec, input, { decimal: speech.decimal }) ? [speech.say('bot.lostDefault')] : [];
  const isFallback = input.capability === 'text' || input.capability === 'web_only';
  if (isFallback) return [fallbackInput(spec, speech, clock).hint, ...lost];
  return spec.optionsSource ? [speech.say('bot.moreOptions')] : lost;
}

/** What is wrong with an answer, in words of their own; null where nothing is. */
export function errorsText(specs: readonly VariableSpec[], fields: FieldErrors, speech: Speech): string | null {
  const named = specs.flatMap((spec) =>
    errorsOf(spec, fields, speech).map((error) => `${fieldLabel(spec, speech)}: ${error}`),
  );
  const all = [...named, ...otherErrors(specs, fields)];
  return all.length === 0 ? null : [`${speech.say('message.errors', { count: all.length })}:`, ...all].join('\n');
}

/** The same above the form; Slack shows errors at fields only as the answer to a submission. */
function errorBlocks(specs: readonly VariableSpec[], fields: FieldErrors, speech: Speech): KnownBlock[] {
  const text = errorsText(specs, fields, speech);
  return text === null ? [] : [section(text)];
}

/**
 * The form of a question (behaviour 4.1). One that cannot be answered in Slack says why and leads to the web client; it
 * has nothing to submit then.
 */
export function questionModal(question: Question, options: ModalOptions): ModalView {
  const { webUrl } = question;
  const { metadata, nativePickers = false, redo, toConfirm = [], clock, speech = ENGLISH_SPEECH } = options;
  const { say } = speech;
  const reason = whyWebOnly(question, nativePickers);
  if (reason) return noteModal({ title: 'answer.label', text: say(reason), webUrl }, speech);
  const fields = entered(spokenQuestion(question, speech), speech);
  const hasFallback = fallbackNotes(question, nativePickers, speech).length > 0;
  const blocks: KnownBlock[] = [
    ...errorBlocks(fields, redo?.fields ?? {}, speech),
    ...(toConfirm.length > 0 ? [section(onceMore(toConfirm, speech))] : []),
    ...leadQuestion(question, speech, PROMPT_CHARACTERS),
    ...factTable(question, speech),
    ...(hasFallback ? [withLink(say('slack.easierInWeb'), webUrl, say('message.open'))] : []),
    ...fields.map((spec) =>
      fieldBlock(spec, redo?.typed[fieldId(spec)]?.['v'], { webUrl, nativePickers, clock, speech }),
    ),
    ...(hasFallback ? [] : [actions(link(webUrl, say('message.open')))]), // one way there is enough
  ];
  const view: ModalView = {
    type: 'modal',
    callback_id: FORM_CALLBACK,
    private_metadata: metadata,
    title: titled(say('answer.label')),
    submit: titled(say(toConfirm.length > 0 ? 'slack.confirmYes' : 'bot.submit')),
    close: titled(say('slack.cancel')),
    blocks,
  };
  return bytesOf(view) > LIMITS.viewBytes
    ? noteModal({ title: 'answer.label', text: say('bot.tooLarge'), webUrl }, speech)
    : view;
}

const bytesOf = (view: ModalView): number => Buffer.byteLength(JSON.stringify(view));

/** For what a form carries beyond its question: what it was opened from, and what is wrong with it. */
const RESERVED_BYTES = 10_000;

/** Why there is no form of a question here, known before anybody opens one; null where there is. */
export function whyNoForm(question: Question, nativePickers: boolean, speech: Speech): WhyNoForm | null {
  const reason = whyWebOnly(question, nativePickers);
  if (reason) return reason;
  const view = questionModal(question, { metadata: '', nativePickers, speech });
  return view.submit && bytesOf(view) <= LIMITS.viewBytes - RESERVED_BYTES ? null : 'bot.tooLarge';
}

/** Asks about what was chosen before it is sent. */
export const onceMore = (options: readonly Option[], { say }: Speech): string =>
  say('slack.confirm', {
    answers: options.map((option) => say('slack.quoted', { text: optionLabel(option) })).join(', '),
  });

/** What Slack asks when a button is pressed whose option is to be confirmed. */
export const asksOnceMore = (label: string, { say }: Speech): ConfirmationDialog => ({
  title: plain(fit(say('answer.confirm', { answer: fit(label, 60) }), LIMITS.confirmTitle)),
  text: plain(say('slack.confirmAnswer', { answer: label }), LIMITS.confirmText),
  confirm: plain(say('slack.confirmYes'), LIMITS.confirmButton),
  deny: plain(say('slack.confirmNo'), LIMITS.confirmButton),
});

/** What stands at once after Open Form, until the form is there. */
export const loadingModal = ({ say }: Speech): ModalView => ({
  type: 'modal',
  title: titled(say('answer.label')),
  close: titled(say('slack.cancel')),
  blocks: [quiet(plain(say('slack.loading')))],
});

/** A word instead of a form: closed, failed, still checking. */
export const noteModal = (
  { title, text, webUrl }: { title: SpeechId; text: string; webUrl?: string },
  { say }: Speech,
): ModalView => ({
  type: 'modal',
  title: titled(say(title)),
  close: titled(say('dialog.close')),
  blocks: [webUrl === undefined ? section(text) : withLink(text, webUrl, say('message.open'))],
});

/**
 * Errors as Slack shows them at the fields of an open modal, by block. What belongs to no field that can be entered
 * there stands at the first one, with its name. Empty only when the modal has no field.
 */
export function modalErrors(
  question: Question,
  fields: FieldErrors,
  speech: Speech,
  nativePickers = false,
): Record<string, string> {
  const specs = entered(question, speech);
  const drawn = specs.filter((spec) => inputOf(spec, nativePickers).draw);
  const [first] = drawn;
  if (!first) return {};
  const own = drawn.map((spec) => [spec, errorsOf(spec, fields, speech)] as const);
  const elsewhere = specs
    .filter((spec) => !drawn.includes(spec))
    .flatMap((spec) => errorsOf(spec, fields, speech).map((error) => `${fieldLabel(spec, speech)}: ${error}`));
  const strange = [...elsewhere, ...otherErrors(specs, fields)];
  return Object.fromEntries(
    own
      .map(([spec, errors]) => [spec, spec === first ? [...errors, ...strange] : errors] as const)
      .filter(([, errors]) => errors.length > 0)
      .map(([spec, errors]) => [fieldId(spec), fit(errors.join(' '), ERROR_CHARACTERS)]),
  );
}
