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

/** What `Action.Submit` brings beside the inputs. */
interface SubmitData {
  verb: 'answer';
  requestId: string;
  token: string;
  /** Something that can be chosen here is asked about once more. */
  mayConfirm?: true;
  /** What was chosen when the card asked once more, as `choiceToConfirm` says it. */
  confirmed?: string;
  /** Back from there to the question. */
  isBack?: true;
  /** Pressed in the list of what waits, which is not to make way for one outcome. */
  isListed?: true;
  /** The fields in which words are typed that may be shown again, by their names. */
  texts?: readonly string[];
}

/** A card that asks once more before it sends what was chosen. */
export interface Confirming {
  /** What is asked, in words. */
  title: string;
  confirmed: string;
  /** What was pressed, where no input on the card holds it. */
  pressed: Redo['typed'];
}

const mustConfirm = (spec: VariableSpec): boolean => optionsOf(spec).some(({ confirm }) => confirm === true);

const submitData = ({ requestId, variables }: Question, token: string): SubmitData => ({
  verb: 'answer',
  requestId,
  token,
  ...(variables.some(mustConfirm) && { mayConfirm: true }),
});

/** Every choice that may have to be confirmed: one that was changed since is asked about again. */
export const choiceToConfirm = (specs: readonly VariableSpec[], data: Record<string, unknown>): string =>
  JSON.stringify(specs.filter(mustConfirm).map((spec) => data[fieldId(spec)] ?? null));

export const submit = (title: string, data: object, style?: string): Element => ({
  type: 'Action.Submit',
  title,
  ...(style !== undefined && { style }),
  data,
});

/** The buttons of an approval, which one press answers; null for every other question, which has a form. */
export const approvalButtons = (question: Question, speech: Speech): Buttons | null =>
  question.inputType === 'approval' ? buttonsOf(spokenQuestion(question, speech), speech) : null;

const PLAIN_STYLES = ['positive', 'destructive'];

/** What can be done with a question on its card; the way to the web client stands here, once. */
export function questionActions(
  question: Question,
  token: string,
  { confirming, texts, speech }: { confirming?: Confirming; texts: readonly string[]; speech: Speech },
): Element[] {
  const { say } = speech;
  const data = { ...submitData(question, token), ...(texts.length > 0 && { texts }) };
  const open = openUrl(say('message.open'), question.webUrl);
  if (confirming) {
    const { confirmed, pressed } = confirming;
    const send = submit(say('bot.send'), { ...data, ...pressed, confirmed }, 'positive');
    return [send, submit(say('bot.back'), { ...data, isBack: true }), open];
  }
  const buttons = approvalButtons(question, speech);
  if (!buttons) return [submit(say('bot.submit'), data, 'positive'), open];
  const { spec, choices } = buttons;
  const [{ options } = {}] = question.variables.filter(({ name }) => name === spec.name);
  const styles = isPlainApproval(question.inputType, options ?? [...APPROVAL_OPTIONS]) ? PLAIN_STYLES : [];
  return [...choices.map(({ title, value }, n) => submit(title, { ...data, [fieldId(spec)]: value }, styles[n])), open];
}

export interface InboxItem {
  question: Question;
  /** A further token of this person's copy; null: no press in the list answers. */
  token: string | null;
}

/** The buttons that answer a simple question in one press, one that brings the card of a form, and the way to every other. */
export function inboxActions(
  { question, token }: InboxItem,
  { nativePickers, speech }: { nativePickers: boolean; speech: Speech },
): Element[] {
  const { say } = speech;
  const buttons = mayNeedComment(question) ? null : buttonsOf(spokenQuestion(question, speech), speech);
  const open = openUrl(say('message.open'), question.webUrl);
  if (buttons && token !== null) {
    const data = { ...submitData(question, token), isListed: true };
    const press = buttons.choices.map(({ title, value }) => submit(title, { ...data, [fieldId(buttons.spec)]: value }));
    return [...press, open];
  }
  const isDrawn =
    !buttons && question.variables.length > 0 && !needsWebClient(question, capabilitiesOf({ nativePickers }));
  const { requestId } = question;
  return isDrawn ? [submit(say('bot.answerHere'), { verb: 'show', requestId }), open] : [open];
}
