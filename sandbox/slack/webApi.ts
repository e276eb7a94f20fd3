// The Web API of the sandbox's workspace, on the port that stands in for slack.com. Refuses what Slack would refuse but
// the emulator would not, forwards the rest to it, and records changes.
import fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { Emulator, SlackResult } from './emulator.ts';
import { fromJson, record } from './recording.ts';
import { SLACK_APP } from './slackApp.ts';
import type { Workspace } from './workspace.ts';

/** A failure for the next calls, ordered by a test. */
export interface Refusal {
  status?: number;
  /** `Retry-After`, in seconds or as a date. */
  retryAfter?: number | string;
  error?: string;
  /** Only calls of this method. */
  method?: string;
  /** Closes the connection without a response. */
  isDown?: boolean;
}

export interface WebApi {
  app: FastifyInstance;
  /** Every call so far, newest last, without tokens. */
  calls: { method: string; args: Record<string, unknown> }[];
  /** The next n calls are refused. */
  refuseNext(n: number, refusal: Refusal): void;
}

export interface WebApiParts {
  emulator: Emulator;
  workspace: Workspace;
  /** The parts of a message or view that Slack would refuse; empty if none. */
  checkLimits(payload: unknown): string[];
}

/** The app's identity, which the emulator does not know. */
const ABOUT_APP: Record<string, SlackResult> = {
  'auth.test': {
    ok: true,
    team_id: SLACK_APP.teamId,
    user_id: SLACK_APP.botUserId,
    bot_id: SLACK_APP.botId,
    is_enterprise_install: false,
  },
  'bots.info': { ok: true, bot: { id: SLACK_APP.botId, app_id: SLACK_APP.appId, name: SLACK_APP.name } },
};

const CALLS_KEPT = 1000;

function argsOf(request: FastifyRequest): Record<string, unknown> {
  const raw = String(request.body ?? '');
  if ((request.headers['content-type'] ?? '').includes('application/json'))
    return (fromJson(raw || '{}') as Record<string, unknown> | undefined) ?? {};
  return { ...(request.query as Record<string, unknown>), ...Object.fromEntries(new URLSearchParams(raw)) };
}

const tokenOf = ({ headers }: FastifyRequest, args: Record<string, unknown>): string =>
  headers.authorization?.replace(/^Bearer\s+/i, '') ?? String(args['token'] ?? '');

/** Refuses unknown tokens, which the emulator itself accepts. */
const strange = (token: string): SlackResult => ({ ok: false, error: token === '' ? 'not_authed' : 'invalid_auth' });

/** The error code for a call that Slack would refuse but the emulator would not; null if Slack accepts it. */
function refusalOf(
  { workspace, checkLimits }: WebApiParts,
  method: string,
  args: Record<string, unknown>,
): SlackResult | null {
  if (method === 'views.update' && !workspace.findView(String(args['view_id'])))
    return { ok: false, error: 'not_found' };
  const view = fromJson(args['view']);
  const blocks = fromJson(args['blocks']);
  if (!view && !blocks) return null;
  const messages = checkLimits(view ?? { text: args['text'], blocks });
  if (messages.length === 0) return null;
  return { ok: false, error: view ? 'invalid_arguments' : 'invalid_blocks', response_metadata: { messages } };
}

/** Adds the account's locale on request, as Slack does, because the emulator has none. */
function withLocale({ members }: Workspace, args: Record<string, unknown>, result: SlackResult): SlackResult {
  const member = members.find(({ userId }) => userId === args['user']);
  if (!member || String(args['include_locale']) !== 'true') return result;
  return { ...result, user: { ...(result['user'] as object), locale: member.locale } };
}

function fileInfo({ files }: Workspace, host: string, id: string): SlackResult {
  const file = files.get(id);
  if (!file) return { ok: false, error: 'file_not_found' };
  const { name, type: mimetype, bytes, origin = `http://${host}` } = file;
  return {
    ok: true,
    file: { id, name, mimetype, size: bytes.length, url_private_download: `${origin}/files-pri/${id}` },
  };
}

export function createWebApi(parts: WebApiParts): WebApi {
  const { emulator, workspace } = parts;
  const calls: WebApi['calls'] = [];
  const refusals: Refusal[] = [];
  const app = fastify({ forceCloseConnections: true, bodyLimit: 1024 * 1024 });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));

  function takeRefusal(method: string): Refusal | undefined {
    const index = refusals.findIndex((each) => !each.method || each.method === method);
    return index < 0 ? undefined : refusals.splice(index, 1)[0];
  }

  function refuse(reply: FastifyReply, { status = 429, retryAfter, error = 'ratelimited', isDown }: Refusal) {
    if (isDown) {
      reply.hijack();
      reply.raw.destroy();
      return reply;
    }
    if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
    return reply.code(status).send({ ok: false, error });
  }

  app.get<{ Params: { id: string } }>('/files-pri/:id', async (request, reply) => {
    const file = workspace.files.get(request.params.id);
    if (tokenOf(request, {}) !== SLACK_APP.botToken) return reply.redirect('/sign-in');
    return file ? reply.type('application/octet-stream').send(file.bytes) : reply.code(404).send();
  });
  app.all<{ Params: { method: string } }>('/api/:method', async (request, reply) => {
    const { method } = request.params;
    const args = argsOf(request);
    calls.push({ method, args: { ...args, token: undefined } });
    if (calls.length > CALLS_KEPT) calls.shift();
    const refusal = takeRefusal(method);
    if (refusal) return refuse(reply, refusal);
    const token = tokenOf(request, args);
    const refused = token === SLACK_APP.botToken ? refusalOf(parts, method, args) : strange(token);
    if (refused) return refused;
    if (method in ABOUT_APP) return ABOUT_APP[method];
    if (method === 'files.info') return fileInfo(workspace, request.host, String(args['file']));

    const answer = await emulator.forward({
      method: request.method,
      path: request.url,
      headers: {
        'content-type': request.headers['content-type'] ?? 'application/x-www-form-urlencoded',
        authorization: `Bearer ${token}`,
      },
      body: String(request.body ?? ''),
    });
    const result = fromJson(answer.body) as SlackResult | undefined;
    if (result) record(workspace, { method, args, result });
    const body = result && method === 'users.info' ? JSON.stringify(withLocale(workspace, args, result)) : answer.body;
    return reply.code(answer.status).type(answer.contentType).send(body);
  });

  return {
    app,
    calls,
    refuseNext: (n, refusal) => void refusals.push(...Array.from({ length: n }, () => refusal)),
  };
}
