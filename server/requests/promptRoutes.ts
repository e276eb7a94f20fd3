import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { Knex } from 'knex';
import { z } from 'zod';
import { Ulid } from '../../contract/ids.ts';
import { PromptTemplate } from '../../contract/requests.ts';
import { asShown, Option } from '../../contract/variables.ts';
import { addToAudit } from '../foundation/audit/auditStore.ts';
import { toIso } from '../foundation/database/rows.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { notFound, ProblemError } from '../foundation/errors.ts';
import { isAdministrator, type Authenticate, type Caller } from '../foundation/http/authenticate.ts';
import { recipientOf, recipientsOf } from '../messages/notifications/notificationStore.ts';
import type { OptionsSources } from './optionsSource.ts';
import { findByTemplate, type Request } from './requestStore.ts';

interface Parts {
  authenticate: Authenticate;
  reader: Knex;
  units: UnitOfWork;
  options: OptionsSources;
  now(): number;
}

const MOST_USERS = 10_000;
const DENIED = 'This prompt template belongs to a question that was put to other people.';

/** Ephemeral prompt templates, for the assignees (behaviour 2.5 and 4). */
export const promptRoutes =
  ({ authenticate, options, ...parts }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);

    const ofTemplate = { params: z.object({ id: Ulid }), response: { 200: PromptTemplate } };
    app.get('/prompts/:id', { schema: { tags: ['prompts'], ...ofTemplate } }, async ({ caller, params }) => {
      const request = await openTemplate(parts, params.id, caller);
      const users = isAdministrator(caller) && (await accessList(parts.reader, request));
      return { ...toTemplate(request), ...(users && { users }) };
    });

    const params = z.object({ id: Ulid, variable: z.string().max(64) });
    const ofOptions = { params, response: { 200: z.object({ items: z.array(Option), nextCursor: z.null() }) } };
    app.get(
      '/prompts/:id/options/:variable',
      { schema: { tags: ['prompts'], ...ofOptions } },
      async ({ caller, params }) => {
        const request = await openTemplate(parts, params.id, caller);
        const spec = request.body.variables.find(
          ({ name, optionsSource }) => name === params.variable && optionsSource,
        );
        if (!spec) throw notFound('variable with a source of options');
        return { items: await options.offer(request.id, spec), nextCursor: null };
      },
    );
  };

/** Only assignees have access. Administrators do too, and it is recorded in the audit. */
async function openTemplate(
  { reader, units, now }: Pick<Parts, 'reader' | 'units' | 'now'>,
  id: string,
  caller: Caller,
) {
  const request = await findByTemplate(reader, id);
  if (!request) throw notFound('prompt template');
  const actor = caller.person.id;
  if (await recipientOf(reader, request.id, actor)) return request;
  if (!isAdministrator(caller)) throw new ProblemError('template_access_denied', DENIED);
  const by = { actor, verifiedBy: 'session' };
  const entry = { subject: id, detail: { request: request.id } };
  await units.run(({ trx }) => addToAudit(trx, [{ at: now(), ...by, action: 'template.opened', ...entry }]));
  return request;
}

/** What hidden fields hold, and where options come from, stays on the server. */
const toTemplate = ({ id, templateId, expiresAt, body }: Request): PromptTemplate => ({
  id: templateId,
  requestId: id,
  prompt: body.prompt,
  inputType: body.inputType,
  variableSpecs: body.variables.map(asShown),
  ...(body.comment && { comment: body.comment }),
  expiresAt: toIso(expiresAt),
});

async function accessList(reader: Knex, { id }: Request): Promise<string[]> {
  const people = await recipientsOf(reader, id, { limit: MOST_USERS });
  return people.flatMap(({ email, userPrincipalName }) => email ?? userPrincipalName ?? []);
}
