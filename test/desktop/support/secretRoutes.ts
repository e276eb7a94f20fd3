import type { FastifyInstance } from 'fastify';
import type { SecretBody, SecretSummary } from '../../../contract/secrets.ts';
import { ada } from './samples.ts';

/** All secrets, without their values. */
export function secretRoutes(api: FastifyInstance, state: { secrets: SecretSummary[] }): void {
  type ByName = { Params: { name: string } };
  const others = (name: string) => state.secrets.filter((each) => each.name !== name);
  api.get('/secrets', () => ({ items: state.secrets }));
  api.put<ByName & { Body: SecretBody }>('/secrets/:name', ({ params: { name }, body: { flows } }) => {
    const saved = { name, flows, owner: ada, updatedAt: new Date().toISOString() };
    state.secrets = [...others(name), saved];
    return saved;
  });
  api.delete<ByName>('/secrets/:name', ({ params: { name } }, reply) => {
    state.secrets = others(name);
    return reply.code(204).send();
  });
}
