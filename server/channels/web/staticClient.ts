import fastifyStatic from '@fastify/static';
import type { FastifyError, FastifyPluginAsync, FastifyReply } from 'fastify';
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

export interface StaticClientOptions {
  /** Folder of the built client. */
  root: string;
  /** Further origins that the client connects to when its page is loaded, such as the identity provider. */
  connectSources: () => readonly string[];
  /** The client's page; null if the client is not built. */
  readIndex?: () => Promise<string | null>;
  /** A fresh nonce for every page. */
  createNonce?: () => string;
}

/** Pages that people type or link to without the `#`. */
const PAGES = ['/notifications', '/assignments', '/assignments/sent'];

const NOT_BUILT = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Handback</title>
<h1>The web client is not built yet</h1><p>Run <code>npm run build</code> and load this page again. The API below <code>/api</code> works without it.</p></html>`;

/**
 * Serves the web client at `/` under a strict policy: no inline scripts, and styles only with the page's nonce. Files
 * with a hash in their name are cached forever, the page itself never.
 */
export const staticClient: FastifyPluginAsync<StaticClientOptions> = async (app, options) => {
  const {
    root,
    connectSources,
    readIndex = () => readBuilt(root),
    createNonce = () => randomBytes(16).toString('base64'),
  } = options;

  app.addHook('onRequest', async ({ url }, reply) => {
    const page = url.split('?', 1)[0]!.replace(/\/$/, '');
    if (PAGES.includes(page)) return reply.redirect(`/#${page}`, 302);
  });

  app.get('/', async (_request, reply) => {
    const nonce = createNonce();
    const index = await readIndex();
    secure(reply)
      .header('content-security-policy', policy(nonce, connectSources()))
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8');
    if (index === null) return reply.code(503).send(NOT_BUILT);
    return reply.send(index.replace('<head>', `<head><meta property="csp-nonce" nonce="${nonce}">`));
  });

  // forbidden and malformed paths answer 404
  app.setErrorHandler((error: FastifyError, _request, reply) => {
    if (error.statusCode !== 403) throw error;
    reply.callNotFound();
  });
  await app.register(fastifyStatic, {
    root,
    index: false,
    dotfiles: 'ignore',
    allowedPath: (file) => file !== '/index.html', // the page is only served with its nonce
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      const isHashed = path.relative(root, file).startsWith(`assets${path.sep}`);
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache');
      reply.header('x-content-type-options', 'nosniff');
    },
  });
};

/** Whether `npm run build` has made the client. */
export const isBuilt = async (root: string): Promise<boolean> => (await readBuilt(root)) !== null;

/** @returns null if there is no build at `root` */
async function readBuilt(root: string): Promise<string | null> {
  try {
    return await readFile(path.join(root, 'index.html'), 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function policy(nonce: string, connectSources: readonly string[]): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    ["connect-src 'self'", ...connectSources].join(' '),
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
}

function secure(reply: FastifyReply): FastifyReply {
  return reply
    .header('x-content-type-options', 'nosniff')
    .header('referrer-policy', 'no-referrer')
    .header('cross-origin-opener-policy', 'same-origin');
}
