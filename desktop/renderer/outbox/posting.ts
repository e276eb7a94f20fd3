import type { Receipt } from '../../../contract/payload.ts';
import type { Api } from '../api/client.ts';
import type { NewSubmission } from './outbox.ts';

interface Order {
  path: string;
  body: unknown;
  headers: Record<string, string>;
}

/** The route for an answer (behaviour 4): from a chat that of the inline prompt, otherwise that of the inbox. */
export function orderOf({ requestId, inline, body, key }: NewSubmission): Order {
  if (!inline) {
    const path = `/user/notifications/${encodeURIComponent(requestId)}/respond`;
    return { path, body, headers: { 'idempotency-key': key } };
  }
  const answer = typeof body === 'string' ? { value: body } : body;
  return { path: '/flow/human-response', body: { ...inline, ...answer, submissionId: key }, headers: {} };
}

/** Sends answers as the signed-in person. */
export const postingOf = (api: Api) => ({
  send(submission: NewSubmission): Promise<Receipt> {
    const { path, body, headers } = orderOf(submission);
    return api.send('POST', path, body, headers);
  },
  sendWhileLeaving(submission: NewSubmission): Promise<Receipt> {
    const { path, body, headers } = orderOf(submission);
    return api.sendWhileLeaving(path, body, headers);
  },
});
