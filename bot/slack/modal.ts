import type { ConfirmationDialog, KnownBlock, ModalView } from '@slack/types';
import { errorsOf, type Clock } from '../../contract/answers.ts';
import type { Question } from '../../contract/messages.ts';
import type { FieldErrors } from '../../contract/problem.ts';
import { ENGLISH_SPEECH, type Speech, type SpeechId } from '../../contract/speech.ts';
import { fieldLabel, spokenQuestion } from '../../contract/spoken.ts';
import { asLead } from '../../contract/asLead.ts';
import { optionLabel, type Option, type VariableSpec } from '../../contract/variables.ts';
import { fallbackInput } from '../shared/fallbackInput.ts';
import { fieldId } from '../shared/fieldNames.ts';
import { otherErrors } from '../shared/words.ts';
import { actions, leadQuestion, link, quiet, section, withLink } from './blocks.ts';
import { entered, fallbackNotes, inputOf, whyWebOnly, type WhyNoForm } from './capabilities.ts';
import { lostDefault, type Cell } from './inputs.ts';
import { factTable } from './factTable.ts';
import { LIMITS } from './limits.ts';
import type { ViewState } from './parse.ts';
import { fit, oneLine, plain } from './text.ts';

export const FORM_CALLBACK = 'answer_form';

const PROMPT_CHARACTERS = 2000;
const ERROR_CHARACTERS = 1000;

export interface ModalOptions {
  /** Returned with the submission. */
  metadata: string;
  nativePickers?: boolean;
  /** A form shown again: the typed state and its errors. */
  redo?: { typed: ViewState; fields: FieldErrors };
  /** The chosen options to confirm. */
  toConfirm?: readonly Option[];
  /** The time zone for typed dates and times. */
  clock?: Clock;
  /** Default English. */
  speech?: Speech;
}

const titled = (title: string) => plain(oneLine(title), LIMITS.viewTitle);

interface Drawing {
  nativePickers: boolean;
  clock?: Clock;
  speech: Speech;
}

/** A field as an input, or a line with a link to the web client. */
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

/** The author's hint and ours; cuts the author's if both do not fit. */
function hintText(spec: VariableSpec, drawing: Drawing): string {
  const ours = hintsOf(spec, drawing).filter(Boolean).join('\n');
  const room = LIMITS.inputHint - (ours === '' ? 0 : ours.length + 1);
  const about = room > 0 ? fit(spec.description ?? '', room) : '';
  return [about, ours].filter(Boolean).join('\n');
}

function hintsOf(spec: VariableSpec, { nativePickers, clock, speech }: Drawing): string[] {
  if (spec.type === 'password') return [speech.say('slack.passwordInClear')];
  const input = inputOf(spec, nativePickers);
  const why = lostDefault(spec, input, { zone: clock?.zone, decimal: speech.decimal }, speech);
  const lost = why ? [speech.say(why)] : [];
  const isFallback = input.capability === 'text' || input.capability === 'web_only';
  if (isFallback) return [fallbackInput(spec, speech, clock).hint, ...lost];
  return [...(spec.optionsSource ? [speech.say('bot.moreOptions')] : []), ...lost];
}

/** The errors of an answer as a text, or null. */
export function errorsText(specs: readonly VariableSpec[], fields: FieldErrors, speech: Speech): string | null {
  const named = specs.flatMap((spec) =>
    errorsOf(spec, fields, speech).map((error) => `${asLead(fieldLabel(spec, speech))} ${error}`),
  );
  const all = [...named, ...otherErrors(specs, fields)];
  return all.length === 0 ? null : [`${speech.say('message.errors', { count: all.length })}:`, ...all].join('\n');
}

/** The errors as blocks above the form, because Slack only shows field errors in response to a submission. */
function errorBlocks(specs: readonly VariableSpec[], fields: FieldErrors, speech: Speech): KnownBlock[] {
  const text = errorsText(specs, fields, speech);
  return text === null ? [] : [section(text)];
}

/**
 * The form of a question (behaviour 4.1). If it cannot be answered in Slack, says why and links to the web client,
 * without a submit button.
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
    ...(hasFallback ? [] : [actions(link(webUrl, say('message.open')))]), // one link is enough
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

/** Room for what a form contains besides its question: metadata and errors. */
const RESERVED_BYTES = 10_000;

/** Why a question has no form in Slack, before anyone opens it; null if it has one. */
export function whyNoForm(question: Question, nativePickers: boolean, speech: Speech): WhyNoForm | null {
  const reason = whyWebOnly(question, nativePickers);
  if (reason) return reason;
  const view = questionModal(question, { metadata: '', nativePickers, speech });
  return view.submit && bytesOf(view) <= LIMITS.viewBytes - RESERVED_BYTES ? null : 'bot.tooLarge';
}

/** The question that asks to confirm the chosen options. */
export const onceMore = (options: readonly Option[], { say }: Speech): string =>
  say('slack.confirm', {
    answers: options.map((option) => say('slack.quoted', { text: optionLabel(option) })).join(', '),
  });

/** Slack's confirmation dialog for a button whose option needs one. */
export const asksOnceMore = (label: string, { say }: Speech): ConfirmationDialog => ({
  title: plain(fit(say('answer.confirm', { answer: fit(label, 60) }), LIMITS.confirmTitle)),
  text: plain(say('slack.confirmAnswer', { answer: label }), LIMITS.confirmText),
  confirm: plain(say('slack.confirmYes'), LIMITS.confirmButton),
  deny: plain(say('slack.confirmNo'), LIMITS.confirmButton),
});

/** The modal shown at once after Open Form, until the form is ready. */
export const loadingModal = ({ say }: Speech): ModalView => ({
  type: 'modal',
  title: titled(say('answer.label')),
  close: titled(say('slack.cancel')),
  blocks: [quiet(plain(say('slack.loading')))],
});

/** A message instead of a form: closed, failed, still checking. */
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
 * The errors of an open modal by block, for Slack to show at the fields. Errors of fields without an input are shown at
 * the first one, with the field's name. Empty only if the modal has no input.
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
    .flatMap((spec) => errorsOf(spec, fields, speech).map((error) => `${asLead(fieldLabel(spec, speech))} ${error}`));
  const strange = [...elsewhere, ...otherErrors(specs, fields)];
  return Object.fromEntries(
    own
      .map(([spec, errors]) => [spec, spec === first ? [...errors, ...strange] : errors] as const)
      .filter(([, errors]) => errors.length > 0)
      .map(([spec, errors]) => [fieldId(spec), fit(errors.join(' '), ERROR_CHARACTERS)]),
  );
}
