import { expect } from 'chai';
import fc from 'fast-check';
import {
  ADMIN_SECTIONS,
  DUES,
  EXECUTION_STATUSES,
  hrefOf,
  INPUT_TYPES,
  parseRoute,
  type Route,
} from '../../desktop/renderer/routes.ts';

const id = fc.string({ minLength: 1 });
const filter = fc
  .record(
    {
      scope: fc.constant('questions' as const),
      q: id,
      type: fc.constantFrom(...INPUT_TYPES),
      flow: id,
      due: fc.constantFrom(...DUES),
    },
    { requiredKeys: [] },
  )
  .filter((each) => Object.keys(each).length > 0);
const named = fc.record({ id: id.filter((each) => !each.includes('~')), displayName: id });
const day = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
  .map((at) => at.toISOString().slice(0, 10));
const executionFilter = fc
  .record(
    {
      status: fc.constantFrom(...EXECUTION_STATUSES),
      q: id,
      flow: id,
      startedBy: named,
      waitsFor: named,
      from: day,
      to: day,
    },
    { requiredKeys: [] },
  )
  .filter((each) => Object.keys(each).length > 0);
const status = fc.constantFrom('pending' as const, 'completed' as const, 'expired' as const);
const route: fc.Arbitrary<Exclude<Route, { page: 'unknown' }>> = fc.oneof(
  fc.record({
    page: fc.constant('notifications' as const),
    id: fc.option(id),
    status,
  }),
  fc.record({ page: fc.constant('notifications' as const), id: fc.option(id), status, filter }),
  fc.record({ page: fc.constantFrom('chat' as const, 'flow' as const, 'execution' as const), id }),
  fc.record({
    page: fc.constantFrom(...(['chats', 'flows', 'executions', 'newFlow', 'secrets', 'setup'] as const)),
  }),
  fc.record({ page: fc.constantFrom('flows' as const, 'chats' as const), tab: fc.constant('retired' as const) }),
  fc.record({ page: fc.constant('executions' as const), filter: executionFilter }),
  fc.record({ page: fc.constant('admin' as const), section: fc.constantFrom(...ADMIN_SECTIONS) }),
  fc.constant({ page: 'admin' as const, section: 'chats' as const, tab: 'retired' as const }),
);

describe('desktop/renderer/routes', () => {
  it('reads back every address it writes, whatever an id contains', () => {
    fc.assert(fc.property(route, (where) => void expect(parseRoute(hrefOf(where))).to.deep.equal(where)));
  });

  it('opens the inbox if no page is named', () => {
    for (const hash of ['', '#', '#/', '#/notifications'])
      expect(parseRoute(hash), hash).to.deep.equal({ page: 'notifications', id: null, status: 'pending' });
  });

  it('never throws, and calls a wrong address unknown', () => {
    for (const hash of [
      '#/nowhere',
      '#/notifications/a/b',
      '#/notifications/%E0%A4%A',
      '#/flows/a/b/c',
      '#/admin/none',
      '#/assignments/a/b',
      '#/logs',
      '#/setup/1',
      '#/secrets/1',
    ])
      expect(parseRoute(hash), hash).to.deep.equal({ page: 'unknown' });
    fc.assert(fc.property(fc.string(), (hash) => void expect(parseRoute(hash)).to.have.property('page')));
  });

  it('opens the first administration page if none is named', () => {
    expect(parseRoute('#/admin')).to.deep.equal({ page: 'admin', section: 'about' });
  });

  it('reads tab, search and filters, and the former name of the tab', () => {
    expect(parseRoute('#/notifications?tab=completed&q=a+b&type=form&flow=trip&due=week')).to.deep.equal({
      page: 'notifications',
      id: null,
      status: 'completed',
      filter: { q: 'a b', type: 'form', flow: 'trip', due: 'week' },
    });
    expect(parseRoute('#/notifications?status=expired')).to.deep.include({ status: 'expired' });
  });

  it('treats an unknown tab as pending, and ignores an unknown filter', () => {
    expect(parseRoute('#/notifications?tab=lost&type=poem&due=never&q=&flow=')).to.deep.equal({
      page: 'notifications',
      id: null,
      status: 'pending',
    });
  });
});
