import { expect } from 'chai';
import type { UserNotification } from '../../../contract/notifications.ts';
import { tabOf } from '../../../desktop/renderer/inboxTab.ts';
import {
  filtered,
  isNarrowing,
  isWholeGroup,
  sharedOptions,
  splitFresh,
} from '../../../desktop/renderer/list/inboxRules.ts';
import type { InboxFilter } from '../../../desktop/renderer/routes.ts';
import { notification } from '../support/samples.ts';

const at = (iso: string): number => new Date(iso).getTime(); // local time: days are the person's
const FRIDAY = at('2026-03-06T10:00:00');

describe('desktop/renderer/list/inboxRules', () => {
  it('does not treat the scope as a filter: it hides no question', () => {
    const filters: (InboxFilter | undefined)[] = [
      undefined,
      {},
      { scope: 'questions' },
      { q: 'a' },
      { scope: 'questions', due: 'soon' },
      { sort: 'newest', group: 'equal' },
    ];
    expect(filters.map((each) => isNarrowing(each))).to.deep.equal([false, false, false, true, true, false]);
  });

  it('knows a whole group of equal questions from a part of it', () => {
    const filters: InboxFilter[] = [
      { flow: 'f', node: 'n', sort: 'newest', group: 'equal' },
      { flow: 'f', node: 'n', q: 'a' },
      { flow: 'f' },
      {},
    ];
    expect(filters.map(isWholeGroup)).to.deep.equal([true, false, false, false]);
  });

  it('knows in which tab a question is', () => {
    expect(tabOf({ status: 'pending', snoozedUntil: null })).to.equal('pending');
    expect(tabOf({ status: 'pending', snoozedUntil: '2026-03-06T10:00:00.000Z' })).to.equal('snoozed');
    expect(tabOf({ status: 'completed', snoozedUntil: '2026-03-06T10:00:00.000Z' })).to.equal('completed');
  });

  describe('filtered', () => {
    const due = (id: string, iso: string) => notification({ id, expiresAt: new Date(at(iso)).toISOString() });
    const all = (): UserNotification[] => [
      { ...due('soon', '2026-03-06T17:59:00'), inputType: 'form' },
      { ...due('today', '2026-03-06T23:59:00'), flowId: 'trip', flowName: 'Business trip' },
      { ...due('week', '2026-03-08T23:59:00'), prompt: 'May the DESK go?' },
      { ...due('later', '2026-03-09T00:01:00'), requester: 'Grace Hopper' },
    ];
    const ids = (filter: InboxFilter, now = FRIDAY) => filtered(all(), filter, now).map(({ id }) => id);

    it('keeps everything if there is no filter', () => {
      expect(ids({})).to.deep.equal(['soon', 'today', 'week', 'later']);
    });

    it('narrows by kind, by flow, and by every search word', () => {
      expect(ids({ type: 'form' })).to.deep.equal(['soon']);
      expect(ids({ flow: 'trip' })).to.deep.equal(['today']);
      expect(ids({ q: 'business' })).to.deep.equal(['today']);
      expect(ids({ q: '  desk may ' })).to.deep.equal(['week']);
      expect(ids({ q: 'grace desk' })).to.deep.equal(['later']);
      expect(ids({ q: 'grace may' })).to.deep.equal([]);
      expect(ids({ flow: 'trip', type: 'form' })).to.deep.equal([]);
    });

    it('narrows by deadline, in days of the person and weeks that end with Sunday', () => {
      expect(ids({ due: 'soon' })).to.deep.equal(['soon']);
      expect(ids({ due: 'today' })).to.deep.equal(['soon', 'today']);
      expect(ids({ due: 'week' })).to.deep.equal(['soon', 'today', 'week']);
      expect(ids({ due: 'week' }, at('2026-03-08T12:00:00')), 'on Sunday').to.deep.equal(['soon', 'today', 'week']);
      expect(ids({ due: 'week' }, at('2026-03-02T12:00:00')), 'on Monday').to.deep.equal(['soon', 'today', 'week']);
    });
  });

  describe('sharedOptions', () => {
    const shared = (...change: Partial<UserNotification>[]) =>
      sharedOptions([
        notification({ id: 'one' }),
        ...change.map((each, index) => notification({ id: `other${index}`, ...each })),
      ]);

    it('offers the common options of equal questions, also from another visit of the node', () => {
      expect(shared({}, { nodeId: 'review.2' })?.map(({ label }) => label)).to.deep.equal(['Approve', 'Reject']);
    });

    it('leaves out disabled options', () => {
      expect(
        sharedOptions([notification({ id: 'a', options: ['approved'] })])?.map(({ value }) => value),
      ).to.deep.equal(['approved']);
    });

    it('offers nothing for questions that differ, are closed, or need more than an option', () => {
      expect(sharedOptions([])).to.equal(null);
      for (const change of [
        { flowId: 'other' },
        { nodeId: 'second' },
        { inputType: 'choice' },
        { options: ['approved'] },
        { status: 'completed' },
        { meta: { label: 'x', variables: [] } },
      ] as Partial<UserNotification>[])
        expect(shared(change), JSON.stringify(change)).to.equal(null);
      for (const inputType of ['text', 'form'] as const)
        expect(sharedOptions([notification({ id: 'a', inputType })]), inputType).to.equal(null);
      expect(sharedOptions([notification({ id: 'a', inputType: 'choice', options: [] })])).to.equal(null);
    });
  });

  describe('splitFresh', () => {
    const items = (ids: string) => [...ids].map((id) => ({ id }));
    const split = (ids: string, known: string) => {
      const { shown, fresh } = splitFresh(items(ids), new Set(known));
      return [shown, fresh].map((part) => part.map(({ id }) => id).join(''));
    };

    it('holds back new entries, and removes gone ones', () => {
      expect(split('9123', '123')).to.deep.equal(['123', '9']);
      expect(split('93', '123')).to.deep.equal(['3', '9']);
    });

    it('adds older entries that are loaded later', () => {
      expect(split('912345', '123')).to.deep.equal(['12345', '9']);
      expect(split('12345', '123')).to.deep.equal(['12345', '']);
    });

    it('holds back entries that belong in between: no visible row jumps', () => {
      expect(split('19283', '123')).to.deep.equal(['123', '98']);
      expect(split('1239', '123'), 'at the end nothing jumps').to.deep.equal(['1239', '']);
    });

    it('shows everything if no row is left that could jump', () => {
      expect(split('98', '123')).to.deep.equal(['98', '']);
      expect(split('', '')).to.deep.equal(['', '']);
    });
  });
});
