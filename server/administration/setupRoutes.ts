import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import {
  ClientCheckBody,
  FindAdministratorBody,
  FoundAdministrator,
  RegistrationChecks,
  ServerCheckBody,
  SetupBody,
  SetupView,
} from '../../contract/setup.ts';
import type { StoredBy } from '../foundation/settings/settings.ts';
import type { Setup } from './setup.ts';

interface Parts {
  setup: Setup;
  /** Who may use these routes: administrators or, before the set-up, anyone with the code. */
  guards: onRequestAsyncHookHandler[];
  actorOf(request: FastifyRequest): StoredBy;
}

const tags = ['administration'];

/** The set-up wizard (behaviour 2.9): tests registrations, and stores those that work. */
export const setupRoutes =
  ({ setup, guards, actorOf }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    for (const guard of guards) app.addHook('onRequest', guard);

    app.get('/setup', { schema: { tags, response: { 200: SetupView } } }, () => setup.view());

    app.post(
      '/setup/client-check',
      { schema: { tags, body: ClientCheckBody, response: { 200: RegistrationChecks } } },
      async ({ body }) => ({ checks: await setup.checkClient(body) }),
    );

    app.post(
      '/setup/server-check',
      { schema: { tags, body: ServerCheckBody, response: { 200: RegistrationChecks } } },
      async ({ body }) => ({ checks: await setup.checkServer(body) }),
    );

    app.post(
      '/setup/administrator',
      { schema: { tags, body: FindAdministratorBody, response: { 200: FoundAdministrator } } },
      ({ body }) => setup.findAdministrator(body),
    );

    app.put('/setup', { schema: { tags, body: SetupBody, response: { 200: SetupView } } }, async (request) => {
      await setup.complete(request.body, actorOf(request));
      return setup.view();
    });
  };
