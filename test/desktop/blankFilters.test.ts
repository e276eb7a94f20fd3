import { expect } from 'chai';
import { queryOf } from '../../desktop/renderer/api/queryOf.ts';

describe('desktop/renderer/api: what narrows a list', () => {
  it('is left out if only spaces were typed', () => {
    expect(queryOf({ search: '  ', status: undefined, overdue: false }, { cursor: '' })).to.equal('overdue=false');
    expect(queryOf({ search: ' ada ' })).to.equal('search=+ada+');
  });
});
