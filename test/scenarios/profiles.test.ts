import { expect } from 'chai';
import type { OwnProfile, ShownProfile } from '../../contract/profiles.ts';
import type { DirectoryUser } from '../../contract/people.ts';
import { forEachDatabase } from '../support/databases.ts';
import { eventually, startProduct, type Client, type TestProduct } from '../support/product.ts';
import { asking, publish } from './support.ts';

const MINUTE_MS = 60_000;

describe("people's profiles (behaviour 5.3)", () => {
  forEachDatabase((_name, openUrl) => {
    let product: TestProduct;
    let now: number;
    const idOf = (key: string) => product.sandbox.tenant.people.find((person) => person.key === key)!.id;
    const profileOf = async (client: Client) => (await client.call<OwnProfile>('GET', '/me/profile')).body;
    const shown = async (client: Client, ...keys: string[]) =>
      (await client.call<{ items: ShownProfile[] }>('GET', `/directory/profiles?ids=${keys.map(idOf).join(',')}`)).body;

    before(async () => {
      now = Date.now();
      product = await startProduct({ openUrl, now: () => now, steady: () => now });
    });
    after(() => product?.close());

    it('are read at sign-in, shown to others, and refreshed on demand', async () => {
      const [ada, grace] = [await product.as('ada@sandbox.test'), await product.as('grace@sandbox.test')];
      expect((await profileOf(ada)).syncedAt).to.equal(null);
      await ada.call('POST', '/me/profile', { timeZone: 'Europe/Berlin' });
      const own = await eventually(async () => {
        const profile = await profileOf(ada);
        return profile.syncedAt === null ? undefined : profile;
      });
      expect(own).to.include({ jobTitle: 'Head of Operations', department: 'Operations', timeZone: 'Europe/Berlin' });
      expect(own.photo).to.match(/^data:image\/png;base64,iVBORw0KGgo/);
      expect(await shown(grace, 'ada', 'tim')).to.deep.equal({
        items: [{ id: idOf('ada'), jobTitle: 'Head of Operations', department: 'Operations', photo: own.photo }],
        nextCursor: null,
      });

      const person = product.sandbox.tenant.people.find(({ key }) => key === 'ada')!;
      const before = person.jobTitle;
      person.jobTitle = 'Head of Engines';
      now += 2 * MINUTE_MS;
      const refreshed = await ada.call<OwnProfile>('POST', '/me/profile', { refresh: true });
      person.jobTitle = before;
      expect(refreshed.body).to.include({ jobTitle: 'Head of Engines', syncedAt: new Date(now).toISOString() });
    });

    it("show beside a name who asks, and when in the reader's time zone", async () => {
      const [ada, grace] = [await product.as('ada@sandbox.test'), await product.as('grace@sandbox.test')];
      await grace.call('POST', '/me/profile', { timeZone: 'Asia/Kolkata', language: 'de', refresh: true });
      const human = {
        inputType: 'approval',
        prompt: 'Shall we?',
        assignees: { users: ['grace@sandbox.test'] },
        timeout: 'P2D',
      };
      await publish(ada, asking({ id: 'zones', human }));
      const id = await product.run(ada, 'zones');
      const mail = await eventually(async () =>
        product.sandbox.mail.mails().find(({ text }) => text.includes(`${id}-ask`)),
      );
      expect(mail.text).to.include('Ada Lovelace (Head of Engines, Operations)');
      expect(mail.text).to.match(/, \d\d:\d\d GMT\+5:30/);
      expect(mail.text, 'in the language that was chosen').to.include('Antworten');
    });

    it('are for members: a guest sees only their own', async () => {
      const joan = await product.as('joan@fabrikam.test');
      expect((await joan.call('POST', '/me/profile', { refresh: true })).status).to.equal(200);
      expect((await profileOf(joan)).syncedAt).to.be.a('string');
      for (const path of [
        `/directory/profiles?ids=${idOf('ada')}`,
        `/directory/profiles?ids=${idOf('joan')}`,
        '/directory/users?search=ada',
        '/directory/groups?search=fin',
        '/directory/direct-reports',
        `/directory/users/${idOf('alan')}/manager`,
      ])
        expect((await joan.call('GET', path)).status, path).to.equal(403);
    });

    it('are shown beside the names in a picker', async () => {
      const grace = await product.as('grace@sandbox.test');
      const { items } = (await grace.call<{ items: DirectoryUser[] }>('GET', '/directory/users?search=ada')).body;
      expect(items[0]).to.include({ id: idOf('ada'), jobTitle: 'Head of Operations', employeeId: 'E1001' });
    });

    it('are not changed by bad input, which is reported by field', async () => {
      const grace = await product.as('grace@sandbox.test');
      const before = await profileOf(grace);
      for (const [body, field] of [
        [{ timeZone: 'Mars/Olympus' }, 'timeZone'],
        [{ timeZone: '' }, 'timeZone'],
        [{ language: 'klingon!' }, 'language'],
        [{ refresh: 'yes' }, 'refresh'],
        [{ jobTitle: 'Queen' }, 'jobTitle'],
      ] as const) {
        const refused = await grace.call<{ fields: Record<string, string> }>('POST', '/me/profile', body);
        expect([refused.status, Object.keys(refused.body.fields)], JSON.stringify(body)).to.deep.equal([422, [field]]);
      }
      for (const ids of ['', 'x', `${idOf('ada')},`, Array.from({ length: 51 }, () => idOf('ada')).join(',')])
        expect((await grace.call('GET', `/directory/profiles?ids=${ids}`)).status, ids).to.be.oneOf([400, 422]);
      expect(await profileOf(grace)).to.deep.equal(before);
    });
  });
});
