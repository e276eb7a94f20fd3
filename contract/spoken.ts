import { SIMPLE_FIELD } from './answers.ts';
import { inOwnWords } from './approval.ts';
import type { Attachment } from './attachments.ts';
import { attachmentText, attachmentUrl } from './attachmentText.ts';
import { withoutTurns } from './cleanText.ts';
import { COMMENT_FIELD } from './comment.ts';
import { commentLabel } from './commentField.ts';
import { factUrl } from './factText.ts';
import type { AskedFields, Outcome, Question, ShownComment } from './messages.ts';
import type { Speech, SpeechId } from './speech.ts';
import { labelOf, type TableColumn, type VariableSpec } from './variables.ts';

/** The one field of a simple request has no meaningful name, so it gets a label of ours. */
export const fieldLabel = (spec: { name: string; label?: string }, { say }: Speech): string =>
  spec.name === SIMPLE_FIELD && spec.label === undefined ? say('answer.label') : labelOf(spec);

/** The label of a field of which only the name is known. */
export const nameInWords = (name: string, speech: Speech): string =>
  name === COMMENT_FIELD ? commentLabel({}, speech) : fieldLabel({ name }, speech);

/** Who asks, with their job if known: `Ada Lovelace (Head of Operations, Operations)`. */
export const asker = ({ requester, requesterWork }: Pick<Question, 'requester' | 'requesterWork'>): string =>
  requesterWork === undefined ? requester : `${requester} (${requesterWork})`;

/** Why the reader is asked, as a row of label and text; empty if they were named directly. */
export function whyAsked({ askedAs }: Pick<Question, 'askedAs'>, { say }: Speech): [label: string, text: string][] {
  if (!askedAs || askedAs.kind === 'person') return [];
  const isMember = askedAs.kind === 'group';
  const text = isMember ? say('message.askedAs.group', { group: askedAs.name }) : say('message.askedAs.starter');
  return [[say('message.askedAs'), text]];
}

/** A row of the fact table; `url` null: not a link. */
export interface FactRow {
  label: string;
  text: string;
  url: string | null;
}

/**
 * The fact table of a question or outcome in the reader's language: key figures, then attachments.
 * @param canSignIn false: files are named without a link, because the reader cannot open it
 */
export function factRows(
  { facts, attachments, webUrl }: Pick<Question, 'facts' | 'attachments' | 'webUrl'>,
  speech: Speech,
  canSignIn = true,
): FactRow[] {
  const rowOf = (attachment: Attachment): FactRow => {
    const { label, kind } = attachment;
    const text = attachmentText(attachment, speech.say('fact.notAvailable'), speech.decimal);
    const url = attachmentUrl(attachment, webUrl);
    const isOutOfReach = kind === 'file' && url !== null && !canSignIn;
    return isOutOfReach ? { label, text: speech.say('message.fileInside', { text }), url: null } : { label, text, url };
  };
  return [
    ...facts.map((fact) => ({ label: fact.label, text: speech.fact(fact), url: factUrl(fact) })),
    ...attachments.map(rowOf),
  ];
}

/** The caption of that table. */
export const factCaption = ({ facts, attachments }: Pick<Question, 'facts' | 'attachments'>): SpeechId =>
  attachments.length === 0 ? 'facts.label' : facts.length === 0 ? 'attachments.label' : 'facts.andAttachments';

/** Translates the product's own words in a question; what others wrote stays. */
export const spokenQuestion = (question: Question, speech: Speech): Question => ({
  ...question,
  variables: spokenFields(question, speech),
});

/** The same in its fields. */
export const spokenFields = ({ inputType, variables }: AskedFields, { say }: Speech): VariableSpec[] =>
  inOwnWords(inputType, variables, say);

/** The channels whose names are words, not brands. */
const CHANNEL_WORDS: Record<string, SpeechId> = { email: 'message.channel.email', web: 'message.channel.web' };

/** In the reader's language. The comment has its label. */
export type SpokenOutcome = Outcome & { comment?: Required<ShownComment> };

/** Translates the product's own words in an outcome. */
export function spokenOutcome({ comment, ...outcome }: Outcome, speech: Speech): SpokenOutcome {
  const { answers, where, channel = '' } = outcome;
  const channelWords = CHANNEL_WORDS[channel];
  return {
    ...outcome,
    ...(comment && { comment: { ...comment, label: commentLabel(comment, speech) } }),
    ...outcomeText(outcome, speech),
    where: where !== null && channelWords ? speech.say(channelWords) : where,
    answers: answers.map((answer) => {
      const { given, labelWord } = answer;
      if (!given) return labelWord ? { ...answer, label: speech.say(`${labelWord}.label`) } : answer;
      const [spec] = inOwnWords(given.inputType, [given.spec], speech.say);
      return { label: fieldLabel(spec!, speech), text: withoutTurns(speech.value(spec!, given.value)) };
    }),
  };
}

/** How many have answered is either the text itself, while others still can, or stands beside it. */
function outcomeText({ text, said, status, progress }: Outcome, { say, summary }: Speech) {
  const waitsForOthers = status === 'answered' && !said;
  return waitsForOthers && progress
    ? { text: `${say('message.progress', { ...progress })}.`, progress: null }
    : { text: summary(text, said), progress };
}

const COLUMN_WORDS: Partial<Record<TableColumn['type'], SpeechId>> = {
  number: 'message.column.number',
  boolean: 'message.column.boolean',
  date: 'message.column.date',
};

/** The hint on how to type a table as text. */
export function tableHint({ columns = [] }: VariableSpec, { say }: Speech): string {
  const names = columns.map((column) => {
    const words = COLUMN_WORDS[column.type];
    return words ? say(words, { name: labelOf(column) }) : labelOf(column);
  });
  return say('hint.table', { columns: names.join(' | ') });
}
