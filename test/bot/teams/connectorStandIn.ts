import type { AddressInfo } from 'node:net';
import fastify from 'fastify';

/** A message from the bot, as Teams would have it. */
export interface Said {
  conversationId: string;
  activityId: string;
  text: string | null;
  summary: string | null;
  card: Record<string, unknown> | null;
  /** Whether it replaces an earlier one. */
  isUpdate: boolean;
  authorization: string;
}

interface Trouble {
  status: number;
  code: string;
  retryAfter?: string;
}

/** A stand-in for Teams that records the bot's messages, and can throttle, block or be gone. */
export interface ConnectorStandIn {
  /** As activities name it. */
  serviceUrl: string;
  said: Said[];
  /** The messages of one conversation, newest last. */
  in(conversationId: string): Said[];
  /** The next n calls get this response. */
  failNext(n: number, trouble: Trouble): void;
  /** Conversations that accept nothing any more, and unknown ones. */
  blocked: Set<string>;
  gone: Set<string>;
  /** Stops listening. */
  stop(): Promise<void>;
}

interface Sent {
  text?: string;
  summary?: string;
  attachments?: { contentType: string; content: Record<string, unknown> }[];
}

export async function startConnector(): Promise<ConnectorStandIn> {
  const said: Said[] = [];
  const troubles: Trouble[] = [];
  const blocked = new Set<string>();
  const gone = new Set<string>();
  const app = fastify({ forceCloseConnections: true });
  let messages = 0;

  app.addHook('preHandler', async (request, reply) => {
    const { conversation } = request.params as { conversation: string };
    const trouble = blocked.has(conversation)
      ? { status: 403, code: 'ConversationBlockedByUser' }
      : gone.has(conversation)
        ? { status: 404, code: 'ConversationNotFound' }
        : (troubles.shift() ?? null);
    if (!trouble) return;
    if (trouble.retryAfter) reply.header('retry-after', trouble.retryAfter);
    return reply.code(trouble.status).send({ error: { code: trouble.code, message: 'Trouble ordered by a test.' } });
  });

  const keep = (conversationId: string, activityId: string, body: unknown, authorization = '', isUpdate = false) => {
    const { text, summary = null, attachments } = body as Sent;
    const card = attachments?.find(({ contentType }) => contentType === 'application/vnd.microsoft.card.adaptive');
    said.push({
      conversationId,
      activityId,
      text: text || null,
      summary,
      card: card?.content ?? null,
      isUpdate,
      authorization,
    });
    return { id: activityId };
  };

  app.post<{ Params: { conversation: string } }>(
    '/teams/v3/conversations/:conversation/activities',
    async ({ params, body, headers }, reply) =>
      reply.code(201).send(keep(params.conversation, `activity-${++messages}`, body, headers.authorization)),
  );
  app.put<{ Params: { conversation: string; activity: string } }>(
    '/teams/v3/conversations/:conversation/activities/:activity',
    async ({ params, body, headers }) => keep(params.conversation, params.activity, body, headers.authorization, true),
  );
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;

  return {
    serviceUrl: `http://127.0.0.1:${port}/teams/`,
    said,
    in: (conversation) => said.filter(({ conversationId }) => conversationId === conversation),
    failNext: (n, trouble) => void troubles.push(...Array.from({ length: n }, () => trouble)),
    blocked,
    gone,
    stop: () => app.close(),
  };
}
