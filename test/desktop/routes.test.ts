import { expect } from 'chai';
import fc from 'fast-check';
import { hrefOf, parseRoute, type Route } from '../../desktop/renderer/routes.ts';

const id = fc.string({ minLength: 1 });
const route: fc.Arbitrary<Exclude<Route, { page: 'unknown' }>> = fc.oneof(
  fc.record({
    page: fc.constant('notifications' as const),
    id: fc.option(id),
    status: fc.constantFrom('pending' as const, 'completed' as const, 'expired' as const),
  }),
  fc.record({ page: fc.constantFrom('chat' as const, 'flow' as const, 'execution' as const), id }),
  fc.record({ page: fc.constantFrom('chats' as const, 'flows' as const, 'executions' as const) }),
);

describe('desktop/renderer/routes', () => {
  it('reads back every address it writes, whatever stands in an id', () => {
    fc.assert(fc.property(route, (where) => void expect(parseRoute(hrefOf(where))).to.deep.equal(where)));
  });

  it('opens the inbox where nothing is said', () => {
    for (const hash of ['', '#', '#/', '#/notifications'])
      expect(parseRoute(hash), hash).to.deep.equal({ page: 'notifications', id: null, status: 'pending' });
  });

  it('never throws, and calls what leads nowhere unknown', () => {
    for (const hash of ['#/nowhere', '#/notifications/a/b', '#/notifications/%E0%A4%A', '#/flows/a/b/c'])
      expect(parseRoute(hash), hash).to.deep.equal({ page: 'unknown' });
    fc.assert(fc.property(fc.string(), (hash) => void expect(parseRoute(hash)).to.have.property('page')));
  });

  it('takes an unknown status for pending', () => {
    expect(parseRoute('#/notifications?status=lost')).to.deep.include({ status: 'pending' });
  });
});
