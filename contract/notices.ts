import { z } from 'zod';
import type { Catalogue, Values } from './answers/words.ts';
import { FilledIn } from './values.ts';

/** System messages in chats, in English; clients in other languages have their own text per id. 0: not known. */
export const NOTICES = {
  stopped: () => 'You stopped the answer.',
  serverStopped: () => 'The answer was interrupted because the server stopped. Write again to get one.',
  cutOff: () => 'The model had no room for more: this answer is cut off.',
  llm_not_configured: () => 'No language model is configured: LLM_BASE_URL and LLM_MODEL are not set on this server.',
  llm_unreachable: () => 'The language model cannot be reached.',
  llm_timeout: () => 'The language model did not answer in time.',
  llm_refused: () => 'The language model refuses this server: LLM_API_KEY is missing, wrong or not allowed to use it.',
  llm_not_found: () => 'The endpoint does not know this model, or LLM_BASE_URL leads somewhere else.',
  llm_busy: ({ seconds }) =>
    `The language model has too much to do, or its quota is used up.${seconds === 0 ? '' : ` It asks to wait ${seconds} s.`}`,
  llm_unavailable: ({ status }) =>
    `The language model is not working.${status === 0 ? '' : ` It answered with status ${status}.`}`,
  llm_rejected: ({ status }) => `The language model did not accept the request. It answered with status ${status}.`,
  llm_rejected_saying: ({ status, words }) =>
    `The language model did not accept the request. It answered with status ${status}: “${words}”.`,
  llm_too_long: () => 'This is longer than the language model can take or may answer.',
  llm_filtered: () => 'The endpoint held the answer back because of its content rules.',
  llm_empty: () => 'The language model gave an empty answer.',
  llm_broken_stream: () =>
    'The answer of the language model broke off, or does not follow the chat completions protocol.',
  llm_cancelled: () => 'The answer was interrupted.',
} as const satisfies Catalogue;

export type NoticeId = keyof typeof NOTICES;

/** A notice with its values filled in. */
export interface Saying {
  id: NoticeId;
  values: Values;
}

export const noticeInEnglish = ({ id, values }: Saying): string => (NOTICES as Catalogue)[id]!(values);

/** A system message in a form that can be translated; a newer server may have more ids. */
export const Notice = z.object({ id: z.string(), values: FilledIn }).meta({ id: 'Notice' });
export type Notice = z.infer<typeof Notice>;
