import { expect } from 'chai';
import { DirectoryError, type DirectoryProfile } from '../../../server/people/directory/directory.ts';
import { profileRetention } from '../../../server/people/profiles/profileRetention.ts';
import { createProfiles, type Profiles } from '../../../server/people/profiles/profiles.ts';
import { forEachDatabase } from '../../support/databases.ts';
import { useStore } from '../../support/openStore.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const personAt = (n: number): string => `10000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
const ADA = personAt(1);
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 7]);

describe('profiles of users (behaviour 5.3)', () => {
  forEachDatabase((_name, openUrl) => {
    const store = useStore(openUrl);
    /** The people who were looked up, in order. */
    let asked: string[];
    let answer: (person: string) => Promise<DirectoryProfile | null>;
    let now: number;
    let reports: unknown[];

    beforeEach(() => {
      asked = [];
      reports = [];
      now = Date.UTC(2026, 10, 20, 12);
      answer = async (person) => ({
        jobTitle: `Job ${person.slice(-1)}`,
        department: 'Research',
        language: 'de',
        photo: PNG,
      });
    });

    const open = (): Profiles =>
      createProfiles({
        units: store.units,
        reader: store.db.reader,
        directory: {
          profile: (person) => {
            asked.push(person);
            return answer(person);
          },
        },
        timeZone: 'UTC',
        now: () => now,
        steady: () => now,
        report: (error) => reports.push(error),
      });
    const tick = async (profiles: Profiles) => {
      await profiles.idle();
      await profiles.loop.tick(now);
    };
    /** Until nothing is due any more. */
    async function settle(profiles: Profiles): Promise<void> {
      do await tick(profiles);
      while (profiles.loop.nextDueAt() <= now);
    }

    it('are kept for active people, once, and read from the directory', async () => {
      const profiles = open();
      for (let n = 0; n < 100; n++) profiles.used(ADA);
      profiles.used('mailto:somebody@outside.test');
      await settle(profiles);
      expect(await store.db.reader('profiles').select('person')).to.deep.equal([{ person: ADA }]);
      expect(await profiles.own(ADA)).to.deep.equal({
        jobTitle: 'Job 1',
        department: 'Research',
        language: 'de',
        timeZone: null,
        photo: `data:image/png;base64,${PNG.toString('base64')}`,
        syncedAt: new Date(now).toISOString(),
      });
      now += HOUR_MS;
      profiles.used(ADA);
      await settle(profiles);
      expect(asked).to.deep.equal([ADA]);
    });

    it('are read again every night, each once, even by two servers and after one has died midway', async () => {
      const [one, other] = [open(), open()];
      const people = Array.from({ length: 1000 }, (_, n) => personAt(n));
      for (const person of people) one.used(person);
      await settle(one);
      expect(asked).to.have.length(1000);

      asked = [];
      now += DAY_MS;
      const dying = answer;
      let answers = 0;
      answer = (person) => (++answers > 120 ? new Promise(() => {}) : dying(person)); // the server is gone
      void settle(one);
      for (let n = 0; answers <= 120 && n < 1000; n++) await new Promise((resolve) => setTimeout(resolve, 5));
      answer = dying;
      await settle(other);
      now += 11 * MINUTE_MS;
      await settle(other);
      const counts = people.map((person) => asked.filter((each) => each === person).length);
      expect(Math.min(...counts)).to.equal(1);
      expect(counts.filter((count) => count > 1).length, 'read once more').to.be.at.most(50);
    });

    it('are read in small batches', async () => {
      const profiles = open();
      let [underWay, most] = [0, 0];
      const known = answer;
      answer = async (person) => {
        most = Math.max(most, ++underWay);
        await new Promise(setImmediate);
        underWay--;
        return known(person);
      };
      for (let n = 0; n < 300; n++) profiles.used(personAt(n));
      await tick(profiles);
      expect(asked).to.have.length(50);
      expect(profiles.loop.nextDueAt(), 'goes on at once').to.equal(0);
      await settle(profiles);
      expect([asked.length, most]).to.deep.equal([300, 4]);
    });

    it('wait for a directory that does not answer, and keep what they have', async () => {
      const profiles = open();
      profiles.used(ADA);
      await settle(profiles);
      now += DAY_MS;
      const known = answer;
      answer = () => Promise.reject(new DirectoryError('directory_unavailable', 'The directory is too busy.'));
      for (let n = 2; n < 60; n++) profiles.used(personAt(n));
      await settle(profiles);
      expect(asked.length, 'asks no more than those who were under way').to.be.at.most(6);
      expect(reports).to.have.length(1);
      expect(await profiles.own(ADA)).to.include({ jobTitle: 'Job 1' });
      const refusal = await profiles.refresh(ADA).catch((error: unknown) => error);
      expect(refusal).to.be.instanceOf(DirectoryError);

      answer = known;
      now += 11 * MINUTE_MS;
      await settle(profiles);
      expect(await store.db.reader('profiles').whereNull('synced_at')).to.deep.equal([]);
    });

    it('of others are read even if the directory never answers for some', async () => {
      const profiles = open();
      const known = answer;
      const broken = (person: string) => Number(person.slice(-2)) < 10;
      answer = async (person) => {
        await new Promise(setImmediate);
        if (broken(person)) throw new DirectoryError('directory_unavailable', 'The directory is too busy.');
        return known(person);
      };
      for (let n = 0; n < 60; n++) profiles.used(personAt(n));
      await profiles.idle();
      for (let n = 0; n < 40; n++, now += MINUTE_MS) await settle(profiles);
      const rows = await store.db.reader('profiles').whereNull('synced_at').pluck('person');
      expect(rows.every(broken), rows.join()).to.equal(true);
    });

    it('of others are read even if the directory returns data for one that no database can store', async () => {
      const profiles = open();
      const known = answer;
      answer = async (person) => ({ ...(await known(person))!, ...(person === ADA && { jobTitle: 'J\0b' }) });
      for (let n = 0; n < 10; n++) profiles.used(personAt(n));
      await settle(profiles);
      expect(await store.db.reader('profiles').whereNull('synced_at')).to.deep.equal([]);
      expect(await profiles.own(ADA)).to.include({ jobTitle: 'Jb' });
    });

    it('are not read twice when the clock goes back an hour', async () => {
      const profiles = open();
      profiles.used(ADA);
      await settle(profiles);
      now -= HOUR_MS;
      profiles.used(ADA);
      await settle(profiles);
      expect(asked).to.deep.equal([ADA]);
      now += HOUR_MS + DAY_MS;
      await settle(profiles);
      expect(asked).to.deep.equal([ADA, ADA]);
    });

    it('are read again at sign-in if they are a day old, and on demand, once a minute and once for concurrent callers', async () => {
      const profiles = open();
      await profiles.say(ADA, { language: 'en', timeZone: 'Europe/Berlin' });
      await profiles.refresh(ADA);
      expect(asked).to.deep.equal([ADA]);
      expect(await profiles.own(ADA)).to.include({ language: 'en', timeZone: 'Europe/Berlin', jobTitle: 'Job 1' });
      await profiles.refresh(ADA);
      await profiles.say(ADA, {});
      expect(asked).to.deep.equal([ADA]);
      now += 2 * MINUTE_MS;
      await Promise.all(Array.from({ length: 100 }, () => profiles.refresh(ADA)));
      expect(asked).to.deep.equal([ADA, ADA]);
      expect(await profiles.own(ADA), 'what was said stays').to.include({ language: 'en', timeZone: 'Europe/Berlin' });
    });

    it("tell a person's language and job, with one lookup for many", async () => {
      const profiles = open();
      const ada = { id: ADA, displayName: 'Ada', email: null, userPrincipalName: null };
      expect(await profiles.asReader(ada)).to.deep.equal(ada);
      expect(await profiles.workOf(ADA)).to.equal(null);
      await profiles.say(ADA, { timeZone: 'Asia/Kolkata' });
      await profiles.refresh(ADA);
      expect(await profiles.asReader(ada), 'within a minute').to.deep.equal(ada);
      now += 2 * MINUTE_MS;
      expect(await profiles.asReader(ada)).to.deep.equal({ ...ada, language: 'de', timeZone: 'Asia/Kolkata' });
      expect(await profiles.workOf(ADA)).to.equal('Job 1, Research');
      expect(await profiles.workOf('mailto:x@y.test')).to.equal(null);
    });

    it('are deleted when the directory no longer knows a person, and ninety days after their last visit', async () => {
      const profiles = open();
      for (let n = 1; n <= 3; n++) profiles.used(personAt(n));
      await settle(profiles);
      now += DAY_MS;
      const known = answer;
      answer = async (person) => (person === ADA ? null : known(person));
      profiles.used(personAt(2));
      await settle(profiles);
      expect(await profiles.own(ADA)).to.equal(null);
      const purge = () => store.units.run(({ trx }) => profileRetention.purge(trx, now - profileRetention.keepMs, 500));
      now += 89.5 * DAY_MS;
      expect(await purge()).to.equal(1);
      expect((await profiles.shown([ADA, personAt(2), personAt(3)])).map(({ id }) => id)).to.deep.equal([personAt(2)]);
    });
  });
});
