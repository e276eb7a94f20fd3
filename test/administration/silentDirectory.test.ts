import { randomUUID } from 'node:crypto';
import { expect } from 'chai';
import { holdersIn } from '../../server/administration/roleSettings.ts';
import { deliveryLogRoutes } from '../../server/administration/deliveryLogRoutes.ts';
import { DirectoryError } from '../../server/people/identity/directoryError.ts';
import fastify from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import { newId } from '../../server/foundation/newId.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';

const SOON_MS = 5000;
const ids = (count: number): string[] => Array.from({ length: count }, () => randomUUID());

describe('administration pages while the directory does not answer', function () {
  this.timeout(4 * SOON_MS);
  /** It fails after the full timeout for Microsoft Graph. */
  const silent = () =>
    new Promise<never>((_resolve, reject) =>
      setTimeout(() => reject(new DirectoryError('directory_unavailable', 'It is silent.')), 15_000).unref(),
    );

  it('soon name the people with a role by their ids', async () => {
    const values = { adminIds: ids(20), adminGroupIds: ids(20), authorGroupIds: ids(20), auditorGroupIds: [] };
    const before = performance.now();
    const holders = await holdersIn(values, { personById: silent, groupById: silent });
    expect(performance.now() - before).to.be.lessThan(SOON_MS);
    expect(holders).to.have.length(60);
    for (const { id, displayName } of holders) expect(displayName).to.equal(id);
  });

  forEachDatabase((_name, openUrl) => {
    const store = useStore(openUrl);

    it('soon show deliveries by ids', async () => {
      const rows = ids(100).map((person, n) => ({
        id: newId(n + 1),
        subject_kind: 'request',
        subject_id: `${newId(n + 1)}-ask`,
        channel: 'email',
        person,
        state: 'sent',
        attempts: 1,
        created_at: n,
      }));
      await store.db.writer.batchInsert('deliveries', rows, 50);
      const app = fastify();
      app.setValidatorCompiler(validatorCompiler).setSerializerCompiler(serializerCompiler);
      const authenticate = async (request: object) =>
        void Object.assign(request, { caller: { roles: ['administrator'] } });
      await app.register(
        deliveryLogRoutes({
          authenticate,
          reader: store.db.reader,
          directory: { personById: silent },
        }),
      );
      const before = performance.now();
      const answer = await app.inject('/deliveries?limit=100');
      expect(performance.now() - before).to.be.lessThan(SOON_MS);
      expect(answer.statusCode).to.equal(200);
      const { items } = answer.json<{ items: { person: { id: string; displayName: string } }[] }>();
      expect(items).to.have.length(100);
      for (const { person } of items) expect(person.displayName).to.equal(person.id);
      await app.close();
    });
  });
});
