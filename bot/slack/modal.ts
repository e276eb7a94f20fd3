import type { ConfirmationDialog, KnownBlock, ModalView } from '@slack/types';
import { errorsOf, type Clock } from '../../contract/answers.ts';
import type { Question } from '../../contract/messages.ts';
import type { FieldErrors } from '../../contract/problem.ts';
import { ENGLISH_SPEECH } from '../../contract/speech.ts';
import { optionLabel, type Option, type VariableSpec } from '../../contract/variables.ts';
import { fallbackInput } from '../shared/fallbackInput.ts';
import { fieldId, fieldLabel } from '../shared/fieldNames.ts';
import { ANSWER_IN_WEB, errorTitle, otherErrors, TOO_LARGE } from '../shared/words.ts';
import { lead, quiet, section, withLink } from './blocks.ts';
import { fallbackNotes, inputOf, visible, whyWebOnly } from './capabilities.ts';
import type { Cell } from './inputs.ts';
import { LIMITS } from './limits.ts';
import type { ViewState } from './parse.ts';
import { fit, oneLine, plain } from './text.ts';

export const FORM_CALLBACK = 'answer_form';

/** A field of Slack hides nothing. */
export const PASSWORD_IN_CLEAR = 'Slack shows what you type here in clear, and stores it. The web client hides it.';

const PROMPT_CHARACTERS = 2000;
const ERROR_CHARACTERS = 1000;
/** The fields themselves say why. */
const EASIER_IN_WEB = 'Some of this is easier to answer in the web client.';

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
}

const titled = (title: string) => plain(oneLine(title), LIMITS.viewTitle);

/** A field that is a control, or a line with the way to the web client. */
function fieldBlock(
  spec: VariableSpec,
  cell: Cell | undefined,
  { webUrl, nativePickers, clock }: { webUrl: string; nativePickers: boolean; clock?: Clock },
): KnownBlock {
  const input = inputOf(spec, nativePickers);
  const hints = [spec.description, ...hintsOf(spec, nativePickers, clock)].filter(Boolean).join('\n');
  if (!input.draw) return withLink(`${fieldLabel(spec)}\n${hints}`, webUrl, ANSWER_IN_WEB);
  return {
    type: 'input',
    block_id: fieldId(spec),
    label: plain(oneLine(fieldLabel(spec)), LIMITS.inputLabel),
    ...(hints ? { hint: plain(hints, LIMITS.inputHint) } : {}),
    optional: !spec.required,
    element: input.draw(spec, cell ?? input.start?.(spec) ?? {}),
  };
}

function hintsOf(spec: VariableSpec, nativePickers: boolean, clock?: Clock): string[] {
  if (spec.type === 'password') return [PASSWORD_IN_CLEAR];
  const { capability } = inputOf(spec, nativePickers);
  if (capability === 'text' || capability === 'web_only') return [fallbackInput(spec, clock).hint];
  return spec.optionsSource ? ['More options are in the web client.'] : [];
}

/** What is wrong, above the form; Slack shows errors at fields only as the answer to a submission. */
function errorBlocks(specs: readonly VariableSpec[], fields: FieldErrors): KnownBlock[] {
  const named = specs.flatMap((spec) =>
    errorsOf(spec, fields, ENGLISH_SPEECH).map((error) => `${fieldLabel(spec)}: ${error}`),
  );
  const all = [...named, ...otherErrors(specs, fields)];
  return all.length === 0 ? [] : [section([`${errorTitle(all.length)}:`, ...all].join('\n'))];
}

/**
 * The form of a question (behaviour 4.1). One that cannot be answered in Slack says why and leads to the web client; it
 * has nothing to submit then.
 */
