import { hashToken } from '../../server/messages/deliveries/tokens.ts';
import { submissionIdOf } from '../../server/channels/email/responseForm.ts';
import type { UserNotification } from '../../contract/notifications.ts';
import type { Outcome } from './acknowledged.ts';

/** People's API clients: each call is what a real client sends. */
export interface Clients {
  /** The execution's id; undefined if there was no reply. */
  start(flowId: string, chatId: string): Promise<string | undefined>;
  openQuestions(person: string): Promise<UserNotification[]>;
  respond(
    person: string,
    notification: Pick<UserNotification, 'id'>,
    value: string,
    submissionId: string,
  ): Promise<Outcome>;
  /** The form behind a mail link. */
  submitForm(token: string, value: string, nonce: string): Promise<Outcome>;
  call(
    person: string,
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: never } | undefined>;
  /** While on, half of the calls are aborted within moments. */
  beImpatient(are: boolean): void;
}

/** The longest time that an impatient client waits for a response. */
const PATIENCE_MS = 40;

export const formSubmissionId = (value: string, nonce: string): string =>
  submissionIdOf({ token: '', nonce, typed: { f_value: [value] } })!;

export const tokenHash = (token: string): string => hashToken(token)!;

interface Parts {
  url(): string;
  /** An API token for a person, by e-mail address. */
  bearerOf(person: string): string;
  starter: string;
  random(): number;
}

export function createClients({ url, bearerOf, starter, random }: Parts): Clients {
  let areImpatient = false;

  async function send(path: string, init: RequestInit): Promise<{ status: number; body: never } | undefined> {
    try {
      const signal =
        areImpatient && random() < 0.5 ? AbortSignal.timeout(Math.ceil(random() * PATIENCE_MS)) : undefined;
      const response = await fetch(`${url()}/api${path}`, { ...init, signal });
      const text = await response.text();
      return { status: response.status, body: (text === '' ? null : JSON.parse(text)) as never };
    } catch {
      return undefined; // the server died before it replied, or the client did not wait
    }
  }

  const call: Clients['call'] = (person, method, path, body) =>
    send(path, {
      method,
      headers: {
        authorization: `Bearer ${bearerOf(person)}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      body: body === undefined ? undefined : JSON.stringify(body),
    });

  return {
    call,
    beImpatient: (are) => void (areImpatient = are),

    async start(flowId, chatId) {
      const reply = await call(starter, 'POST', `/flows/${flowId}/executions`, { chatId });
      if (reply === undefined || isUnsure(reply)) return undefined;
      if (reply.status !== 201)
        throw new Error(`a start was answered with ${reply.status}: ${JSON.stringify(reply.body)}`);
      return (reply.body as { executionId: string }).executionId;
    },

    async openQuestions(person) {
      const reply = await call(person, 'GET', '/user/notifications?status=pending&limit=50');
      return reply?.status === 200 ? reply.body : [];
    },

    async respond(person, { id }, value, submissionId) {
      const [executionId, ...visitKey] = id.split('-');
      const body = { executionId, nodeId: visitKey.join('-'), value, submissionId };
      return toOutcome(await call(person, 'POST', '/flow/human-response', body));
    },

    async submitForm(token, value, nonce) {
      const body = new URLSearchParams({ token, nonce, f_value: value });
      return toOutcome(
        await send('/flow/external-response', { method: 'POST', headers: { accept: 'application/json' }, body }),
      );
    },
  };
}

/** After a "try again" the client does not know whether its call was stored, because a commit may have been cut off. */
const isUnsure = ({ status }: { status: number }): boolean => status === 503;

function toOutcome(reply: { status: number; body: unknown } | undefined): Outcome {
  if (!reply || isUnsure(reply)) return { kind: 'unknown' };
  if (reply.status === 200) return { kind: 'acknowledged' };
  return { kind: 'refused', code: (reply.body as { code?: string } | null)?.code ?? `status ${reply.status}` };
}
