import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Knex } from 'knex';
import { z } from 'zod';
import { RequestId, Ulid } from '../../contract/ids.ts';
import { PromptTemplate, RequestView } from '../../contract/requests.ts';
import { Option } from '../../contract/variables.ts';
import { notFound, ProblemError } from '../foundation/errors.ts';
import { isAuthor, type Authenticate, type Caller } from '../foundation/http/authenticate.ts';
import { toIso } from '../foundation/database/rows.ts';
import { recipientOf, recipientsOf } from '../messages/notifications/notificationStore.ts';
import type { OptionsSources } from './optionsSource.ts';
import { findByTemplate, findRequest, type Request } from './requestStore.ts';
import { toRequestView } from './requestView.ts';

interface Parts {
  authenticate: Authenticate;
  reader: Knex;
  options: OptionsSources;
  now(): number;
}

const MOST_USERS = 10_000;

/** Prompt templates (spec part 4) and requests as those see them who are concerned. */
export const requestRoutes =
  ({ authenticate, reader, options, now }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);

    app.get(
      '/prompts/:id',
      { schema: { tags: ['prompts'], params: z.object({ id: Ulid }), response: { 200: PromptTemplate } } },
      async ({ caller, params }) => {
        const request = await openTemplate(params.id, caller);
        const { prompt, inputType, variables } = request.body;
        return {
          id: request.templateId,
          requestId: request.id,
          prompt,
          inputType,
          variableSpecs: variables.map((spec) => (spec.type === 'hidden' ? { ...spec, value: undefined } : spec)),
          ...(isAuthor(caller) && { users: await accessList(request) }),
          expiresAt: toIso(request.expiresAt),
        };
      },
    );

    app.get(
      '/prompts/:id/options/:variable',
      {
        schema: {
          tags: ['prompts'],
          params: z.object({ id: Ulid, variable: z.string().max(64) }),
          response: { 200: z.object({ items: z.array(Option), nextCursor: z.null() }) },
        },
      },
      async ({ caller, params }) => {
        const request = await openTemplate(params.id, caller);
        const spec = request.body.variables.find(
          ({ name, optionsSource }) => name === params.variable && optionsSource,
        );
        if (!spec) throw notFound('variable with a source of options');
        return { items: await options.offer(request.id, spec), nextCursor: null };
      },
    );

    app.get(
      '/requests/:id',
      { schema: { tags: ['requests'], params: z.object({ id: RequestId }), response: { 200: RequestView } } },
      async ({ caller, params }) => {
        const request = await findRequest(reader, params.id);
        const isOwner = request !== null && (request.body.requester.id === caller.person.id || isAuthor(caller));
        const isConcerned =
          isOwner || (request !== null && (await recipientOf(reader, request.id, caller.person.id)) !== null);
        if (!request || !isConcerned) throw notFound('request'); // whether it exists is nobody else's business
        return toRequestView(reader, request, { showsDeliveries: isOwner, now: now() });
      },
    );

    /** Its access list are the people who were asked; authors and administrators see every template. */
    async function openTemplate(templateId: string, caller: Caller): Promise<Request> {
      const request = await findByTemplate(reader, templateId);
      if (!request) throw notFound('prompt template');
      if (!isAuthor(caller) && !(await recipientOf(reader, request.id, caller.person.id)))
        throw new ProblemError(
          'template_access_denied',
          'This prompt template belongs to a question that was put to other people.',
        );
      return request;
    }

    async function accessList({ id }: Request): Promise<string[]> {
      const people = await recipientsOf(reader, id, { limit: MOST_USERS });
      return people.flatMap(({ email }) => email ?? []);
    }
  };