export function questionModal(question: Question, options: ModalOptions): ModalView {
  const { prompt, webUrl } = question;
  const { metadata, nativePickers = false, redo, toConfirm = [], clock } = options;
  const reason = whyWebOnly(question);
  if (reason) return noteModal('Your answer', reason, webUrl);
  const fields = visible(question);
  const hasFallback = fallbackNotes(question, nativePickers).length > 0;
  const blocks: KnownBlock[] = [
    ...errorBlocks(fields, redo?.fields ?? {}),
    ...(toConfirm.length > 0 ? [section(onceMore(toConfirm))] : []),
    ...lead(prompt, PROMPT_CHARACTERS),
    ...(hasFallback ? [withLink(EASIER_IN_WEB, webUrl)] : []),
    ...fields.map((spec) => fieldBlock(spec, redo?.typed[fieldId(spec)]?.['v'], { webUrl, nativePickers, clock })),
  ];
  const view: ModalView = {
    type: 'modal',
    callback_id: FORM_CALLBACK,
    private_metadata: metadata,
    title: titled('Your answer'),
    submit: titled(toConfirm.length > 0 ? 'Yes, send it' : 'Submit Response'),
    close: titled('Cancel'),
    blocks,
  };
  return bytesOf(view) > LIMITS.viewBytes ? noteModal('Your answer', TOO_LARGE, webUrl) : view;
}

const bytesOf = (view: ModalView): number => Buffer.byteLength(JSON.stringify(view));

/** For what a form carries beyond its question: what it was opened from, and what is wrong with it. */
const RESERVED_BYTES = 10_000;

/** Why there is no form of a question here, known before anybody opens one; null where there is. */
export function whyNoForm(question: Question, nativePickers: boolean): string | null {
  const reason = whyWebOnly(question);
  if (reason) return reason;
  const view = questionModal(question, { metadata: '', nativePickers });
  return view.submit && bytesOf(view) <= LIMITS.viewBytes - RESERVED_BYTES ? null : TOO_LARGE;
}

const onceMore = (options: readonly Option[]): string =>
  `Send “${options.map(optionLabel).join('”, “')}”? Nothing has been sent yet. Look at your answer once more, and send it or change it.`;

/** What Slack asks when a button is pressed whose option is to be confirmed. */
export const asksOnceMore = (label: string): ConfirmationDialog => ({
  title: plain(fit(`Send “${fit(label, 60)}”?`, LIMITS.confirmTitle)),
  text: plain(`This is your answer: ${label}. Nothing has been sent yet.`, LIMITS.confirmText),
  confirm: plain('Yes, send it', LIMITS.confirmButton),
  deny: plain('Not yet', LIMITS.confirmButton),
});

/** What stands at once after Open Form, until the form is there. */
export const loadingModal = (): ModalView => ({
  type: 'modal',
  title: titled('Your answer'),
  close: titled('Cancel'),
  blocks: [quiet(plain('The form is on its way…'))],
});

/** A word instead of a form: closed, failed, still checking. */
export const noteModal = (title: string, text: string, webUrl?: string): ModalView => ({
  type: 'modal',
  title: titled(title),
  close: titled('Close'),
  blocks: [webUrl === undefined ? section(text) : withLink(text, webUrl)],
});

/**
 * Errors as Slack shows them at the fields of an open modal, by block. What belongs to no field that can be entered
 * there stands at the first one, with its name. Empty only when the modal has no field.
 */
export function modalErrors(question: Question, fields: FieldErrors): Record<string, string> {
  const specs = visible(question);
  const entered = specs.filter((spec) => inputOf(spec, false).draw);
  const [first] = entered;
  if (!first) return {};
  const own = entered.map((spec) => [spec, errorsOf(spec, fields, ENGLISH_SPEECH)] as const);
  const elsewhere = specs
    .filter((spec) => !entered.includes(spec))
    .flatMap((spec) => errorsOf(spec, fields, ENGLISH_SPEECH).map((error) => `${fieldLabel(spec)}: ${error}`));
  const strange = [...elsewhere, ...otherErrors(specs, fields)];
  return Object.fromEntries(
    own
      .map(([spec, errors]) => [spec, spec === first ? [...errors, ...strange] : errors] as const)
      .filter(([, errors]) => errors.length > 0)
      .map(([spec, errors]) => [fieldId(spec), fit(errors.join(' '), ERROR_CHARACTERS)]),
  );
}
