import { expect } from 'chai';
import { optionsToConfirm } from '../../contract/confirm.ts';
import type { VariableSpec } from '../../contract/variables.ts';

const reject = { value: 'rejected', label: 'Reject', confirm: true };
const specs: Pick<VariableSpec, 'name' | 'options'>[] = [
  { name: 'value', options: [{ value: 'approved', confirm: false }, reject] },
  { name: 'where', options: [{ label: 'Far', options: [{ value: 'moon', confirm: true }, { value: 'mars' }] }] },
  { name: 'note' },
];

describe('options that are asked about once more', () => {
  it('are those that were chosen and say so, one by one and in groups, in the order of the fields', () => {
    expect(optionsToConfirm(specs, { where: ['mars', 'moon'], value: 'rejected' })).to.deep.equal([
      reject,
      { value: 'moon', confirm: true },
    ]);
  });

  it('are none where nothing of the kind was chosen', () => {
    for (const values of [{}, { value: 'approved' }, { where: ['mars'] }, { note: 'rejected' }, { value: undefined }])
      expect(optionsToConfirm(specs, values)).to.deep.equal([]);
  });
});
