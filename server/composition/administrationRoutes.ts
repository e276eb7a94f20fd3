import type { FastifyPluginAsync } from 'fastify';
import { auditRoutes } from '../administration/auditRoutes.ts';
import { deliveryLogRoutes } from '../administration/deliveryLogRoutes.ts';
import { healthRoutes } from '../administration/healthRoutes.ts';
import { providerRoutes } from '../administration/providerRoutes.ts';
import { createHealthCheck } from '../administration/registrationHealth.ts';
import { createSearchHealthCheck } from '../administration/searchHealth.ts';
import { settingRoutes } from '../administration/settingRoutes.ts';
import { createSetup } from '../administration/setup.ts';
import { setupRoutes } from '../administration/setupRoutes.ts';
import { documentRoutes } from '../documents/documentRoutes.ts';
import { indexingRoutes } from '../documents/indexing/indexingRoutes.ts';
import type { Config } from '../foundation/config.ts';
import { requireAdministrator } from '../foundation/http/authenticate.ts';
import { createPlatformFetch } from '../foundation/http/outbound.ts';
import { loginOriginOf } from '../people/identity/registrations.ts';
import type { Services } from './services.ts';

/** The routes for administrators and auditors. */
export const administrationRoutes = (config: Config, services: Services): FastifyPluginAsync[] => [
  auditRoutes({ ...services.people, ...services }),
  settingRoutes({ ...services.people, ...services }),
  providerRoutes({ ...services.people, ...services }),
  documentRoutes({ ...services.people, ...services.documents }),
  indexingRoutes({ ...services.people, ...services.documents }),
  deliveryLogRoutes({ ...services.ground, ...services.people }),
  healthRoutes({ ...services.people, checkHealth: healthCheckOf(services) }),
  setupRoutesOf(config, services),
];

const healthCheckOf = ({ ground, people, live, channels, searchIndex }: Services) =>
  createHealthCheck({
    ...ground,
    ...people,
    settings: live.current,
    isOpen: (channel) => channels.has(channel),
    loginOrigin: loginOriginOf(ground.config.originMap),
    checkSearch: createSearchHealthCheck({ index: searchIndex, settings: live.current }),
  });

/** The wizard's routes, for administrators of a running product. */
function setupRoutesOf(config: Config, { settings, live, people: { authenticate, directoryOf } }: Services) {
  const { publicUrl, originMap } = config;
  const platformFetch = createPlatformFetch(originMap);
  return setupRoutes({
    setup: createSetup({ settings, live, directoryOf, platformFetch, publicUrl }),
    guards: [authenticate, requireAdministrator],
    actorOf: ({ caller }) => ({ actor: caller.person.id, verifiedBy: 'session' }),
  });
}
