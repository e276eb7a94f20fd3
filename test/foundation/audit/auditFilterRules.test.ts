import { expect } from 'chai';
import { isPrefix, leadOf, restOf, type AuditSearch } from '../../../server/foundation/audit/auditFilterRules.ts';

const row = (actor: string, action: string) => ({ actor, action });

describe('filters of the audit', () => {
  /** The search key for rows, and which of three match. */
  const found = (search: AuditSearch, actions: string[] | null = null) => {
    const lead = leadOf(search, actions);
    const isWanted = restOf(search, actions, lead);
    return [lead.by, isWanted && [row('ada', 'a.b'), row('tim', 'a.b'), row('ada', 'c.d')].map(isWanted)];
  };

  it('start with the one that leaves the fewest rows', () => {
    expect(leadOf({}, null)).to.deep.equal({ by: 'time' });
    expect(leadOf({ actor: 'ada' }, null)).to.deep.equal({ by: 'actor', is: 'ada' });
    expect(leadOf({ actor: 'flow' }, null)).to.deep.equal({ by: 'actor', is: 'flow' });
    expect(leadOf({ actor: 'ada' }, ['a.b'])).to.deep.equal({ by: 'actor', is: 'ada' });
    expect(leadOf({ actor: 'clock' }, ['a.b'])).to.deep.equal({ by: 'action', among: ['a.b'] });
    expect(leadOf({ subject: 's', actor: 'ada' }, ['a.b'])).to.deep.equal({ by: 'subject', is: 's' });
  });

  it('apply the rest to what was found, each once', () => {
    expect(found({})).to.deep.equal(['time', null]);
    expect(found({ actor: 'ada' })).to.deep.equal(['actor', null]);
    expect(found({}, ['a.b'])).to.deep.equal(['action', null]);
    expect(found({ subject: 's' })).to.deep.equal(['subject', null]);
    expect(found({ actor: 'ada' }, ['a.b'])).to.deep.equal(['actor', [true, true, false]]);
    expect(found({ actor: 'flow' }, ['a.b'])).to.deep.equal(['action', [false, false, false]]);
    expect(found({ subject: 's', actor: 'ada' })).to.deep.equal(['subject', [true, false, true]]);
    expect(found({ subject: 's', actor: 'ada' }, ['a.b'])).to.deep.equal(['subject', [true, false, false]]);
    expect(found({ subject: 's' }, [])).to.deep.equal(['subject', [false, false, false]]);
  });

  it('name one action, or all with a prefix', () => {
    expect(['chat.', 'chat.made'].map(isPrefix)).to.deep.equal([true, false]);
  });
});
