import { z } from 'zod';
import { counted, inGroups, type Catalogue, type Values } from './answers/words.ts';
import { FilledIn } from './values.ts';
import { asLead } from './asLead.ts';

const everyone = (count: unknown): string => (count === 2 ? 'Both' : `All ${counted(count, 'people', 'people')}`);

/** Summaries of closed requests and visits, in English; clients in other languages have their own text per id. */
export const SUMMARIES = {
  answered: ({ name }) => `${name} answered`,
  answeredWith: ({ name, answer }) => `${name} answered: ${answer}`,
  allAnswered: ({ count, name }) => `${everyone(count)} answered, last ${name}`,
  allAnsweredWith: ({ count, name, answer }) => `${everyone(count)} answered, last ${name}: ${answer}`,
  timedOut: () => 'Nobody answered in time.',
  tooFewAnswered: ({ answered, count }) =>
    `Not everybody answered in time: ${inGroups(answered)} of ${inGroups(count)} did.`,
  cancelledBy: ({ name }) => `No longer needed: ${name} cancelled the execution.`,
  withdrawnBy: ({ name, reason }) => `No longer needed: ${name} withdrew the question. ${reason}`,
  executionFailed: () => 'No longer needed: the execution failed.',
  set: ({ names }) => `Set ${names}`,
  manages: ({ manager, name }) => `${manager} manages ${name}`,
  reportTo: ({ count, name }) => `${counted(count, 'person reports', 'people report')} to ${name}`,
  found: ({ count }) => `${count} found`,
  mailed: ({ names }) => `Mail to ${names}`,
} as const satisfies Catalogue;

export type SummaryId = keyof typeof SUMMARIES;

/** The product's own words in answers, as opposed to the author's. */
export const OwnWord = z.enum(['approved', 'rejected', 'yes', 'no']);
export type OwnWord = z.infer<typeof OwnWord>;

/** One field of an answer in English, as others may read it. */
export const ShownField = z.object({
  label: z.string().optional().describe('absent if there is only one field'),
  text: z.string(),
  word: OwnWord.optional().describe('the id of the text, if it is one of our words'),
});
export type ShownField = z.infer<typeof ShownField>;

/** A summary in a form that can be translated; a newer server may have more ids. */
export const Said = z
  .object({
    id: z.string(),
    values: FilledIn,
    answer: z.array(ShownField).optional().describe('the fields that fill `answer` among the values'),
  })
  .meta({ id: 'Said' });
export type Said = z.infer<typeof Said>;

/** One of our summaries by id, or other text: from an author, a model, or an older version. */
export type Summary = Said | string;

export const say = (id: SummaryId, values: Values = {}, answer?: ShownField[]): Said => ({
  id,
  values,
  ...(answer && { answer }),
});

export const summaryInEnglish = (summary: Summary): string =>
  typeof summary === 'string'
    ? summary
    : (SUMMARIES as Catalogue)[summary.id]!(withAnswer(summary, ({ text }) => text));

/** The values of a summary, with its answer put into words field by field. */
export const withAnswer = ({ values, answer }: Said, wordsFor: (field: ShownField) => string): Values => ({
  ...values,
  ...(answer && {
    answer: answer
      .map((field) => (field.label === undefined ? wordsFor(field) : `${asLead(field.label)} ${wordsFor(field)}`))
      .join(', '),
  }),
});
