import { expect } from 'chai';
import fc from 'fast-check';
import type { ASSIGNMENT_NOTICES } from '../../contract/assignments.ts';
import {
  dueNotice,
  dueSoonAt,
  GATHER_MS,
  isLive,
  noticesOf,
  ONE_BY_ONE,
  tellingOf,
} from '../../server/assignments/noticeRules.ts';

const DAY_MS = 24 * 60 * 60_000;

describe('notices about assignments', () => {
  const assignment = { id: 'a', creatorId: 'tim', assignee: { id: 'grace' } };
  const told = (kind: (typeof ASSIGNMENT_NOTICES)[number], actor: string | null, of = assignment) =>
    noticesOf({ kind, assignment: of, actor, at: 7 }).map(({ person, scope, tellAt }) => ({ person, scope, tellAt }));

  it('go to those concerned, but not to the person who acted', () => {
    expect(told('assigned', 'tim')).to.deep.equal([{ person: 'grace', scope: 'inbound', tellAt: 7 }]);
    expect(told('completed', 'grace')).to.deep.equal([{ person: 'tim', scope: 'outbound', tellAt: 7 }]);
    expect(told('cancelled', 'tim')).to.deep.equal([{ person: 'grace', scope: 'inbound', tellAt: 7 }]);
    expect(told('expired', null)).to.have.length(2);
    expect(told('overdue', null)).to.have.length(2);
    const self = { ...assignment, creatorId: 'grace' };
    expect(told('assigned', 'grace', self)).to.deep.equal([]);
    expect(told('overdue', null, self)).to.deep.equal([{ person: 'grace', scope: 'inbound', tellAt: 7 }]);
  });

  it('are kept, unsent, for the person who delegates an assignment', () => {
    expect(noticesOf({ kind: 'delegated', assignment, actor: 'grace', at: 7 })).to.deep.include.members([
      {
        assignmentId: 'a',
        sender: 'tim',
        person: 'grace',
        kind: 'delegated',
        scope: 'inbound',
        isRead: true,
        createdAt: 7,
        tellAt: null,
      },
    ]);
  });

  it('are kept, unsent, for a sender who gets their assignment back', () => {
    const happening = { kind: 'delegated', assignment, actor: 'grace', at: 7 } as const;
    const ofSender = (successor: string) =>
      noticesOf({ ...happening, successor })
        .filter(({ scope }) => scope === 'outbound')
        .map(({ person, isRead, tellAt }) => ({ person, isRead, tellAt }));
    expect(ofSender('tim')).to.deep.equal([{ person: 'tim', isRead: true, tellAt: null }]);
    expect(ofSender('alan')).to.deep.equal([{ person: 'tim', isRead: false, tellAt: 7 }]);
  });

  it('show the current state while it still asks something of somebody', () => {
    expect(isLive({ kind: 'assigned', scope: 'inbound' })).to.equal(true);
    expect(isLive({ kind: 'overdue', scope: 'outbound' })).to.equal(false);
    expect(isLive({ kind: 'cancelled', scope: 'inbound' })).to.equal(false);
  });

  it('come one by one while they are few, and combined when they are many', () => {
    expect(tellingOf(ONE_BY_ONE, null, 0)).to.deep.equal({ kind: 'single' });
    expect(tellingOf(15, null, 0)).to.deep.equal({ kind: 'digest' });
    expect(tellingOf(1, { count: ONE_BY_ONE, lastAt: 5 }, 6)).to.deep.equal({ kind: 'later', at: 5 + GATHER_MS });
    expect(tellingOf(1, { count: ONE_BY_ONE, lastAt: 5 }, 5 + GATHER_MS)).to.deep.equal({ kind: 'digest' });
  });

  it('bring nobody more than a few messages in ten minutes, and lose none', () =>
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: GATHER_MS }), { maxLength: 40 }), (pauses) => {
        const sentAt: number[] = [];
        let [now, waiting, delivered, lookAt] = [0, 0, 0, Infinity];
        const look = () => {
          const recent = sentAt.filter((each) => each > now - GATHER_MS);
          const telling = tellingOf(
            waiting,
            recent.length ? { count: recent.length, lastAt: recent.at(-1)! } : null,
            now,
          );
          if (telling.kind === 'later') return void (lookAt = telling.at);
          for (let n = telling.kind === 'single' ? waiting : 1; n > 0; n--) sentAt.push(now);
          [delivered, waiting, lookAt] = [delivered + waiting, 0, Infinity];
        };
        for (const pause of pauses) {
          const next = now + pause;
          if (lookAt <= next) (([now] = [lookAt]), look());
          now = next;
          waiting++;
          look();
        }
        if (waiting > 0) ((now = lookAt), look());
        expect(delivered).to.equal(pauses.length);
        for (const start of sentAt)
          expect(sentAt.filter((each) => each >= start && each < start + GATHER_MS).length).to.be.at.most(
            ONE_BY_ONE + 1,
          );
      }),
    ));

  it('come a day before a due date, but not in the first half of the time', () => {
    expect(dueSoonAt({ createdAt: 0, dueAt: 10 * DAY_MS })).to.equal(9 * DAY_MS);
    expect(dueSoonAt({ createdAt: 0, dueAt: DAY_MS })).to.equal(DAY_MS / 2);
    expect(dueNotice(9, 8)).to.deep.equal({ kind: 'due_soon', nextAt: 9 });
    expect(dueNotice(9, 9)).to.deep.equal({ kind: 'overdue', nextAt: null });
  });
});
