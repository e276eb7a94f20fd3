import { expect } from 'chai';
import type { UserNotification } from '../../contract/notifications.ts';
import type { RequestView } from '../../contract/requests.ts';
import { notificationOf, useStage } from '../scenarios/support.ts';

const GRACE = { users: ['grace@sandbox.test'] };

describe('titles of questions (behaviour 2.1)', () => {
  const stage = useStage();
  const ask = (more: Record<string, unknown>): Promise<string> =>
    stage.ask({ inputType: 'text', prompt: 'What now?\nIt is urgent.', assignees: GRACE, ...more });
  const titleOf = async (request: string) => (await notificationOf(stage.product, stage.grace, request)).title;

  it("are the author's, in the inbox and in the request", async () => {
    const request = await ask({ title: 'Desk {{ 40 + 2 }}' });
    expect(await titleOf(request)).to.equal('Desk 42');
    expect((await stage.ada.call<RequestView>('GET', `/requests/${request}`)).body.title).to.equal('Desk 42');
  });

  it('are one line of at most 200 characters, whatever was filled in', async () => {
    const request = await ask({ title: '{{ $pad("a\nb", 50000, "c") }}' });
    expect(await titleOf(request)).to.equal(`a b${'c'.repeat(196)}…`);
  });

  it('are the first line of the prompt if there is none, or it came out empty', async () => {
    expect(await titleOf(await ask({}))).to.equal('What now?');
    expect(await titleOf(await ask({ title: '{{ " " }}' }))).to.equal('What now?');
  });

  it('exist for questions of older servers', async () => {
    const request = await ask({ title: 'New' });
    const requests = stage.services.ground.reader('requests').where({ id: request });
    const { body } = await requests.clone().first('body');
    const { title, ...old } = JSON.parse(body);
    expect(title).to.equal('New');
    await stage.services.ground.units.run(({ trx }) =>
      trx('requests')
        .where({ id: request })
        .update({ body: JSON.stringify(old) }),
    );
    expect(await titleOf(request)).to.equal('What now?');
  });

  it('can be searched', async () => {
    await ask({ title: 'Zebra crossing' });
    const { body } = await stage.grace.call<UserNotification[]>('GET', '/user/notifications?q=zebra');
    expect(body.map(({ title }) => title)).to.deep.equal(['Zebra crossing']);
  });
});
