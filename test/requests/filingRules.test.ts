import { expect } from 'chai';
import { batchOf, changesOf, fileAgainAt, filedAs, keyOf, movesOf } from '../../server/requests/filingRules.ts';
import type { Filed, Unfiled } from '../../server/requests/filingRules.ts';

const unfiled = (id: string, more: Partial<Unfiled> = {}): Unfiled => ({
  id,
  status: 'waiting',
  assigneeCount: 2,
  filedVersion: 0,
  version: 1,
  after: '',
  ...more,
});
const filed = (requestId: string, person: string, more: Partial<Filed> = {}): Filed => ({
  requestId,
  person,
  filedAs: null,
  isAwake: true,
  hasAnswered: false,
  ...more,
});
const NONE = { changes: 0, pending: 0, unread: 0, completed: 0, expired: 0 };

describe('counting inbox changes', () => {
  it('takes as many requests as there is room for, and at least one', () => {
    const all = ['a', 'b', 'c'].map((id) => unfiled(id));
    expect(batchOf(all, 6)).to.deep.equal(all);
    expect(batchOf(all, 5)).to.deep.equal(all.slice(0, 2));
    expect(batchOf(all, 1)).to.deep.equal(all.slice(0, 1));
    expect(batchOf([], 1)).to.deep.equal([]);
  });

  it('counts answered ones as completed, and finished ones as expired', () => {
    expect(filedAs('waiting', false)).to.equal('pending');
    expect(filedAs('waiting', true)).to.equal('completed');
    expect(filedAs('completed', false)).to.equal('completed');
    expect(filedAs('timed_out', false)).to.equal('expired');
    expect(filedAs('cancelled', true)).to.equal('completed');
  });

  it('moves only what changes its status', () => {
    const stays = filed('a', 'ada', { filedAs: 'pending' });
    const goes = filed('a', 'bob', { filedAs: 'pending', hasAnswered: true });
    expect(movesOf([unfiled('a')], [stays, goes])).to.deep.equal([{ ...goes, to: 'completed' }]);
  });

  it('adds new ones, read or not', () => {
    const [ada, bob] = [filed('a', 'ada'), filed('a', 'bob')];
    expect(changesOf([unfiled('a')], [ada, bob], new Set([keyOf(ada)]))).to.deep.equal([
      { ...NONE, person: 'ada', changes: 1, pending: 1, unread: 1 },
      { ...NONE, person: 'bob', changes: 1, pending: 1 },
    ]);
  });

  it("subtracts finished ones from pending, and adds up one person's requests", () => {
    const batch = [unfiled('a', { status: 'timed_out', filedVersion: 1, version: 3 }), unfiled('b')];
    const [unread, other] = [filed('a', 'ada', { filedAs: 'pending' }), filed('b', 'ada', { filedAs: 'pending' })];
    expect(changesOf(batch, [unread, other], new Set([keyOf(unread)]))).to.deep.equal([
      { ...NONE, person: 'ada', changes: 3, pending: -1, unread: -1, expired: 1 },
    ]);
    expect(changesOf(batch, [unread], new Set())).to.deep.equal([
      { ...NONE, person: 'ada', changes: 2, pending: -1, expired: 1 },
    ]);
  });

  it('moves between finished states without touching pending', () => {
    const late = filed('a', 'ada', { filedAs: 'expired', hasAnswered: true });
    expect(changesOf([unfiled('a', { status: 'completed' })], [late], new Set([keyOf(late)]))).to.deep.equal([
      { ...NONE, person: 'ada', changes: 1, completed: 1, expired: -1 },
    ]);
  });

  it('leaves snoozed ones alone while they are pending, and counts nothing for them', () => {
    const snoozed = filed('a', 'ada', { filedAs: 'snoozed', isAwake: false });
    expect(changesOf([unfiled('a')], [snoozed], new Set())).to.deep.equal([{ ...NONE, person: 'ada', changes: 1 }]);
    expect(changesOf([unfiled('a', { status: 'completed' })], [snoozed], new Set())).to.deep.equal([
      { ...NONE, person: 'ada', changes: 1, completed: 1 },
    ]);
  });

  it('files ended snoozes as pending; their end was counted as a change before', () => {
    const awake = filed('a', 'ada', { filedAs: 'snoozed', isAwake: true });
    expect(changesOf([unfiled('a')], [awake], new Set([keyOf(awake)]))).to.deep.equal([
      { ...NONE, person: 'ada', changes: 2, pending: 1, unread: 1 },
    ]);
  });

  it('lets a request with many assignees rest', () => {
    expect(fileAgainAt({ assigneeCount: 99 }, 1000)).to.equal(0);
    expect(fileAgainAt({ assigneeCount: 100 }, 1000)).to.equal(1300);
  });
});
