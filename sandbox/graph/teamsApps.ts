import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tenant } from '../tenant.ts';
import { findUser, type Question } from './answers.ts';
import { badRequest, GraphError, resourceNotFound } from './graphError.ts';

/** The only app in the organisation's catalogue: the bot, under its catalogue id. */
const CATALOGUE_ID = '60000000-0000-4000-8000-000000000001';

const equals = (field: string) => new RegExp(`^${field} eq '((?:[^']|'')*)'$`);

/** @throws GraphError 400 for any other filter */
function wanted(request: FastifyRequest, field: string): string | null {
  const { $filter } = request.query as { $filter?: string };
  if ($filter === undefined) return null;
  const value = equals(field).exec($filter)?.[1]?.replaceAll("''", "'");
  if (value === undefined) throw badRequest(`Invalid filter clause: ${$filter}`);
  return value;
}

/** Teams apps: the catalogue, installations, and their conversations. */
export function teamsAppRoutes(
  app: FastifyInstance,
  tenant: Tenant,
  questionOf: (request: FastifyRequest) => Question,
): void {
  const installedFor = new Set<string>();
  const { clientId, displayName } = tenant.registrations.bot;
  const bot = { id: CATALOGUE_ID, externalId: clientId, displayName, distributionMethod: 'organization' };
  const installationId = (personId: string) => Buffer.from(`1##${personId}##${CATALOGUE_ID}`).toString('base64');

  const asked = (request: FastifyRequest, endpoint: 'teamsCatalogue' | 'teamsInstallation') => {
    const question = questionOf(request);
    question.require(endpoint);
    return question;
  };
  const personOf = (request: FastifyRequest) => findUser(tenant, (request.params as { id: string }).id);

  app.get('/appCatalogs/teamsApps', async (request) => {
    const question = asked(request, 'teamsCatalogue');
    const externalId = wanted(request, 'externalId');
    return question.pageOf(externalId === null || externalId === clientId ? [bot] : [], (entry) => entry);
  });

  app.post('/users/:id/teamwork/installedApps', async (request, reply) => {
    asked(request, 'teamsInstallation');
    const { id } = personOf(request);
    const bound = (request.body as Record<string, unknown> | null)?.['teamsApp@odata.bind'];
    if (typeof bound !== 'string' || !bound.endsWith(`/appCatalogs/teamsApps/${CATALOGUE_ID}`))
      throw new GraphError(404, 'NotFound', 'The app is not in the catalogue.');
    if (installedFor.has(id)) throw new GraphError(409, 'Conflict', 'The app is installed for this user already.');
    installedFor.add(id);
    return reply.code(201).send();
  });

  app.get('/users/:id/teamwork/installedApps', async (request) => {
    const question = asked(request, 'teamsInstallation');
    const { id } = personOf(request);
    const isWanted = [null, CATALOGUE_ID].includes(wanted(request, 'teamsApp/id'));
    return question.pageOf(isWanted && installedFor.has(id) ? [id] : [], () => ({
      id: installationId(id),
      teamsApp: bot,
    }));
  });

  app.get('/users/:id/teamwork/installedApps/:installation/chat', async (request) => {
    asked(request, 'teamsInstallation');
    const { id } = personOf(request);
    const { installation } = request.params as { installation: string };
    if (!installedFor.has(id) || installation !== installationId(id)) throw resourceNotFound(installation);
    return { id: `19:${id}_${clientId}@unq.gbl.spaces`, chatType: 'oneOnOne' };
  });
}
