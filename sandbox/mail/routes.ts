import type { FastifyInstance, FastifyReply } from 'fastify';
import type { MailCatcher } from './mailCatcher.ts';
import { frameDocument, mailboxPage, VIEWS, type View } from './mailboxPage.ts';

const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
const FRAME_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data: http: https:; frame-ancestors 'self'";

const html = (reply: FastifyReply, policy: string, page: string) =>
  reply
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
    .type('text/html; charset=utf-8')
    .send(page);

interface WithId {
  Params: { id: string };
  Querystring: { view?: string };
}

/** The mailbox as pages for people, and as JSON for scripts: `GET /email` (newest first), `GET /email/:id`, `DELETE /email`. */
export function mailboxRoutes(app: FastifyInstance, catcher: MailCatcher): void {
  app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, (_request, _body, done) =>
    done(null, {}),
  );
  const missing = (reply: FastifyReply) => reply.code(404).send({ error: 'There is no mail with this id.' });

  app.get('/email', async () => catcher.mails());
  app.get<WithId>('/email/:id', async (request, reply) => catcher.find(request.params.id) ?? missing(reply));
  app.delete('/email', async (_request, reply) => {
    catcher.clear();
    return reply.code(204).send();
  });

  app.get<{ Querystring: { refresh?: string } }>('/', async (request, reply) => {
    const isRefreshing = request.query.refresh !== 'off';
    return html(reply, PAGE_POLICY, mailboxPage({ mails: catcher.mails(), isRefreshing }));
  });
  app.get<WithId>('/mail/:id', async (request, reply) => {
    const mail = catcher.find(request.params.id);
    if (!mail) return reply.redirect('/', 302);
    const fallback: View = mail.html === null ? 'text' : 'html';
    const view = VIEWS.find((each) => each === request.query.view) ?? fallback;
    return html(reply, PAGE_POLICY, mailboxPage({ mails: catcher.mails(), open: { mail, view }, isRefreshing: false }));
  });
  app.get<WithId>('/mail/:id/html', async (request, reply) => {
    const mail = catcher.find(request.params.id);
    return mail?.html ? html(reply, FRAME_POLICY, frameDocument(mail.html)) : missing(reply);
  });
  app.post('/clear', async (_request, reply) => {
    catcher.clear();
    return reply.redirect('/', 303);
  });
}
