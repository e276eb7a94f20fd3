import type { ReceiverEvent } from '@slack/bolt';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import { ProblemError } from '../../contract/problem.ts';
import pTimeout from 'p-timeout';
import { countFailures } from '../shared/countFailures.ts';
import { isForInstallation, type Installation } from './installation.ts';
import type { Verify } from './verify.ts';

/** The receiving side of Slack's calls. */
export interface SlackEndpoint {
  verify: Verify;
  /** Null while unknown. */
  installation(): Promise<Installation | null>;
  /** Resolves when a call is fully handled; `ack` answers it earlier. */
  receive(event: ReceiverEvent): Promise<void>;
}

/** The longest wait for the installation, because Slack waits for an answer and the signature is valid already. */
const INSTALLATION_MS = 500;

/** A view of 250 kB, escaped twice. */
const BODY_BYTES = 1024 * 1024;

type Body = Record<string, unknown>;

/**
 * `POST /slack/events`: receives events, presses, submissions and the slash command from Slack (behaviour 5.2). The
 * body stays raw until its signature is verified; other routes are not affected.
 * @param ackMs the longest time to acknowledge
 */
export function webhook(opened: () => SlackEndpoint | null, ackMs: number): FastifyPluginAsync {
  return async (app) => {
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    const countFailure = countFailures(app, 'Slack');

    async function refuse(request: FastifyRequest): Promise<never> {
      request.log.debug({}, 'a call that says it is from Slack was refused');
      await countFailure(request);
      throw new ProblemError('unauthenticated', 'Only Slack may call here.');
    }

    function refuseStranger(request: FastifyRequest): never {
      request.log.warn({ channel: 'slack' }, 'a call of Slack was for another app or workspace and was refused');
      throw new ProblemError('forbidden', 'This is another app, or another workspace.');
    }

    app.post('/slack/events', { bodyLimit: BODY_BYTES, config: { rateLimit: false } }, async (request, reply) => {
      const door = opened();
      if (!door) throw new ProblemError('not_found', 'Slack is not set up here.');
      const { verify, installation, receive } = door;
      const { headers } = request;
      const raw = typeof request.body === 'string' ? request.body : '';
      const [timestamp, signature] = [headers['x-slack-request-timestamp'], headers['x-slack-signature']];
      const call = { body: raw, timestamp, signature };
      const proof = verify.check(call);
      const isRetry = headers['x-slack-retry-num'] !== undefined;
      if (proof === 'refused' || (proof === 'repeated' && !isRetry)) return refuse(request);
      if (proof === 'repeated') return reply.send();
      const body = parse(raw, headers['content-type'] ?? '');
      if (body['type'] === 'url_verification') return { challenge: String(body['challenge']) };
      if (body['ssl_check'] !== undefined) return reply.send();
      const own = await pTimeout(installation(), { milliseconds: INSTALLATION_MS, fallback: () => null });
      if (own && !isForInstallation(body, own)) return refuseStranger(request);
      await acknowledge(reply, body, { receive, ackMs });
      if (reply.statusCode >= 500) verify.release(call);
      return reply;
    });
  };
}

/** Responds as soon as `receive` acknowledges; the rest continues afterwards, with the call's id in the log. */
function acknowledge(
  reply: FastifyReply,
  body: Body,
  { receive, ackMs }: Pick<SlackEndpoint, 'receive'> & { ackMs: number },
) {
  const { log } = reply.request;
  return new Promise<void>((resolve) => {
    let isAnswered = false;
    const answer = (status: number, content?: unknown) => {
      if (isAnswered) return;
      isAnswered = true;
      clearTimeout(timer);
      void reply.code(status).send(content);
      resolve();
    };
    const timer = setTimeout(() => answer(503), ackMs);
    const ack = async (content?: unknown) => answer(200, content ?? '');
    receive({ body, ack, customProperties: { log } }).then(
      () => answer(200, ''),
      (error: unknown) => {
        log.error({ err: error }, 'a call of Slack could not be understood');
        answer(400);
      },
    );
  });
}

/** Slack sends events as JSON, presses and submissions as a form that contains JSON, slash commands as a form. */
function parse(raw: string, contentType: string): Body {
  try {
    if (contentType.startsWith('application/json')) return readJson(raw);
    const form = new URLSearchParams(raw);
    const payload = form.get('payload');
    return payload === null ? Object.fromEntries(form) : readJson(payload);
  } catch {
    throw new ProblemError('malformed', 'The body cannot be read.');
  }
}

/** @throws if it is not an object, or contains NUL, which no database stores */
function readJson(text: string): Body {
  const body: unknown = JSON.parse(text, (_key, value: unknown) => {
    if (typeof value === 'string' && value.includes('\0')) throw new SyntaxError('A text holds the character NUL.');
    return value;
  });
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new SyntaxError('This is no object.');
  return body as Body;
}
