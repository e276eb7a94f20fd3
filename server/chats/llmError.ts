/** Why a language model gave no answer. The code is stable: flows branch on it. People and authors read the text. */
const REASONS = {
  llm_not_configured: 'No language model is configured: LLM_BASE_URL and LLM_MODEL are not set on this server.',
  llm_unreachable: 'The language model cannot be reached.',
  llm_timeout: 'The language model did not answer in time.',
  llm_refused: 'The language model refuses this server: LLM_API_KEY is missing, wrong or not allowed to use it.',
  llm_not_found: 'The endpoint does not know this model, or LLM_BASE_URL leads somewhere else.',
  llm_busy: 'The language model has too much to do, or its quota is used up.',
  llm_unavailable: 'The language model is out of order.',
  llm_rejected: 'The language model did not accept the request.',
  llm_too_long: 'This is longer than the language model can take or may answer.',
  llm_filtered: 'The endpoint held the answer back because of its rules for content.',
  llm_empty: 'The language model answered with nothing.',
  llm_broken_stream: 'The answer of the language model broke off, or is not in the protocol of chat completions.',
  llm_cancelled: 'The answer was interrupted.',
} as const;

export type LlmErrorCode = keyof typeof REASONS;

/** The message never holds the key. */
export class LlmError extends Error {
  constructor(
    readonly code: LlmErrorCode,
    more = '',
  ) {
    super(REASONS[code] + more);
    this.name = 'LlmError';
  }
}

const MOST_DETAIL = 300;
const MOST_BODY_BYTES = 64 * 1024;

/** What a status of the endpoint other than 200 means. Reads the body for what it says, which is shown without the key. */
export async function refusalOf(response: Response, apiKey: string | null): Promise<LlmError> {
  const { status, headers } = response;
  const said = await readSome(response);
  if (status === 401 || status === 403) return new LlmError('llm_refused');
  if (status === 404) return new LlmError('llm_not_found');
  if (status === 429) return new LlmError('llm_busy', patience(headers.get('retry-after')));
  if (status >= 500) return new LlmError('llm_unavailable', ` It answered with status ${status}.`);
  if (status === 413 || /context_length_exceeded|context (length|window)|too long/i.test(said))
    return new LlmError('llm_too_long');
  return new LlmError('llm_rejected', ` It answered with status ${status}${detailOf(said, apiKey)}.`);
}

/** `Retry-After` in seconds, or a date, which is left to who reads the endpoint's manual. */
const patience = (retryAfter: string | null): string =>
  retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? ` It asks to be left alone for ${retryAfter} s.` : '';

function detailOf(said: string, apiKey: string | null): string {
  const message = /"message"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(said)?.[1];
  if (message === undefined) return '';
  try {
    const text = JSON.parse(message) as string;
    const shown = (apiKey === null ? text : text.replaceAll(apiKey, '…')).trim().replace(/\.$/, '');
    return `: ${shown.slice(0, MOST_DETAIL)}`;
  } catch {
    return '';
  }
}

async function readSome({ body }: Response): Promise<string> {
  if (!body) return '';
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of body) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length >= MOST_BODY_BYTES) break;
  }
  return text;
}
