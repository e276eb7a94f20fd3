import { isUtf8 } from 'node:buffer';
import rateLimit from '@fastify/rate-limit';
import type { FastifyBodyParser, FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { MOST_FAULTS } from '../../../contract/problem.ts';
import { check, failed, ProblemError } from '../errors.ts';
import { WRONG_TYPE } from './problem.ts';
import type { Limits } from '../limits.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Parts of the body whose broken texts the route itself refuses; `body` for a body that is a text. */
    checksTexts?: readonly string[];
  }
}

/** Rejects input that no handler should ever see. Register it in the scope of the API's routes. */
export async function installLimits(app: FastifyInstance, { depth }: Pick<Limits, 'depth'>): Promise<void> {
  await app.register(rateLimit, { global: false }); // for the platforms' webhooks, which count requests that fail verification
  takeUtf8Only(app);
  app.addHook('preParsing', async ({ headers }) => {
    if (ENCODINGS.some((name) => isEncoded(headers[name]))) throw COMPRESSED;
  });
  app.addHook('preValidation', async (request) => {
    const { body, query, params } = request;
    for (const part of [body, query, params]) refuseUnreadable(part, depth);
    if (body === undefined && takesNothing(bodyOf(request))) request.body = {};
    if (bodyOf(request) instanceof z.ZodType) refuseHalves(body, request.routeOptions.config.checksTexts);
  });
}

const ENCODINGS = ['content-encoding', 'transfer-encoding'] as const;
/** Nothing here unpacks a body: a compressed file would be stored as it is. */
const COMPRESSED = new ProblemError('unsupported_media_type', 'The body is compressed. Send it as it is.');

const isEncoded = (header = ''): boolean => !/^\s*(identity|chunked)?\s*$/i.test(header);

const bodyOf = ({ routeOptions: { schema } }: FastifyRequest): unknown => schema?.body;

/** Whether a route accepts an empty object; then the body may be omitted. */
export const takesNothing = (body: unknown): boolean => body instanceof z.ZodType && body.safeParse({}).success;

/** Many clients send a content type with every call, even without a body. */
const isEmptyEnough = (body: Buffer, request: FastifyRequest): boolean =>
  body.length === 0 && (bodyOf(request) === undefined || takesNothing(bodyOf(request)));

/** Other encodings would be decoded with replacement characters, and stored like that. */
function takeUtf8Only(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error');
  const parsers: [type: string, parse: FastifyBodyParser<string>][] = [
    ['application/json', parseJson],
    ['text/plain', takeText],
  ];
  for (const [type, parse] of parsers)
    app.addContentTypeParser(type, { parseAs: 'buffer' }, (request, body: Buffer, done) => {
      if (isEmptyEnough(body, request)) return done(null, undefined);
      if (isUtf8(body)) return parse(request, body.toString('utf8'), done);
      done(new ProblemError('malformed', 'The body is not in UTF-8.'));
    });
}

/** The content type of clients that do not name one. To read such a body as a text would blame its content. */
const takeText: FastifyBodyParser<string> = (request, body, done) => {
  const schema = bodyOf(request);
  if (schema instanceof z.ZodType && !schema.safeParse('').success) return done(WRONG_TYPE);
  done(null, body);
};

/** @throws ProblemError malformed if a value is nested too deep or contains NUL, which PostgreSQL cannot store */
function refuseUnreadable(part: unknown, depth: number): void {
  let level: unknown[] = [part];
  for (let depthLeft = depth; level.length > 0; depthLeft--) {
    if (depthLeft < 0) throw new ProblemError('malformed', `The body is nested deeper than ${depth} levels.`);
    const next: unknown[] = [];
    for (const value of level) {
      if (typeof value === 'string') refuseNul(value);
      else if (Array.isArray(value)) for (const each of value) next.push(each);
      else if (typeof value === 'object' && value !== null)
        for (const [key, each] of Object.entries(value)) {
          refuseNul(key);
          next.push(each);
        }
    }
    level = next;
  }
}

function refuseNul(text: string): void {
  if (text.includes('\0')) throw new ProblemError('malformed', 'A text holds the character NUL.');
}

const HALF = /\p{Surrogate}/u;

/**
 * JSON can contain half of a surrogate pair, which UTF-8 cannot encode: the database would store a replacement character,
 * and no URL can contain it.
 *
 * @param others parts of the body that the route itself checks
 * @throws ProblemError validation_failed naming the fields
 */
function refuseHalves(body: unknown, others: readonly string[] = []): void {
  const broken: string[] = [];
  const look = (value: unknown, path: string[]): void => {
    if (typeof value === 'string' && HALF.test(value)) broken.push(path.join('.') || 'body');
    if (typeof value !== 'object' || value === null) return;
    for (const [name, each] of Object.entries(value)) {
      const at = [...path, name];
      if (HALF.test(name)) broken.push(at.join('.'));
      else look(each, at);
    }
  };
  look(body, []);
  const ours = broken.filter((field) => !others.includes(field.split('.', 1)[0]!));
  const fields = ours.slice(0, MOST_FAULTS).map((field) => [field, check('notDisplayable')] as const);
  if (fields.length > 0) throw failed(Object.fromEntries(fields));
}
