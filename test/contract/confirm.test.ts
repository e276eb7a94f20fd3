import { expect } from 'chai';
import { faultsBeforeAsking, optionsToConfirm } from '../../contract/confirm.ts';
import type { VariableSpec } from '../../contract/variables.ts';

const reject = { value: 'rejected', label: 'Reject', confirm: true };
const specs: Pick<VariableSpec, 'name' | 'options'>[] = [
  { name: 'value', options: [{ value: 'approved', confirm: false }, reject] },
  { name: 'where', options: [{ label: 'Far', options: [{ value: 'moon', confirm: true }, { value: 'mars' }] }] },
  { name: 'note' },
];

describe('options that need a confirmation', () => {
  it('are the chosen ones that say so, single and grouped, in the order of the fields', () => {
    expect(optionsToConfirm(specs, { where: ['mars', 'moon'], value: 'rejected' })).to.deep.equal([
      reject,
      { value: 'moon', confirm: true },
    ]);
  });

  it('are none if no such option was chosen', () => {
    for (const values of [{}, { value: 'approved' }, { where: ['mars'] }, { note: 'rejected' }, { value: undefined }])
      expect(optionsToConfirm(specs, values)).to.deep.equal([]);
  });
});

describe('the check before that', () => {
  const variables: VariableSpec[] = [
    { name: 'value', type: 'select', options: [{ value: 'approved' }, reject] },
    { name: 'where', type: 'select', required: true, optionsSource: { url: 'https://options.test/' } },
    { name: 'plan', type: 'file' },
  ];
  const faults = (values: Record<string, unknown>) => Object.keys(faultsBeforeAsking({ variables }, { values }) ?? {});

  it('skips files and choices from a server-side list, except whether there is one', () => {
    expect(faults({ value: 'rejected', where: 'moon', plan: [{ id: 'F1' }] })).to.deep.equal([]);
    expect(faults({ value: 'rejected', where: ' ' })).to.deep.equal(['where']);
    expect(faults({ value: 'perhaps', where: 'moon' })).to.deep.equal(['value']);
  });
});
