import type { Knex } from 'knex';
import type { Signals } from '../foundation/database/signals.ts';
import type { Unit, UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { newId } from '../foundation/newId.ts';
import { every, type Loop } from '../foundation/schedule/loops.ts';
import { insertDeliveries } from '../messages/deliveries/deliveryStore.ts';
import { ASSIGNMENT_KIND } from './assignmentSubject.ts';
import { GATHER_MS, tellingOf } from './noticeRules.ts';
import {
  insertDigest,
  markTold,
  postpone,
  toldBetween,
  untoldNotices,
  untoldOf,
  type StoredNotice,
} from './noticeStore.ts';

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  signals: Signals;
  channelNames(): string[];
}

const TELL_EVERY_MS = 2000;
const AT_ONCE = 1000;
/** A person with this many loaded notices may have more that were not loaded. */
const FLOOD = 100;
/** Greatest number of notices in one digest, to keep the unit short. */
const MOST_OF_DIGEST = 20_000;

/** Sends notices on people's channels: one by one if they are few, otherwise combined. */
export function createNoticeLoop({ units, reader, signals, channelNames }: Parts): Loop & { poke(): void } {
  return every('assignments.tell', TELL_EVERY_MS, async (now) => {
    const waiting = await untoldNotices(reader, now, AT_ONCE);
    if (waiting.length === 0) return false;
    const byPerson = byPersonOf(waiting);
    const [since, until] = [now - GATHER_MS, now + GATHER_MS]; // a future time comes from a wrong clock
    const told = await toldBetween(reader, [...byPerson.keys()], since, until);
    await units.run(async (unit) => {
      const messages = (
        await tellAll(
          unit,
          [...byPerson].map(([person, notices]) => ({ notices, told: told.get(person) ?? null })),
          now,
        )
      ).flatMap(({ person, subjectId }) =>
        channelNames().map((channel) => ({ kind: ASSIGNMENT_KIND.name, subjectId, person, channel })),
      );
      for (let start = 0; start < messages.length; start += AT_ONCE)
        await insertDeliveries(unit.trx, [ASSIGNMENT_KIND], messages.slice(start, start + AT_ONCE), now);
      if (messages.length > 0) unit.afterCommit(() => signals.publish('delivery', ''));
    });
    return waiting.length === AT_ONCE;
  });
}

function byPersonOf(notices: StoredNotice[]): Map<string, StoredNotice[]> {
  const byPerson = new Map<string, StoredNotice[]>();
  for (const notice of notices) {
    const own = byPerson.get(notice.person) ?? [];
    byPerson.set(notice.person, own);
    own.push(notice);
  }
  return byPerson;
}

interface Waiting {
  notices: StoredNotice[];
  told: { count: number; lastAt: number } | null;
}

interface Told {
  person: string;
  subjectId: string;
}

/** What to send to whom. Skips notices that another server took first. */
async function tellAll({ trx }: Unit, waiting: Waiting[], now: number): Promise<Told[]> {
  const single: StoredNotice[] = [];
  const digests: Told[] = [];
  for (const { notices, told } of waiting) {
    const telling = tellingOf(notices.length, told, now);
    const { person } = notices[0]!;
    const ids = notices.map(({ id }) => id);
    if (telling.kind === 'single') single.push(...notices);
    else if (telling.kind === 'later') await postpone(trx, ids, telling.at);
    else {
      const digestId = newId(now);
      const all = ids.length < FLOOD ? ids : await untoldOf(trx, person, now, MOST_OF_DIGEST);
      if ((await markTold(trx, all, now, digestId)).length === 0) continue;
      await insertDigest(trx, digestId, notices[0]!, now);
      digests.push({ person, subjectId: digestId });
    }
  }
  const mine = new Set(
    await markTold(
      trx,
      single.map(({ id }) => id),
      now,
      null,
    ),
  );
  const singles = single.filter(({ id }) => mine.has(id)).map(({ id, person }) => ({ person, subjectId: id }));
  return [...singles, ...digests];
}
