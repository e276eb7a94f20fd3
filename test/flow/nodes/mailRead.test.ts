import { expect } from 'chai';
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts';
import { createMyGraph } from '../../../server/people/onBehalf/myGraph.ts';
import { createNodeTypes, type NodeTypeParts } from '../../../server/nodeTypes.ts';
import { publish } from '../../scenarios/support.ts';
import { startProduct, type TestProduct } from '../../support/product.ts';
import { SWITCHES, tool } from '../onBehalfSupport.ts';
import { visits } from './visit.ts';

const { visit } = visits();
const PAGE = 'https://graph.microsoft.com/v1.0/me/messages?page=';

/** A mailbox in which a search finds very many mails, of which only the given ones are unread. */
function mailbox(isUnread: (at: number) => boolean) {
  const asked: string[] = [];
  const platformFetch = async (address: unknown) => {
    const url = new URL(String(address));
    asked.push(url.search);
    const page = Number(url.searchParams.get('page') ?? 0);
    const value = Array.from({ length: 100 }, (_, index) => page * 100 + index).map((at) => ({
      id: `mail-${at}`,
      isRead: !isUnread(at),
    }));
    return Response.json({ value, '@odata.nextLink': `${PAGE}${page + 1}` });
  };
  const types = createNodeTypes({
    delegations: { obstacleTo: () => null, tokenOf: async () => 'a token' },
    graphAs: (token: string) =>
      createMyGraph(token, { platformFetch, guardedFetch: undefined!, now: Date.now, sleep: async () => {} }),
  } as unknown as NodeTypeParts);
  return { asked, read: types.get('mail_read')! };
}

describe('Reading unread mail', () => {
  let sandbox: Sandbox;
  let product: TestProduct;
  before(async () => {
    sandbox = await startSandbox({ portBase: 0 });
    product = await startProduct({ sandbox });
  });
  after(async () => {
    await product?.close();
    await sandbox?.close();
  });

  it('uses the query that Microsoft Graph accepts', async () => {
    const { settings, live } = product.product.services;
    await settings.change(SWITCHES, { actor: 'test', verifiedBy: 'session' });
    await live.refresh();
    const ada = await product.as('ada@sandbox.test');
    await publish(ada, tool('unread', 'mail_read', { unreadOnly: true }) as never);
    const id = await product.run(ada, 'unread');
    await product.reached(ada, id, 'completed', 'failed');
    const { context, error } = await product.execution(ada, id);
    expect(error ?? null).to.equal(null);
    expect(JSON.stringify(context)).to.contain('for Ada Lovelace only');
  });

  async function found(config: object, isUnread: (at: number) => boolean) {
    const { asked, read } = mailbox(isUnread);
    const result = await visit(read, { search: 'tea', unreadOnly: true, ...config });
    return { asked, ids: (result as unknown as { output: { id: string }[] }).output.map((mail) => mail.id) };
  }

  it('continues until a search has found as many as are wanted', async () => {
    const { ids, asked } = await found({ limit: 3 }, (at) => at % 150 === 149);
    expect(ids).to.deep.equal(['mail-149', 'mail-299', 'mail-449']);
    expect(asked).to.have.length(5);
  });

  it('scans at most a thousand search results', async () => {
    const { ids, asked } = await found({ limit: 3 }, (at) => at === 999 || at === 1000);
    expect(ids).to.deep.equal(['mail-999']);
    expect(asked).to.have.length(10);
  });
});
