import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import type { Tenant, TenantPerson } from '../tenant.ts';

/** The fields about the sender; the rest of an activity passes unchanged. */
interface Activity {
  serviceUrl?: string;
  from?: object;
  conversation?: object;
  channelData?: object;
}

export interface SigningProxyOptions {
  tenant: Tenant;
  /** The client's user. */
  person: TenantPerson;
  sign: (activity: { serviceUrl?: string }) => Promise<string>;
  /** The bot's webhook. */
  target: string;
}

export interface SigningProxy {
  /** The client's target for the person's activities. */
  endpoint: string;
  close(): Promise<void>;
}

const UNREACHABLE = 'Handback does not answer. Is npm start still running?';

/** Sets person and tenant from the sign-in, as Teams does, never from the client's input. */
const asOf = (tenant: Tenant, person: TenantPerson, activity: Activity): Activity => ({
  ...activity,
  from: { ...activity.from, aadObjectId: person.id, name: person.displayName },
  conversation: { ...activity.conversation, tenantId: tenant.id },
  channelData: { ...activity.channelData, tenant: { id: tenant.id } },
});

/** Forwards a person's activities from an unsigned client to the bot, signed as Teams would (behaviour 5.2). */
export async function startSigningProxy(options: SigningProxyOptions): Promise<SigningProxy> {
  const { tenant, person, sign, target } = options;
  const app = fastify({ forceCloseConnections: true, exposeHeadRoutes: false });
  app.head('/api/messages', (_request, reply) => reply.send()); // the client polls this until the proxy is up
  app.post<{ Body: Activity }>('/api/messages', async ({ body }, reply) => {
    const activity = asOf(tenant, person, body);
    const token = await sign(activity);
    const response = await fetch(target, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify(activity),
    }).catch(() => null);
    if (!response) return reply.code(502).send({ error: UNREACHABLE });
    return reply
      .code(response.status)
      .type(response.headers.get('content-type') ?? 'application/json')
      .send(await response.text());
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return {
    endpoint: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/api/messages`,
    close: () => app.close(),
  };
}
