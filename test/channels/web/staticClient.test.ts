import { expect } from 'chai';
import fastify, { type FastifyInstance } from 'fastify';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { staticClient } from '../../../server/channels/web/staticClient.ts';

describe('server/channels/web/staticClient', () => {
  let root: string;
  let app: FastifyInstance;

  beforeEach(async () => {
    root = await mkdtemp(path.join(tmpdir(), 'handback-web-'));
    await mkdir(path.join(root, 'assets'));
    await mkdir(path.join(root, '.vite'));
    await writeFile(path.join(root, 'index.html'), '<!doctype html><html><head><title>x</title></head></html>');
    await writeFile(path.join(root, 'handback.svg'), '<svg/>');
    await writeFile(path.join(root, 'assets', 'index-abc.js'), 'export {}');
    await writeFile(path.join(root, 'assets', 'index-abc.js.br'), 'compressed');
    await writeFile(path.join(root, '.vite', 'manifest.json'), '{}');
    app = fastify();
    await app.register(staticClient, { root, connectSources: () => ['https://login.example'] });
  });

  afterEach(async () => {
    await app.close();
    await rm(root, { recursive: true });
  });

  const get = (url: string, headers = {}) => app.inject({ url, headers });

  it('puts a fresh nonce into every page, and the same one into its policy', async () => {
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const { body, headers } = await get('/');
        const [, nonce] = /<meta property="csp-nonce" nonce="([^"]+)">/.exec(body)!;
        expect(headers['content-security-policy']).to.include(`style-src 'self' 'nonce-${nonce}'`);
        return nonce;
      }),
    );
    expect(nonces[0]).to.not.equal(nonces[1]);
  });

  it('allows nothing inline and no framing, and allows connections to the identity provider', async () => {
    const { headers } = await get('/');
    const policy = String(headers['content-security-policy']);
    expect(policy).to.not.include('unsafe');
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "frame-ancestors 'none'",
      "connect-src 'self' https://login.example",
      "base-uri 'none'",
    ])
      expect(policy).to.include(rule);
    expect(headers).to.include({
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
  });

  it('leads people who leave out the # to the page that they mean', async () => {
    for (const page of ['/notifications', '/assignments', '/assignments/sent']) {
      for (const typed of [page, `${page}/`, `${page}?from=mail`]) {
        const { statusCode, headers } = await get(typed);
        expect([statusCode, headers['location']], typed).to.deep.equal([302, `/#${page}`]);
      }
    }
    expect((await get('/nowhere')).statusCode).to.equal(404);
    expect((await get('//evil.example/notifications')).statusCode).to.equal(404);
  });

  it('lets browsers cache forever what has a hash in its name, and nothing else', async () => {
    expect((await get('/assets/index-abc.js')).headers['cache-control']).to.equal(
      'public, max-age=31536000, immutable',
    );
    expect((await get('/handback.svg')).headers['cache-control']).to.equal('no-cache');
    expect((await get('/handback.svg')).headers['x-content-type-options']).to.equal('nosniff');
  });

  it('sends files compressed at build time to clients that accept them', async () => {
    const { headers, body } = await get('/assets/index-abc.js', { 'accept-encoding': 'br' });
    expect([headers['content-encoding'], body]).to.deep.equal(['br', 'compressed']);
    expect((await get('/assets/index-abc.js')).body).to.equal('export {}');
  });

  it('serves the page with its nonce only, and nothing from outside or from dot folders', async () => {
    for (const url of [
      '/index.html',
      '/.vite/manifest.json',
      '/../package.json',
      '/%2e%2e/package.json',
      '/assets/',
      '/assets',
    ])
      expect((await get(url)).statusCode, url).to.equal(404);
  });

  it('says so if the client is not built', async () => {
    await rm(path.join(root, 'index.html'));
    const { statusCode, body } = await get('/');
    expect(statusCode).to.equal(503);
    expect(body).to.include('The web client is not built yet');
  });
});
