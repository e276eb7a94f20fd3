import type { LeakWatch } from './leakWatch.ts';

type Json = Record<string, unknown>;

/** Names of secret settings. */
const SECRET_NAME = /secret|password|api.?key|token$/i;

/** Every object within a body, outer ones first. */
function partsOf(value: unknown): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  const within = Object.values(value).flatMap(partsOf);
  return Array.isArray(value) ? within : [value as Json, ...within];
}

function jsonOf(body: unknown): unknown {
  if (typeof body !== 'string') return null;
  try {
    return JSON.parse(body);
  } catch {
    return null;
  }
}

/** Watches the tests' calls to a product: registers their secrets, and searches refusals and events for them. */
export function createCallWatch(watch: LeakWatch) {
  /** Names of password fields in any flow of this run. */
  const passwords = new Set<string>();

  function keepRequest(path: string, { method = 'GET', body }: RequestInit): void {
    if (!/^(POST|PUT|PATCH)$/.test(method)) return;
    const sent = jsonOf(body);
    for (const { type, name } of partsOf(sent))
      if (type === 'password' && typeof name === 'string') passwords.add(name);
    if (/^\/api\/secrets\//.test(path)) keepNamed(sent, (name) => name === 'value');
    if (/^\/api\/settings/.test(path)) keepNamed(sent, (name) => SECRET_NAME.test(name));
    if (/respond|response/.test(path)) {
      keepNamed(sent, (name) => passwords.has(name));
      if (body instanceof URLSearchParams) for (const name of passwords) watch.keep(body.get(`f_${name}`));
    }
  }

  function keepNamed(sent: unknown, isSecret: (name: string) => boolean): void {
    for (const part of partsOf(sent))
      for (const [name, value] of Object.entries(part))
        if (typeof value === 'string' && isSecret(name)) watch.keep(value);
  }

  /** Problems are searched completely; each piece of an event stream is searched as it passes. */
  function lookAtAnswer(response: Response): void {
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('application/problem+json'))
      void response
        .clone()
        .text()
        .then((text) => watch.look('problem', text))
        .catch(() => {}); // the test has left it
    const { body } = response;
    if (!type.startsWith('text/event-stream') || !body) return;
    const decoder = new TextDecoder();
    const looking = new TransformStream<Uint8Array, Uint8Array>({
      transform(piece, controller) {
        watch.look('event', decoder.decode(piece, { stream: true }));
        controller.enqueue(piece);
      },
    });
    let looked: ReadableStream | null = null;
    Object.defineProperty(response, 'body', { get: () => (looked ??= body.pipeThrough(looking)) });
  }

  return (fetch: typeof globalThis.fetch): typeof globalThis.fetch =>
    async (input, init = {}) => {
      const { pathname } = new URL(input instanceof Request ? input.url : String(input));
      if (!pathname.startsWith('/api/')) return fetch(input, init);
      keepRequest(pathname, init);
      const response = await fetch(input, init);
      lookAtAnswer(response);
      return response;
    };
}
