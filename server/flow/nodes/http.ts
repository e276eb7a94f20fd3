import { z } from 'zod';
import { failsAs, textOfForm } from '../../../contract/failsAs.ts';
import { Name } from '../../../contract/ids.ts';
import {
  OutboundError,
  type GuardedFetch,
  type GuardedResponse,
  type RefusalOf,
} from '../../foundation/http/outbound.ts';
import { checkRequest } from './httpChecks.ts';
import { Duration } from '../duration.ts';
import { ExpressionInterrupted } from '../expressionWorkers.ts';
import {
  NodeError,
  nodeFailure,
  outputOf,
  type Expression,
  type NodeContext,
  type NodeType,
  type RunResult,
} from '../nodeType.ts';
import { createScrubber } from '../scrub.ts';
import { asksForSecret, rewriteSecrets } from '../secretCalls.ts';
import type { SecretService } from '../secretService.ts';
import { isOneExpression } from '../templates.ts';
import { intoAddress, wholeAddress } from './addressRules.ts';

const HeaderName = textOfForm(/^[A-Za-z0-9-]{1,100}$/, 'headerName');

const HttpConfig = z
  .strictObject({
    method: z.enum(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']).default('GET'),
    url: z
      .string()
      .min(1)
      .max(2000)
      .describe('template; inserted values are percent-encoded, unless the value is the whole address')
      .meta({ kind: 'template' }),
    headers: z
      .record(HeaderName, z.string().max(4000).meta({ kind: 'template' }))
      .default({})
      .describe('name to template'),
    secretHeaders: z
      .record(HeaderName, z.string().max(2000).meta({ kind: 'expression' }))
      .default({})
      .describe('name to JSONata of a password field, which is only opened to be sent'),
    json: z.string().max(10_000).optional().describe('JSONata: the body, sent as JSON').meta({ kind: 'expression' }),
    text: z.string().max(20_000).optional().describe('template: the body, sent as text').meta({ kind: 'template' }),
    timeout: Duration.optional().describe('default: 5 s, at most 30 s'),
    acceptStatus: z
      .array(z.int().min(100).max(599))
      .max(50)
      .default([])
      .describe('statuses of 400 and above to treat as an output, not an error'),
    outputVariable: Name.optional(),
  })
  .refine(({ json, text }) => json === undefined || text === undefined, {
    ...failsAs('twoBodies'),
    path: ['text'],
  })
  .refine(({ method, json, text }) => !['GET', 'HEAD'].includes(method) || (json ?? text) === undefined, {
    ...failsAs('bodyOfGet'),
    path: ['method'],
  });
export type HttpConfig = z.infer<typeof HttpConfig>;

export interface HttpParts {
  guardedFetch: GuardedFetch;
  /** Why that refuses an address, if it does. */
  refusalOf: RefusalOf;
  openAnswered: OpenAnswered;
  /** The value of an author's secret for this flow; null if there is none that the flow may use. */
  openSecret: SecretService['open'];
}

/**
 * The text behind the `{ secret }` reference of a password field; null if the reference is not valid in this execution.
 */
export type OpenAnswered = (
  reference: string,
  opening: { executionId: string; visitKey: string; field: string },
) => Promise<string | null>;

/** Calls an address chosen by the author. Output: `{ status, headers, body }`, the body parsed if it is JSON. */
export function createHttpNode(parts: HttpParts): NodeType<HttpConfig> {
  const { guardedFetch, refusalOf, openAnswered, openSecret } = parts;
  return {
    type: 'http',
    displayName: 'HTTP request',
    configSchema: HttpConfig,
    effect: 'repeatable',
    isInstant: false,
    waits: false,
    checkNew: (config) => checkRequest(config, refusalOf),
    expressionsIn,
    async addressOf({ config, context, expressions }) {
      if (asksForSecret(config.url, 'template')) return null; // secrets are only opened to be sent
      const text = await filledIn(config, (...template) => expressions.render(template[0], context, template[1]));
      const refused = refusalOf(text);
      if (refused) throw toNodeError(refused);
      return { field: 'url', text };
    },
    async run(visit) {
      const secrets = openedFor(visit, { openAnswered, openSecret });
      try {
        return secrets.scrub(await exchange(visit, secrets, guardedFetch));
      } catch (error) {
        if (!(error instanceof NodeError)) throw error;
        throw new NodeError(error.code, secrets.scrub(error.message), secrets.scrub(error.values));
      }
    },
  };
}

/** The secrets that this visit has opened: they go into the request and are removed from everything that comes back. */
interface Opened {
  /** Computes an expression or template that may use authors' secrets. @throws NodeError `secret_missing` */
  compute(field: string, text: string, encode?: (text: string) => string): Promise<string>;
  evaluate(field: string, expression: string): Promise<unknown>;
  /** @throws NodeError `secret_unavailable` */
  answered(header: string, expression: string): Promise<string>;
  scrub<Value>(value: Value): Value;
}

type SecretOpeners = Pick<HttpParts, 'openAnswered' | 'openSecret'>;

function openedFor(visit: NodeContext<HttpConfig>, { openAnswered, openSecret }: SecretOpeners): Opened {
  const { expressions, context, storedContext, executionId, flowId, visitKey } = visit;
  const opened: string[] = [];

  async function bind(field: string, text: string, kind: Expression['kind']) {
    const rewritten = rewriteSecrets(text, kind);
    const bindings: Record<string, string> = {};
    for (const [variable, name] of Object.entries(rewritten.names)) {
      const value = await openSecret(name, { executionId, flowId, visitKey, field });
      if (value === null) throw nodeFailure('secret_missing', { name });
      opened.push(value);
      bindings[variable] = value;
    }
    return { text: rewritten.text, bindings };
  }

  return {
    async compute(field, template, encode) {
      const { text, bindings } = await bind(field, template, 'template');
      return expressions.render(text, context, encode, bindings);
    },
    async evaluate(field, expression) {
      const { text, bindings } = await bind(field, expression, 'expression');
      return expressions.evaluate(text, context, bindings);
    },
    async answered(name, expression) {
      const reference = SecretReference.safeParse(await expressions.evaluate(expression, storedContext));
      const opening = { executionId, visitKey, field: `secretHeaders.${name}` };
      const value = reference.success ? await openAnswered(reference.data.secret, opening) : null;
      if (value === null) throw nodeFailure('secret_unavailable', { name });
      opened.push(value);
      return value;
    },
    scrub: (value) => createScrubber(opened)(value),
  };
}

async function exchange(
  visit: NodeContext<HttpConfig>,
  secrets: Opened,
  guardedFetch: GuardedFetch,
): Promise<RunResult> {
  const { config } = visit;
  const url = await filledIn(config, (...template) => secrets.compute('url', ...template));
  const headers = await headersOf(visit, secrets);
  for (const [name, expression] of Object.entries(config.secretHeaders))
    headers[name.toLowerCase()] = await secrets.answered(name, expression);
  const body = await bodyOf(config, secrets);
  const { method, timeout: timeoutMs, acceptStatus } = config;
  const { signal } = visit;
  const response = await ask(guardedFetch(url, { method, headers, body, timeoutMs, signal }), signal);
  if (response.status >= 400 && !acceptStatus.includes(response.status))
    throw nodeFailure('http_status', { host: new URL(url).host, status: response.status });
  const output = { ...response, body: parseBody(response) };
  return { kind: 'output', ...outputOf(output, config), summary: `${method} ${new URL(url).host}: ${response.status}` };
}

/** The whole address. @throws NodeError `http_bad_url` */
async function filledIn(
  { url }: HttpConfig,
  render: (template: string, encode?: (text: string) => string) => Promise<string>,
): Promise<string> {
  return isOneExpression(url) ? render(url) : wholeAddress(await render(url, intoAddress));
}

function expressionsIn({ url, headers, secretHeaders, json, text }: HttpConfig): Expression[] {
  const named = (field: string, texts: Record<string, string>, kind: Expression['kind']) =>
    Object.entries(texts).map(([name, each]): Expression => ({ field: `${field}.${name}`, text: each, kind }));
  return [
    ...named('secretHeaders', secretHeaders, 'expression'),
    ...[
      { field: 'url', text: url, kind: 'template' as const },
      ...named('headers', headers, 'template'),
      ...(json === undefined ? [] : [{ field: 'json', text: json, kind: 'expression' as const }]),
      ...(text === undefined ? [] : [{ field: 'text', text, kind: 'template' as const }]),
    ].map((each) => ({ ...each, mayAskForSecrets: true })),
  ];
}

/**
 * A request that changes something carries an idempotency key that stays the same when the visit runs again after a
 * crash, so that the receiver can recognize a repeat.
 */
async function headersOf({ config, executionId, visitKey }: NodeContext<HttpConfig>, secrets: Opened) {
  const headers: Record<string, string> = { accept: 'application/json, */*;q=0.5' };
  if (config.json !== undefined) headers['content-type'] = 'application/json';
  if (config.text !== undefined) headers['content-type'] = 'text/plain; charset=utf-8';
  if (!['GET', 'HEAD'].includes(config.method)) headers['idempotency-key'] = `${executionId}-${visitKey}`;
  for (const [name, template] of Object.entries(config.headers))
    headers[name.toLowerCase()] = await secrets.compute(`headers.${name}`, template);
  return headers;
}

const SecretReference = z.object({ secret: z.string() });

async function bodyOf({ json, text }: HttpConfig, secrets: Opened): Promise<string | undefined> {
  if (json !== undefined) return JSON.stringify(await secrets.evaluate('json', json));
  return text === undefined ? undefined : secrets.compute('text', text);
}

/**
 * @throws NodeError `http_` and the code of the refusal: `http_timeout`, `http_address_refused`…
 * @throws ExpressionInterrupted if the execution has ended or goes to another server
 */
async function ask(answer: Promise<GuardedResponse>, signal: AbortSignal): Promise<GuardedResponse> {
  try {
    return await answer;
  } catch (error) {
    if (signal.aborted) throw new ExpressionInterrupted();
    if (error instanceof OutboundError) throw toNodeError(error);
    throw error;
  }
}

const toNodeError = ({ code, values }: OutboundError): NodeError => nodeFailure(`http_${code}`, values);

function parseBody({ headers, body }: GuardedResponse): unknown {
  if (!/^application\/([\w.+-]+\+)?json\b/i.test(headers['content-type'] ?? '')) return body;
  try {
    return JSON.parse(body) as unknown;
  } catch {
    return body; // claims to be JSON but is not: the author sees the raw body
  }
}
