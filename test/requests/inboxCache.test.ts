import { expect } from 'chai';
import { answered, useStage } from '../scenarios/support.ts';
import type { UserNotification } from '../../contract/notifications.ts';

describe('a repeated page of an inbox', () => {
  const stage = useStage();
  const human = {
    inputType: 'text',
    prompt: 'Why?',
    assignees: { users: ['grace@sandbox.test', 'alan@sandbox.test'] },
  };

  const read = async (query = '') =>
    (await stage.grace.call<UserNotification[]>('GET', `/user/notifications${query}`)).body;

  /** How often the page itself was read from the database during the work. */
  async function readsDuring(work: () => Promise<unknown>): Promise<number> {
    const { client } = stage.services.ground.reader;
    let reads = 0;
    const count = ({ sql }: { sql: string }) => void (sql.includes('responses') && reads++);
    client.on('query', count);
    await work();
    client.off('query', count);
    return reads;
  }

  it('is the same without being read, until something in the inbox changes', async () => {
    const request = await stage.ask(human);
    const pages: UserNotification[][] = [];
    const readOnce = async () => void pages.push(await read());
    expect(await readsDuring(readOnce)).to.equal(1);
    expect(await readsDuring(readOnce)).to.equal(0);
    expect(pages[1]).to.deep.equal(pages[0]);
    expect(pages[0]![0]).to.include({ id: request, isRead: false, status: 'pending' });

    await stage.grace.call('PATCH', `/user/notifications/${request}/read`);
    expect((await read())[0]).to.include({ id: request, isRead: true });

    await answered(stage.alan, request, 'So');
    expect((await read())[0]).to.include({ id: request, status: 'completed', answeredBy: 'Alan Turing' });
  });

  it('shows a question as over at its deadline', async () => {
    await stage.ask({ ...human, timeout: 'PT20S' });
    expect((await read())[0]).to.include({ status: 'pending' });
    stage.advance(21_000);
    expect((await read())[0]).to.include({ status: 'expired' });
  });

  it('differs for each tab, length and filter', async () => {
    const request = await stage.ask(human);
    await stage.ask({ ...human, prompt: 'And how?' });
    expect(await read('?limit=1')).to.have.length(1);
    expect((await read('?limit=2')).length).to.equal(2);
    expect((await read('?status=pending')).every(({ status }) => status === 'pending')).to.equal(true);
    expect((await read('?q=how')).map(({ prompt }) => prompt)).to.deep.equal(['And how?']);
    expect((await read(`?ids=${encodeURIComponent(request)}`)).map(({ id }) => id)).to.deep.equal([request]);
    const first = await stage.grace.call('GET', '/user/notifications?limit=1');
    const next = /<\/api(.*)>/.exec(first.headers.get('link')!)![1]!;
    const again = await stage.grace.call('GET', '/user/notifications?limit=1');
    expect(again.headers.get('link')).to.equal(first.headers.get('link'));
    expect((await stage.grace.call<UserNotification[]>('GET', next)).body[0]!.id).to.equal(request);
  });

  it('is read again after half a minute, because an erasure changes no version', async () => {
    const request = await stage.ask(human);
    await read();
    const { reader, database } = stage.services.ground;
    const { body } = await reader('requests').where({ id: request }).first('body');
    await database
      .writer('requests')
      .where({ id: request })
      .update({ body: body.replace('Ada Lovelace', 'erased-1') });
    stage.advance(30_000);
    expect((await read())[0]!.requester).to.equal('erased-1');
  });
});
