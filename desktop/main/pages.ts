import path from 'node:path';

/** The scheme that serves the packed renderer; `file:` would give access to any file. */
export const APP_SCHEME = 'app';
export const APP_HOST = 'handback';
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`;
/** Must be registered before Electron is ready. */
export const PRIVILEGES = {
  scheme: APP_SCHEME,
  privileges: { standard: true, secure: true, supportFetchAPI: true, stream: true },
};

/** Compares scheme and host, because Node gives URLs of unknown schemes the origin `null`. */
export const isOwnPage = (address: string): boolean =>
  URL.canParse(address) && new URL(address).protocol === `${APP_SCHEME}:` && new URL(address).host === APP_HOST;

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
};

export interface PageParts {
  /** The content of a renderer file, by its path in the renderer's folder; null: not found. */
  read(name: string): Promise<Uint8Array | null>;
  createNonce(): string;
}

/**
 * Serves the packed renderer. Each page load gets a nonce and the web client's policy: no inline scripts, styles only
 * with the nonce, and calls only to this app.
 */
export function createPages({ read, createNonce }: PageParts): (request: Request) => Promise<Response> {
  return async ({ url, method }) => {
    if (method !== 'GET') return new Response(null, { status: 405 });
    const name = fileName(url);
    if (name === null) return new Response(null, { status: 400 });
    const content = await read(name);
    const type = TYPES[path.posix.extname(name)];
    if (!content || !type) return new Response(null, { status: 404 });
    const headers = { 'content-type': type, 'x-content-type-options': 'nosniff' };
    if (name !== 'index.html') return new Response(content as Uint8Array<ArrayBuffer>, { headers });
    const nonce = createNonce();
    const page = new TextDecoder().decode(content);
    return new Response(page.replace('<head>', `<head><meta property="csp-nonce" nonce="${nonce}">`), {
      headers: { ...headers, 'content-security-policy': policy(nonce), 'cross-origin-opener-policy': 'same-origin' },
    });
  };
}

/** @returns null for paths outside the folder and malformed names */
function fileName(url: string): string | null {
  let name: string;
  try {
    name = decodeURIComponent(new URL(url).pathname).slice(1) || 'index.html';
  } catch {
    return null;
  }
  const isOdd = name.includes('\0') || name.split(/[\\/]/).some((part) => part === '' || part.startsWith('.'));
  return isOdd ? null : name;
}

const policy = (nonce: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "object-src 'none'",
  ].join('; ');
