import { expect } from 'chai';
import fc from 'fast-check';
import { type InboxTab } from '../../contract/notifications.ts';
import { MOST_SNOOZED, snoozedTo, snoozeRefusal, wokenIn } from '../../server/requests/snoozeRules.ts';

const NOW = 1000;
const OPEN = { state: 'waiting', hasAnswered: false, expiresAt: 2000, filedAs: 'pending' } as const;
const NONE = { changes: 1, pending: 0, unread: 0, completed: 0, expired: 0 };

describe('snoozing a question', () => {
  it('is possible until any time between now and its deadline', () => {
    expect(snoozeRefusal(OPEN, 1001, 0, NOW)).to.equal(null);
    expect(snoozeRefusal(OPEN, 1999, 0, NOW)).to.equal(null);
    expect(snoozeRefusal(OPEN, 1000, 0, NOW)).to.deep.include({ id: 'datePast' });
    expect(snoozeRefusal(OPEN, 2000, 0, NOW)).to.deep.include({ id: 'snoozeBeyond' });
  });

  it('is impossible for an answered or closed one, as is ending it', () => {
    for (const until of [1500, null]) {
      expect(snoozeRefusal({ ...OPEN, hasAnswered: true }, until, 0, NOW)).to.equal('already_responded');
      expect(snoozeRefusal({ ...OPEN, state: 'timed_out' }, until, 0, NOW)).to.equal('request_closed');
    }
  });

  it('is limited in number; a snoozed one can be extended, and all can be ended', () => {
    expect(snoozeRefusal(OPEN, 1500, MOST_SNOOZED - 1, NOW)).to.equal(null);
    expect(snoozeRefusal(OPEN, 1500, MOST_SNOOZED, NOW)).to.deep.include({ id: 'tooManySnoozed' });
    expect(snoozeRefusal({ ...OPEN, filedAs: 'snoozed' }, 1500, MOST_SNOOZED, NOW)).to.equal(null);
    expect(snoozeRefusal({ ...OPEN, filedAs: 'snoozed' }, null, MOST_SNOOZED, NOW)).to.equal(null);
  });

  it('subtracts it from the pending count, and from the unread count if it was unread', () => {
    const pending = { filedAs: 'pending', snoozedUntil: null } as const;
    expect(snoozedTo({ ...pending, isRead: false }, 1500, NOW)).to.deep.equal({
      filedAs: 'snoozed',
      change: { ...NONE, pending: -1, unread: -1 },
    });
    expect(snoozedTo({ ...pending, isRead: true }, 1500, NOW).change).to.deep.equal({ ...NONE, pending: -1 });
    expect(snoozedTo({ ...pending, isRead: true }, null, NOW)).to.deep.equal({ filedAs: 'pending', change: NONE });
  });

  it('counts nothing for what no inbox has counted yet', () => {
    const unfiled = { filedAs: null, snoozedUntil: null, isRead: false } as const;
    expect(snoozedTo(unfiled, 1500, NOW)).to.deep.equal({ filedAs: 'snoozed', change: NONE });
    expect(snoozedTo(unfiled, null, NOW)).to.deep.equal({ filedAs: null, change: NONE });
  });

  it('restores exactly what it subtracted when it ends, and is seen as a change each time', () => {
    fc.assert(
      fc.property(
        fc.boolean(),
        fc.constantFrom<InboxTab>('pending', 'snoozed'),
        fc.integer({ min: 900, max: 1100 }),
        (isRead, filedAs, snoozedUntil) => {
          const before = { filedAs, snoozedUntil: filedAs === 'snoozed' ? snoozedUntil : null, isRead };
          const there = snoozedTo(before, 1500, NOW);
          const back = snoozedTo({ filedAs: there.filedAs, snoozedUntil: 1500, isRead }, null, NOW);
          const asPending = Number(filedAs === 'snoozed');
          expect(there.change.pending + back.change.pending).to.equal(asPending);
          expect(there.change.unread + back.change.unread).to.equal(isRead ? 0 : asPending);
          expect(back.filedAs).to.equal('pending');
          expect(there.change.changes).to.equal(filedAs === 'snoozed' && snoozedUntil <= NOW ? 2 : 1);
        },
      ),
    );
  });

  it('adds ended ones to the inbox of each person', () => {
    const rows = [
      { person: 'ada', isRead: true },
      { person: 'bob', isRead: false },
      { person: 'ada', isRead: false },
    ];
    expect(wokenIn(rows)).to.deep.equal([
      { person: 'ada', changes: 2, pending: 2, unread: 1, completed: 0, expired: 0 },
      { person: 'bob', changes: 1, pending: 1, unread: 1, completed: 0, expired: 0 },
    ]);
  });
});
