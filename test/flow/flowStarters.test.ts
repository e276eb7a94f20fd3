import { expect } from 'chai';
import { whoMayNotStart } from '../../server/flow/flowStarters.ts';
import type { FlowAccess } from '../../contract/flowAccess.ts';
import type { Person } from '../../contract/people.ts';
import { asking, publish, useStage } from '../scenarios/support.ts';
import { forEachDatabase } from '../support/databases.ts';

const LEGAL = '20000000-0000-4000-8000-000000000002';
const FINANCE = '20000000-0000-4000-8000-000000000001';
const GONE = '20000000-0000-4000-8000-00000000dead';

forEachDatabase((database, openUrl) =>
  describe(`people who may not start a flow while they are not signed in, on ${database} (behaviour 2.8)`, () => {
    const stage = useStage({ openUrl });
    const administrators = [] as { kind: 'user' | 'group'; id: string }[];
    let people: Person[];
    before(async () => {
      const human = { inputType: 'text', prompt: '?', assignees: { starter: true } };
      await publish(stage.ada, asking({ id: 'asks', human }));
      const { directory } = stage.services.people;
      const found = ['ada', 'grace', 'tim', 'radia'].map((name) => directory.personByAddress(`${name}@sandbox.test`));
      people = (await Promise.all([...found, directory.personByAddress('joan@fabrikam.test')])) as Person[];
    });
    beforeEach(() => void administrators.splice(0));

    /** @param cached what the directory's cache still says about groups */
    const refused = async (
      caller: Parameters<typeof whoMayNotStart>[3] = null,
      flowId = 'asks',
      { asked = people, cached = (id: string) => id }: { asked?: Person[]; cached?: (id: string) => string } = {},
    ) => {
      const { directory } = stage.services.people;
      const parts = {
        reader: stage.services.ground.reader,
        directory: {
          groupById: (id: string) => directory.groupById(cached(id)),
          membersOf: (id: string) => directory.membersOf(id),
        },
        administrators: () => administrators,
      };
      return (await whoMayNotStart(parts, flowId, asked, caller)).map(({ displayName }) => displayName.split(' ')[0]);
    };
    async function change(starters: { kind: 'user' | 'group'; id: string }[]): Promise<void> {
      const { body } = await stage.ada.call<FlowAccess>('GET', '/flows/asks/access');
      const owners = body.owners.map(({ kind, id }) => ({ kind, id }));
      const lists = { owners, readers: [], starters, version: body.version };
      const changed = await stage.ada.call('PUT', '/flows/asks/access', lists);
      expect(changed.status, JSON.stringify(changed.body)).to.equal(200);
    }

    it('are guests if everybody may, and everybody if the flow does not exist', async () => {
      expect(await refused()).to.deep.equal(['Joan']);
      expect(await refused(null, 'none')).to.have.length(people.length);
    });

    it('are guests by the type of their account, whatever its name looks like', async () => {
      const tim = people.find(({ displayName }) => displayName.startsWith('Tim'))!;
      const asked = [
        { ...people.at(-1)!, isGuest: false },
        { ...tim, isGuest: true },
      ];
      expect(await refused(null, 'asks', { asked })).to.deep.equal(['Tim']);
    });

    it('are all those whom no list names, in person or through a group', async () => {
      await change([
        { kind: 'group', id: LEGAL },
        { kind: 'user', id: people.at(-1)!.id },
      ]);
      expect(await refused()).to.deep.equal(['Grace', 'Tim']);
    });

    it('do not include known administrators, nor the caller', async () => {
      await change([]);
      administrators.push({ kind: 'group', id: FINANCE }, { kind: 'group', id: GONE });
      expect(await refused()).to.deep.equal(['Grace', 'Radia', 'Joan']);
      expect(await refused({ person: people[1]!, roles: ['administrator'] })).to.deep.equal(['Radia', 'Joan']);
    });

    it('are found although a group of a list was deleted a moment ago', async () => {
      administrators.push({ kind: 'group', id: GONE });
      const cached = (id: string) => (id === GONE ? LEGAL : id);
      expect(await refused(null, 'asks', { cached })).to.deep.equal(['Grace', 'Tim', 'Radia', 'Joan']);
    });
  }),
);
