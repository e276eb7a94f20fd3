import { expect } from 'chai';
import { fallbackSpecs } from '../../../desktop/renderer/answer/fallbackTemplate.ts';
import { notification } from '../support/samples.ts';

const made = (change: Parameters<typeof notification>[0]) => fallbackSpecs(notification(change));

describe('desktop/renderer/answer/fallbackTemplate', () => {
  it('asks for text if the question was a text', () => {
    const [spec] = made({ id: 'a', inputType: 'text', options: [], meta: { label: 'Why?', variables: [] } });
    expect(spec).to.include({ name: 'value', type: 'textarea', required: true });
  });

  it('takes the labels of options from the notification', () => {
    const [spec] = made({
      id: 'a',
      inputType: 'choice',
      options: ['red', 'green'],
      meta: {
        label: 'Colour',
        variables: [{ name: 'value', label: 'Colour', type: 'select', options: [{ value: 'red', label: 'Red' }] }],
      },
    });
    expect(spec?.options).to.deep.equal([{ value: 'red', label: 'Red' }, { value: 'green' }]);
  });

  it('offers Approve and Reject if an approval names no options', () => {
    const [spec] = made({ id: 'a', inputType: 'approval', options: [], meta: { label: '', variables: [] } });
    expect(spec?.options?.map((option) => 'value' in option && option.value)).to.deep.equal(['approved', 'rejected']);
  });

  it('rebuilds the fields of a form from their names, labels and types', () => {
    const specs = made({
      id: 'a',
      inputType: 'form',
      meta: { label: '', variables: [{ name: 'day', label: 'Day', type: 'date' }] },
    });
    expect(specs).to.deep.equal([{ name: 'day', label: 'Day', type: 'date', options: undefined }]);
  });
});
