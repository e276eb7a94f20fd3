import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Member } from './emulator.ts';
import type { Attempt, Interactions } from './interactions.ts';
import { slackPage, type Tab } from './page.ts';
import type { Workspace } from './workspace.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'unsafe-inline'; connect-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'";
const SCRIPT = readFileSync(new URL('./page.js', import.meta.url), 'utf8');

/** More than the product accepts, so that its refusal can be tested. */
const MOST_BYTES = 50 * 1024 * 1024;

const Fields = z.record(z.string(), z.array(z.string()));
const As = z.object({ as: z.string() });
const Pressed = As.extend({
  blockId: z.string(),
  actionId: z.string(),
  ts: z.string().optional(),
  viewId: z.string().optional(),
  fields: Fields.optional(),
});
const Submitted = As.extend({ viewId: z.string(), fields: Fields });
const Closed = As.extend({ viewId: z.string() });
const Said = As.extend({ text: z.string().max(3000) });

export interface PageParts {
  workspaceName: string;
  workspace: Workspace;
  interactions: Interactions;
}

/** Tracks unseen messages: those newer than the newest one shown on the person's page. */
function createUnread({ members, desk }: Workspace) {
  const seen = new Map<string, string>();
  const fromApp = (userId: string) =>
    desk(userId).messages.filter(({ isFromApp, isEphemeral }) => isFromApp && !isEphemeral);
  return {
    see: ({ userId }: Member) => void seen.set(userId, fromApp(userId).at(-1)?.ts ?? ''),
    counts: () =>
      new Map(
        members.map(({ userId }) => [userId, fromApp(userId).filter(({ ts }) => ts > (seen.get(userId) ?? '')).length]),
      ),
  };
}

/** An endless event stream that sends `changed` on each change. */
function stream(reply: FastifyReply, workspace: Workspace): void {
  reply.hijack();
  reply.raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  reply.raw.write('retry: 1000\n\n');
  const stop = workspace.onChange(() => reply.raw.write('event: changed\ndata:\n\n'));
  reply.raw.on('close', stop);
}

/** The page and its API, which accepts only JSON, so that pages of other origins cannot call it. */
export function pageRoutes(app: FastifyInstance, { workspaceName, workspace, interactions }: PageParts): void {
  const unread = createUnread(workspace);

  app.get<{ Querystring: { as?: string; tab?: string } }>('/', async ({ query }, reply) => {
    const reader = workspace.member(query.as ?? '') ?? workspace.members[0]!;
    const tab: Tab = query.tab === 'home' ? 'home' : 'messages';
    if (tab === 'messages') unread.see(reader);
    const html = slackPage({
      workspaceName,
      members: workspace.members,
      reader,
      desk: workspace.desk(reader.userId),
      tab,
      unread: unread.counts(),
    });
    return reply
      .headers({ 'content-security-policy': POLICY, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .type('text/html; charset=utf-8')
      .send(html);
  });
  app.get('/page.js', async (_request, reply) => reply.type('text/javascript; charset=utf-8').send(SCRIPT));
  app.get('/live', (_request, reply) => stream(reply, workspace));

  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit: MOST_BYTES },
    (_request, body, done) => done(null, body),
  );
  app.post<{ Querystring: { name?: string; type?: string }; Body: Buffer }>('/files', async ({ query, body }) => {
    const id = `F${randomUUID().replaceAll('-', '').slice(0, 10).toUpperCase()}`;
    workspace.files.set(id, { name: query.name ?? 'file', type: query.type ?? '', bytes: body });
    return { id };
  });

  /** A route for an action of one person; invalid bodies have no person. */
  function action<T extends z.infer<typeof As>>(
    path: string,
    schema: z.ZodType<T>,
    act: (member: Member, body: T) => Promise<Attempt>,
  ): void {
    app.post(path, async (request, reply) => {
      const parsed = schema.safeParse(request.body);
      const member = parsed.success ? workspace.member(parsed.data.as) : undefined;
      if (!parsed.success || !member) return reply.code(400).send({ problem: 'This is nothing a person here can do.' });
      return act(member, parsed.data);
    });
  }
  action('/press', Pressed, (member, pressed) => interactions.press(member, pressed));
  action('/submit', Submitted, (member, { viewId, fields }) => interactions.submit(member, viewId, fields));
  action('/close', Closed, (member, { viewId }) => interactions.close(member, viewId));
  action('/say', Said, (member, { text }) => interactions.say(member, text));
  action('/home', As, (member) => interactions.openHome(member));
}
