import { expect } from 'chai';
import { AuditFilter } from '../../../contract/audit.ts';
import { NO_FILTERS, toSearch } from '../../../desktop/renderer/admin/auditFilters.ts';

describe('filters of the audit form', () => {
  it('ask for nothing if nothing is filled in', () => {
    expect(JSON.stringify(toSearch(NO_FILTERS))).to.equal('{}');
    expect(JSON.stringify(toSearch({ ...NO_FILTERS, actor: '  ', subject: ' ' }))).to.equal('{}');
  });

  it("are days in the reader's time zone, including the whole last day", () => {
    const { from, to } = toSearch({ ...NO_FILTERS, from: '2026-02-27', to: '2026-02-28' });
    expect(from).to.equal(new Date(2026, 1, 27).toISOString());
    expect(to).to.equal(new Date(2026, 2, 1).toISOString());
  });

  it('take the last day that a date field offers, in a form that the server accepts', () => {
    const { from, to } = toSearch({ ...NO_FILTERS, from: '9999-12-31', to: '9999-12-31' });
    expect(AuditFilter.parse({ from, to })).to.deep.equal({ from, to });
    expect(Date.parse(to!)).to.be.within(Date.parse(from!), Date.UTC(10_000, 0));
  });

  it('leave out incomplete dates', () => {
    expect(toSearch({ ...NO_FILTERS, from: '2026', to: 'x' })).to.include({ from: undefined, to: undefined });
  });

  it('are texts without surrounding spaces', () => {
    const filled = { ...NO_FILTERS, actor: ' tim@sandbox.test ', action: 'chat.', subject: ' s ' };
    expect(toSearch(filled)).to.include({ actor: 'tim@sandbox.test', action: 'chat.', subject: 's' });
  });
});
