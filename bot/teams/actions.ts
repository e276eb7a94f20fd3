import { APPROVAL_OPTIONS, isPlainApproval } from '../../contract/approval.ts';
import { mayNeedComment } from '../../contract/comment.ts';
import type { Question, Redo } from '../../contract/messages.ts';
import type { Speech } from '../../contract/speech.ts';
import { spokenQuestion } from '../../contract/spoken.ts';
import { optionsOf, type VariableSpec } from '../../contract/variables.ts';
import { needsWebClient } from '../shared/answerable.ts';
import { fieldId } from '../shared/fieldNames.ts';
import { capabilitiesOf } from './capabilities.ts';
import { buttonsOf, type Buttons } from './choices.ts';
import { openUrl, type Element } from './templates.ts';

/** The data of `Action.Submit` besides the inputs. */
interface SubmitData {
  verb: 'answer';
  requestId: string;
  token: string;
  /** The card has an option that needs confirmation. */
  mayConfirm?: true;
  /** The choice that the card asked to confirm, from `choiceToConfirm`. */
  confirmed?: string;
  /** Returns from the confirmation to the question. */
  isBack?: true;
  /** Pressed in a list, which one outcome must not replace. */
  isListed?: true;
  /** The names of text fields whose text may be shown again. */
  texts?: readonly string[];
  /** The setting with which the form was drawn, which may have changed since. */
  nativePickers?: boolean;
}

/** A card that asks to confirm the choice. */
export interface Confirming {
  /** The text of the question. */
  title: string;
  confirmed: string;
  /** The pressed option, if no input on the card contains it. */
  chosen: Redo['typed'];
}

const mustConfirm = (spec: VariableSpec): boolean => optionsOf(spec).some(({ confirm }) => confirm === true);

const submitData = ({ requestId, variables }: Question, token: string): SubmitData => ({
  verb: 'answer',
  requestId,
  token,
  ...(variables.some(mustConfirm) && { mayConfirm: true }),
});

/** Identifies the choices that need confirmation; a changed choice is asked about again. */
export const choiceToConfirm = (specs: readonly VariableSpec[], data: Record<string, unknown>): string =>
  JSON.stringify(specs.filter(mustConfirm).map((spec) => data[fieldId(spec)] ?? null));

export const submit = (title: string, data: object, style?: string): Element => ({
  type: 'Action.Submit',
  title,
  ...(style !== undefined && { style }),
  data,
});

/** The buttons of an approval; null for other questions, which have a form. */
export const approvalButtons = (question: Question, speech: Speech): Buttons | null =>
  question.inputType === 'approval' ? buttonsOf(spokenQuestion(question, speech), speech) : null;

const PLAIN_STYLES = ['positive', 'destructive'];

interface Drawn {
  confirming?: Confirming;
  texts: readonly string[];
  nativePickers: boolean;
  speech: Speech;
}

/** The actions on a question's card, including the only link to the web client. */
export function questionActions(
  question: Question,
  token: string,
  { confirming, texts, nativePickers, speech }: Drawn,
): Element[] {
  const { say } = speech;
  const buttons = approvalButtons(question, speech);
  const data = {
    ...submitData(question, token),
    ...(texts.length > 0 && { texts }),
    ...(!buttons && { nativePickers }),
  };
  const open = openUrl(say('message.open'), question.webUrl);
  if (confirming) {
    const { confirmed, chosen } = confirming;
    const send = submit(say('bot.send'), { ...data, ...chosen, confirmed }, 'positive');
    return [send, submit(say('bot.back'), { ...data, isBack: true }), open];
  }
  if (!buttons) return [submit(say('bot.submit'), data, 'positive'), open];
  const { spec, choices } = buttons;
  const [{ options } = {}] = question.variables.filter(({ name }) => name === spec.name);
  const styles = isPlainApproval(question.inputType, options ?? [...APPROVAL_OPTIONS]) ? PLAIN_STYLES : [];
  return [...choices.map(({ title, value }, n) => submit(title, { ...data, [fieldId(spec)]: value }, styles[n])), open];
}

export interface InboxItem {
  question: Question;
  /** Another token for this person's copy; null: the list has no answer buttons. */
  token: string | null;
}

/**
 * The actions of a list entry: answer buttons for a simple question, a button that brings the card of a form, a link
 * for others.
 */
export function inboxActions(
  { question, token }: InboxItem,
  { nativePickers, speech }: { nativePickers: boolean; speech: Speech },
): Element[] {
  const { say } = speech;
  const buttons = mayNeedComment(question) ? null : buttonsOf(spokenQuestion(question, speech), speech);
  const open = openUrl(say('message.open'), question.webUrl);
  if (buttons && token !== null) {
    const data = { ...submitData(question, token), isListed: true };
    const answers = buttons.choices.map(({ title, value }) =>
      submit(title, { ...data, [fieldId(buttons.spec)]: value }),
    );
    return [...answers, open];
  }
  const isDrawn =
    !buttons && question.variables.length > 0 && !needsWebClient(question, capabilitiesOf({ nativePickers }));
  const { requestId } = question;
  return isDrawn ? [submit(say('bot.answerHere'), { verb: 'show', requestId }), open] : [open];
}
