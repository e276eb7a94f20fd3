import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ChannelHost } from '../../../contract/channel.ts';
import type { Person } from '../../../contract/people.ts';
import type { ProblemCode } from '../../../contract/problem.ts';
import { speechIn, type Speech } from '../../../contract/speech.ts';
import { isOverload } from '../../foundation/database/unitOfWork.ts';
import { PROBLEMS, ProblemError, toProblem, unavailable } from '../../foundation/errors.ts';
import { pathOf } from '../../foundation/http/problem.ts';
import { enteredInBody } from './responseForm.ts';
import { problemPage, unusablePage } from './statePages.ts';

/** Clients that accept JSON and not HTML get problem+json instead of pages. */
export function wantsProblem({ headers: { accept = '' } }: FastifyRequest): boolean {
  return /application\/(problem\+)?json/i.test(accept) && !/text\/html/i.test(accept);
}

export const sendPage = (reply: FastifyReply, status: number, markup: string): FastifyReply =>
  reply.code(status).type('text/html; charset=utf-8').send(markup);

/** Errors that the framework raises before a handler runs. */
const CODES_BY_STATUS: Record<number, [ProblemCode, string]> = {
  400: ['malformed', 'The form cannot be read.'],
  415: ['unsupported_media_type', 'Send the form as application/x-www-form-urlencoded.'],
  503: ['unavailable', 'The service is busy.'],
};

/** The language and time zone of the mail's recipient; if unknown, the browser's language, and UTC. */
export function speechOf({ headers }: Pick<FastifyRequest, 'headers'>, person?: Person): Speech {
  const accepted = (headers['accept-language'] ?? '').split(',', 20).map((each) => each.split(';')[0]!.trim());
  return speechIn(person?.timeZone, person?.language, ...accepted);
}

/** The reason in the reader's language: English uses the more specific detail. */
export const problemText = ({ code, detail }: ProblemError, { language, say }: Speech): string =>
  language === 'en' ? detail : say(`problem.${code}`);

/** Converts an error to a refusal that people can understand; unknown errors are our own bugs and are logged. */
export function asProblem(error: unknown, log: ChannelHost['log']): ProblemError {
  if (error instanceof ProblemError) return error;
  if (isOverload(error)) {
    log.error({ err: error }, 'the response page failed');
    return unavailable('The service cannot store anything right now.');
  }
  const { statusCode } = error as { statusCode?: number };
  const [code, detail] = CODES_BY_STATUS[statusCode ?? 500] ?? ['internal', 'Something went wrong on our side.'];
  if (code === 'internal') log.error({ err: error }, 'the response page failed');
  return new ProblemError(code, detail);
}

export function sendProblem(problem: ProblemError, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { status, title } = PROBLEMS[problem.code];
  reply.problemCode = problem.code;
  if (problem.extra.retryAfterSeconds) reply.header('retry-after', problem.extra.retryAfterSeconds);
  if (wantsProblem(request)) {
    const body = toProblem(problem, { instance: pathOf(request), requestId: request.id });
    return reply.code(status).type('application/problem+json').send(JSON.stringify(body));
  }
  const speech = speechOf(request);
  const isForeign = problem.code === 'forbidden'; // another site had the browser send it
  const entered = isForeign ? [] : enteredInBody(request.body, speech);
  if (problem.code === 'link_unusable') return sendPage(reply, status, unusablePage(speech, entered));
  const isLost = request.method === 'POST' && status >= 500;
  const heading = speech.language === 'en' ? title : speech.say('page.failed');
  const text = problemText(problem, speech);
  return sendPage(
    reply,
    status,
    problemPage(heading, isLost ? `${text} ${speech.say('page.linkWorks')}` : text, speech, entered),
  );
}
