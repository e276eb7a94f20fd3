import { expect } from 'chai';
import { NO_FILTERS, toSearch } from '../../../desktop/renderer/admin/auditFilters.ts';

describe('filters of the audit, as they are filled in', () => {
  it('ask for nothing where nothing is filled in', () => {
    expect(JSON.stringify(toSearch(NO_FILTERS))).to.equal('{}');
    expect(JSON.stringify(toSearch({ ...NO_FILTERS, actor: '  ', subject: ' ' }))).to.equal('{}');
  });

  it('are days of the reader, the last one whole', () => {
    const { from, to } = toSearch({ ...NO_FILTERS, from: '2026-02-27', to: '2026-02-28' });
    expect(from).to.equal(new Date(2026, 1, 27).toISOString());
    expect(to).to.equal(new Date(2026, 2, 1).toISOString());
  });

  it('leave out what is no date yet', () => {
    expect(toSearch({ ...NO_FILTERS, from: '2026', to: 'x' })).to.include({ from: undefined, to: undefined });
  });

  it('are texts without the room around them', () => {
    const filled = { ...NO_FILTERS, actor: ' tim@sandbox.test ', action: 'chat.', subject: ' s ' };
    expect(toSearch(filled)).to.include({ actor: 'tim@sandbox.test', action: 'chat.', subject: 's' });
  });
});
