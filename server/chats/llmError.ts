import { noticeInEnglish, type NoticeId, type Saying } from '../../contract/notices.ts';
import { readRetryAfter } from '../../contract/retryAfter.ts';
import { storableText } from '../flow/storable.ts';
import { cut } from './chatContext.ts';

/** Why a language model gave no answer. The codes are stable: flows branch on them. */
export type LlmErrorCode = Exclude<Extract<NoticeId, `llm_${string}`>, 'llm_rejected_saying'>;

/** People see the notice; authors see the message, which is its English text. Neither ever contains the key. */
export class LlmError extends Error {
  constructor(
    readonly code: LlmErrorCode,
    readonly notice: Saying = { id: code, values: {} },
  ) {
    super(noticeInEnglish(notice));
    this.name = 'LlmError';
  }
}

const MOST_DETAIL = 300;
const MOST_BODY_BYTES = 64 * 1024;

/** The error for a status other than 200. Quotes the response body, with the key removed. */
export async function refusalOf(response: Response, apiKey: string | null, now: number): Promise<LlmError> {
  const { status, headers } = response;
  const said = await readSome(response);
  if (status === 401 || status === 403) return new LlmError('llm_refused');
  if (status === 404) return new LlmError('llm_not_found');
  if (status === 429) return busy(readRetryAfter(headers.get('retry-after'), now) ?? 0);
  if (status >= 500) return endpointFailed(status);
  if (status === 413 || /context_length_exceeded|context (length|window)|too long/i.test(said))
    return new LlmError('llm_too_long');
  return rejected(status, detailOf(said, apiKey));
}

const busy = (waitMs: number) =>
  new LlmError('llm_busy', { id: 'llm_busy', values: { seconds: Math.ceil(waitMs / 1000) } });

/** @param status 0: the error came within the stream */
export const endpointFailed = (status = 0) =>
  new LlmError('llm_unavailable', { id: 'llm_unavailable', values: { status } });

const rejected = (status: number, words: string) =>
  new LlmError(
    'llm_rejected',
    words === ''
      ? { id: 'llm_rejected', values: { status } }
      : { id: 'llm_rejected_saying', values: { status, words } },
  );

function detailOf(said: string, apiKey: string | null): string {
  const message = /"message"\s*:\s*("(?:[^"\\]|\\.)*")/.exec(said)?.[1];
  if (message === undefined) return '';
  try {
    const text = JSON.parse(message) as string;
    const shown = (apiKey === null ? text : text.replaceAll(apiKey, '…')).trim().replace(/\.$/, '');
    return cut(storableText(shown), MOST_DETAIL);
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
