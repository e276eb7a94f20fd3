import { expect } from 'chai';
import type { Person } from '../../contract/people.ts';
import type { Assignable, Blocker } from '../../server/assignments/assignable.ts';
import { createAssigning } from '../../server/assignments/assigning.ts';
import { listOccurrences } from '../../server/assignments/occurrenceStore.ts';
import type { PrincipalDirectory, Recipient } from '../../server/assignments/principals.ts';
import { createRecurring } from '../../server/assignments/recurring.ts';
import { createSend, type SendingCause } from '../../server/assignments/sending.ts';
import { insertSending, type StoredSending } from '../../server/assignments/sendingStore.ts';
import { createLocalSignals } from '../../server/foundation/database/signals.ts';
import type { Unit, UnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import type { Caller } from '../../server/foundation/http/authenticate.ts';
import type { Loop } from '../../server/foundation/schedule/loops.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';
import { aPerson } from '../support/seeds.ts';
import { aRecurrence, aSending, BY_ADA, seedChat } from './seeds.ts';

const HOUR_MS = 60 * 60_000;
const DATE = Date.UTC(2026, 2, 2, 9);
const LOOK_MS = 10_000;
/** More than one turn handles, and not a multiple of the unit size. */
const MANY = 12_345;
const MOST_OF_ONE_UNIT = 1000;

const nameOf = (n: number): string => `p${String(n).padStart(6, '0')}`;
const crowd = (count: number): Person[] => Array.from({ length: count }, (_, n) => aPerson(nameOf(n)));

class Killed extends Error {}

const ADA = { person: aPerson('ada'), roles: [] as string[] } as Caller;

forEachDatabase((database, openUrl) =>
  describe(`recurrence dates for very many people, on ${database}`, function () {
    this.timeout(120_000);
    const store = useStore(openUrl);
    const signals = createLocalSignals();
    let now: number;
    let members: Person[];
    let blocker: Blocker | null;
    let failed: unknown[];
    /** Called for each unit, with its number. */
    let onUnit: (n: number) => void;
    /** The assignees of each unit. */
    let sent: string[][];

    beforeEach(async () => {
      [now, members, blocker, failed, onUnit, sent] = [DATE + 1000, crowd(MANY), null, [], () => {}, []];
      await seedChat(store.db.writer);
    });

    const directory = {
      groupByReference: async (id: string) => ({ id, displayName: id }),
      membersOf: async () => [...members].reverse(),
    } as unknown as PrincipalDirectory;
    const assignable = { blockerOf: async () => blocker, withoutFlow: async () => [] } as unknown as Assignable;

    /** A server's dependencies; an error from `onUnit` aborts the unit. */
    function watched() {
      let n = 0;
      const units: UnitOfWork = {
        run: (work) =>
          store.units.run(async (unit) => {
            const result = await work(unit);
            onUnit(++n);
            return result;
          }),
      };
      const send = createSend({ signals, now: () => now });
      return {
        ...{ units, reader: store.db.reader, signals, directory, assignable },
        async send(unit: Unit, sending: StoredSending, recipients: Recipient[], occasion: SendingCause) {
          await send(unit, sending, recipients, occasion);
          unit.afterCommit(() => void sent.push(recipients.map(({ person }) => person.id)));
        },
      };
    }
    const server = (): Loop => createRecurring({ ...watched(), report: (error) => void failed.push(error) });

    async function recurring(more: { expiresAfterMs?: number } = {}): Promise<void> {
      const principals = [{ kind: 'group' as const, id: 'all', displayName: 'All' }];
      const sending = aSending('S', { principals, recurrence: aRecurrence(DATE, more) });
      await store.units.run(({ trx }) => insertSending(trx, sending, null));
    }
    async function look(loop: Loop): Promise<void> {
      do await loop.tick(now, now);
      while (loop.nextDueAt() <= now);
    }
    const latest = async () => (await listOccurrences(store.db.reader, 'S', { limit: 1 }))[0]!;
    const holders = (): Promise<string[]> =>
      store.db.reader('assignments').where({ sending_id: 'S', occurrence_at: DATE }).orderBy('person').pluck('person');
    const everybody = () => members.map(({ id }) => id).sort();

    it('are created in bounded units, once per person, with all their notices', async () => {
      await recurring();
      await look(server());
      expect(failed).to.deep.equal([]);
      expect(await holders()).to.deep.equal(everybody());
      expect(Math.max(...sent.map((some) => some.length))).to.equal(MOST_OF_ONE_UNIT);
      expect(await latest()).to.deep.include({ outcome: 'made', reason: null, people: MANY, givenUpTo: null });
      const told: string[] = await store.db.reader('assignment_notices').where({ kind: 'assigned' }).pluck('person');
      expect(told.sort()).to.deep.equal(everybody());
      const audit = await store.db.reader('audit').where({ action: 'assignment.recurrence_made' });
      const counts = audit.map(({ detail }) => (JSON.parse(detail) as { people: number }).people);
      expect(counts.reduce((sum, people) => sum + people, 0)).to.equal(MANY);
    });

    it('continue after a server was killed, between two units or within one, and show their progress', async () => {
      await recurring();
      let people = 0;
      for (let kills = 0; people < MANY; kills++) {
        onUnit = (n) => {
          if (n === 2) throw new Killed();
        };
        await look(server()); // completes one unit, and dies in the next
        const date = await latest();
        expect(date.people, `after ${kills} kills`).to.equal(Math.min(MANY, people + MOST_OF_ONE_UNIT));
        expect(date.people).to.equal((await holders()).length);
        expect(date.givenUpTo === null).to.equal(date.people === MANY);
        people = date.people;
      }
      expect(failed.every((error) => error instanceof Killed)).to.equal(true);
      await look(server());
      expect(await holders()).to.deep.equal(everybody());
    });

    it('are created once per person by two servers at the same time', async () => {
      await recurring();
      const servers = [server(), server()];
      while ((await holders()).length < MANY) {
        await Promise.all(servers.map(look));
        now += LOOK_MS;
      }
      expect(failed).to.deep.equal([]);
      expect(await holders()).to.deep.equal(everybody());
      expect((await latest()).people).to.equal(MANY);
    });

    it('are created for the people who are in the group when its turn comes', async () => {
      await recurring();
      onUnit = (n) => {
        if (n !== 2) return;
        members = members.filter(({ id }) => id !== nameOf(MANY - 1));
        members.push(aPerson('zoe'));
      };
      await look(server());
      expect(await holders()).to.deep.equal(everybody());
      expect(everybody())
        .to.include('zoe')
        .and.not.include(nameOf(MANY - 1));
    });

    it('stop when the recurrence is ended', async () => {
      await recurring();
      onUnit = (n) => {
        if (n === 3) throw new Killed();
      };
      await look(server());
      onUnit = () => {};
      await createAssigning({ ...watched(), onCancelled() {}, now: () => now }).endRecurrence('S', ADA);
      await look(server());
      expect(await holders()).to.deep.equal(everybody().slice(0, 2 * MOST_OF_ONE_UNIT));
      const stopped = { outcome: 'made', reason: 'ended', people: 2 * MOST_OF_ONE_UNIT, givenUpTo: null };
      expect(await latest()).to.deep.include(stopped);
    });

    for (const [what, reason, happens] of [
      ['their sender may no longer use the chat', 'sender_without_chat', () => void (blocker = 'sender_without_chat')],
      ['their deadline has passed', 'over', () => void (now = DATE + HOUR_MS)],
    ] as const)
      it(`stop once ${what}, and say so`, async () => {
        await recurring({ expiresAfterMs: HOUR_MS });
        onUnit = (n) => {
          if (n === 3) throw new Killed();
        };
        await look(server());
        onUnit = () => {};
        happens();
        const told: string[] = [];
        const forget = signals.subscribe({
          changed: (topic, ids) => void (topic === 'notification' && told.push(...ids)),
        });
        await look(server());
        forget();
        expect(told, 'their sender looks again').to.deep.equal(['ada']);
        expect(await holders()).to.have.length(2 * MOST_OF_ONE_UNIT);
        const stopped = { outcome: 'made', reason, people: 2 * MOST_OF_ONE_UNIT, givenUpTo: null };
        expect(await latest()).to.deep.include(stopped);
        const skipped = await store.db.reader('audit').where({ action: 'assignment.recurrence_skipped' });
        expect(skipped.map(({ detail }) => JSON.parse(detail) as object)).to.deep.equal([{ people: 0, reason }]);
      });

    it('are not created for people whose time would be over before it began', async () => {
      members = crowd(3);
      await recurring({ expiresAfterMs: HOUR_MS });
      now = DATE + HOUR_MS;
      await look(server());
      expect(await holders()).to.deep.equal([]);
      expect(await store.db.reader('assignment_notices')).to.deep.equal([]);
      expect(await latest()).to.deep.include({ at: DATE, outcome: 'skipped', reason: 'over', people: 0 });
    });

    it('give new members an earlier sending in bounded units, once, even after an interruption', async () => {
      const principals = [{ kind: 'group' as const, id: 'all', displayName: 'All' }];
      const send = createSend({ signals, now: () => now });
      await store.units.run(async (unit) => {
        await insertSending(unit.trx, aSending('S', { principals }), null);
        await send(unit, aSending('S', { principals }), [{ person: members[7]!, group: null }], BY_ADA);
      });
      const assigning = createAssigning({ ...watched(), onCancelled() {}, now: () => now });
      onUnit = (unit) => {
        if (unit === 3) throw new Killed();
      };
      const failure = await assigning.assignNewMembers('S', ADA).catch((error: unknown) => error);
      expect(failure).to.be.instanceOf(Killed);
      const twice = await Promise.all([assigning.assignNewMembers('S', ADA), assigning.assignNewMembers('S', ADA)]);
      expect(twice[0].people + twice[1].people).to.equal(MANY - 1 - 2 * MOST_OF_ONE_UNIT);
      const people: string[] = await store.db
        .reader('assignments')
        .where({ sending_id: 'S' })
        .orderBy('person')
        .pluck('person');
      expect(people).to.deep.equal(everybody());
      expect(Math.max(...sent.map((some) => some.length))).to.equal(MOST_OF_ONE_UNIT);
    });

    it('do not delay others', async () => {
      await recurring();
      const principals = [{ kind: 'group' as const, id: 'few', displayName: 'Few' }];
      const few = aSending('T', { principals, recurrence: aRecurrence(DATE + 500) });
      await store.units.run(({ trx }) => insertSending(trx, few, null));
      await server().tick(now, now);
      const dates = await store.db.reader('sending_occurrences').orderBy('sending_id');
      expect(dates.map(({ sending_id: id, people }) => [id, people > 0])).to.deep.equal([
        ['S', true],
        ['T', true],
      ]);
      expect((await latest()).givenUpTo, 'the large one has not ended').to.not.equal(null);
    });
  }),
);
