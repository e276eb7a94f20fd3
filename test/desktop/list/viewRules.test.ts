import { expect } from 'chai';
import type { InboxView } from '../../../contract/views.ts';
import { shownBy, toViewBody } from '../../../desktop/renderer/list/viewRules.ts';

const view = (change: Partial<InboxView> = {}): InboxView => ({
  id: '01ARZ3NDEKTSV4RRFFQ69G5FAV',
  name: 'Mine',
  filter: {},
  status: 'pending',
  sort: 'due',
  group: 'none',
  ...change,
});

describe('saved inbox views in the client', () => {
  it('come back as they were saved', () => {
    const filter = {
      q: 'desk',
      type: 'form',
      flow: 'a',
      node: 'b',
      due: 'week',
      sort: 'newest',
      group: 'equal',
    } as const;
    const kept = toViewBody('Mine', 'snoozed', { ...filter, scope: 'questions' });
    expect(kept).to.deep.include({ name: 'Mine', status: 'snoozed', sort: 'newest', group: 'equal' });
    expect(shownBy(view(kept))).to.deep.equal({ status: 'snoozed', filter, isWhole: true });
    expect(shownBy(view(toViewBody('All', 'pending')))).to.deep.equal({ status: 'pending', filter: {}, isWhole: true });
  });

  it('from a newer version show what is known, and say that it is incomplete', () => {
    const newer = view({
      filter: { flow: 'a', colour: 'red', due: 'someday', node: 7 },
      sort: 'colour',
      status: 'asleep',
    });
    expect(shownBy(newer)).to.deep.equal({ status: 'pending', filter: { flow: 'a' }, isWhole: false });
    expect(shownBy(view({ group: 'colour' })).isWhole).to.equal(false);
  });
});
