// cspell:ignore polids
import { expect } from 'chai';
import type { ExecutionView } from '../../contract/executions.ts';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { createUserAgent } from '../sandbox/userAgent.ts';
import { publish } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';
import { clientOf, startProduct, type Client, type TestProduct } from '../support/product.ts';
import { SWITCHES, tool } from './onBehalfSupport.ts';

describe('a tool whose starter has to sign in with more (behaviour 5.3)', () => {
  forEachDatabase((_name, openUrl) => {
    let sandbox: Sandbox;
    let product: TestProduct;
    let ada: Client;
    const log: string[] = [];
    const personOf = (key: string) => sandbox.tenant.people.find((person) => person.key === key)!;

    before(async () => {
      sandbox = await startSandbox({ portBase: 0 });
      product = await startProduct({
        sandbox,
        databaseUrl: await openUrl(),
        config: { logLevel: 'debug' },
        logTo: { write: (line: string) => void log.push(line) },
      });
      ada = await product.as('ada@sandbox.test');
      const { settings, live } = product.product.services;
      await settings.change(SWITCHES, { actor: 'test', verifiedBy: 'session' });
      await live.refresh();
      await publish(ada, tool('reads', 'mail_read', {}) as never);
    });
    after(async () => {
      await product?.close();
      await sandbox?.close();
    });
    afterEach(() => {
      for (const person of sandbox.tenant.people) {
        delete person.secondFactorFor;
        delete person.isChallengedByGraph;
      }
    });

    async function ended(client: Client, id: string): Promise<ExecutionView> {
      await product.reached(client, id, 'completed', 'failed');
      return product.execution(client, id);
    }
    const run = async (client: Client) => ended(client, await product.run(client, 'reads', { text: '' }));
    /** Signs in through the identity provider's page, as the client does. */
    async function signIn(key: string, claims: string): Promise<Client> {
      const { status, body } = await createUserAgent(sandbox).signIn(key, { claims });
      expect(status).to.equal(200);
      return clientOf(product.url, body['access_token']!);
    }
    /** The claims of the failure, for the sign-in. */
    function claimsOf({ status, error }: ExecutionView): string {
      expect(status).to.equal('failed');
      expect(error).to.include({ code: 'sign_in_challenged' });
      expect(error!.values).to.include({ permission: 'Mail.Read' });
      return String(error!.values!['claims']);
    }

    it('says what the sign-in needs, and works once the person has signed in with it', async () => {
      const grace = await product.as('grace@sandbox.test');
      personOf('grace').secondFactorFor = ['graph'];
      const claims = claimsOf(await run(grace));
      claimsOf(await run(await signIn('grace', '{}'))); // a sign-in without them changes nothing
      expect((await run(await signIn('grace', claims))).status).to.equal('completed');
    });

    it('does the same if Microsoft Graph demands it of a token that it took before', async () => {
      const tim = await product.as('tim@sandbox.test');
      expect((await run(tim)).status).to.equal('completed');
      personOf('tim').isChallengedByGraph = true;
      const claims = claimsOf(await run(tim));
      expect((await run(await signIn('tim', claims))).status).to.equal('completed');
    });

    it('continues at the failed step when its starter tries again, if the flow is theirs', async () => {
      personOf('ada').secondFactorFor = ['graph'];
      const failed = await run(ada);
      const retry = (client: Client) => client.call('POST', `/executions/${failed.id}/retry`);
      expect((await retry(ada)).status).to.equal(200);
      const claims = claimsOf(await ended(ada, failed.id));
      const again = await signIn('ada', claims);
      expect((await retry(again)).status).to.equal(200);
      expect((await ended(again, failed.id)).status).to.equal('completed');
    });

    it('does not log the claims', () => {
      expect(log.length).to.be.above(0);
      expect(log.join('')).not.to.contain('polids');
    });
  });
});
