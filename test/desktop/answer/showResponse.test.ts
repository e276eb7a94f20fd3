import { expect } from 'chai';
import type { UserNotification } from '../../../contract/notifications.ts';
import { showResponse } from '../../../desktop/renderer/answer/showResponse.ts';
import { notification } from '../support/samples.ts';

const words = {
  yes: 'Yes',
  no: 'No',
  provided: 'provided',
  date: (iso: string) => `day ${iso}`,
  dateTime: (iso: string) => `moment ${iso}`,
  number: (value: number) => `number ${value}`,
};
type Variables = UserNotification['meta']['variables'];

function shown(values: Record<string, unknown>, variables: Variables) {
  return showResponse(
    notification({ id: 'a', inputType: 'form', response: JSON.stringify(values), meta: { label: '', variables } }),
    words,
  );
}

describe('desktop/renderer/answer/showResponse', () => {
  it('shows the label of the choice', () => {
    expect(showResponse(notification({ id: 'a', response: 'approved' }), words)).to.deep.equal([
      { label: null, text: 'Approve' },
    ]);
  });

  it('offers files for download', () => {
    const photo = [{ id: 'f1', name: 'desk.png', size: 3 }];
    expect(shown({ photo }, [{ name: 'photo', label: 'Photo', type: 'file' }])).to.deep.equal([
      { label: 'Photo', text: 'desk.png', files: photo },
    ]);
  });

  it('names the columns of a table, in their order, and leaves no cell out', () => {
    const columns = [
      { name: 'guest', label: 'Name', type: 'text' as const },
      { name: 'vegetarian', type: 'boolean' as const },
      { name: 'age', label: 'Age', type: 'number' as const },
      { name: 'from', label: 'From', type: 'date' as const },
    ];
    const guests = [
      { vegetarian: false, guest: 'x', from: '2026-03-01' },
      { guest: 'y', age: 7 },
    ];
    const [answer] = shown({ guests }, [{ name: 'guests', label: 'Guests', type: 'table', columns }]);
    expect(answer).to.have.deep.property('table', {
      head: ['Name', 'vegetarian', 'Age', 'From'],
      rows: [
        ['x', 'No', '–', 'day 2026-03-01'],
        ['y', '–', 'number 7', '–'],
      ],
    });
    expect(
      shown({ guests: [] }, [{ name: 'guests', label: 'Guests', type: 'table', columns }])[0],
    ).to.not.have.property('table');
  });

  const table: [string, Variables[number]['type'], unknown, string][] = [
    ['booleans as words', 'boolean', true, 'Yes'],
    ["numbers in the reader's format", 'number', 1.5, 'number 1.5'],
    ['days', 'date', '2026-03-01', 'day 2026-03-01'],
    ['moments', 'datetime', '2026-03-01T10:00+01:00', 'moment 2026-03-01T10:00+01:00'],
    [
      'people by name',
      'multiuser',
      [
        { id: '1', displayName: 'Ada', email: null },
        { id: '2', displayName: 'Alan', email: null },
      ],
      'Ada, Alan',
    ],
    ['files by name', 'file', [{ id: '1', name: 'a.pdf', size: 1 }], 'a.pdf'],
    ['trees as an outline', 'hierarchy', [{ label: 'a', children: [{ label: 'b', children: [] }] }], 'a\n  b'],
    [
      'tables row by row',
      'table',
      [
        { what: 'x', amount: 1 },
        { what: 'y', amount: 2 },
      ],
      'x · number 1\ny · number 2',
    ],
    [
      'a table whose columns are named like parts of a file',
      'table',
      [{ name: 'x', size: 'L' }, { name: 'y' }],
      'x · L\ny',
    ],
    ['never a password', 'password', 'secret', 'provided'],
    ['never a reference to a secret', 'text', { secret: 'ref' }, 'provided'],
  ];
  for (const [name, type, value, text] of table)
    it(`shows ${name}`, () =>
      expect(shown({ field: value }, [{ name: 'field', label: 'Field', type }])[0]).to.include({
        label: 'Field',
        text,
      }));

  it('shows a value without a label by its name, and nothing of a text that is not a form', () => {
    expect(shown({ old: 'x' }, [])).to.deep.equal([{ label: 'old', text: 'x' }]);
    expect(showResponse(notification({ id: 'a', inputType: 'form', response: 'no JSON' }), words)).to.deep.equal([]);
    expect(showResponse(notification({ id: 'a' }), words)).to.deep.equal([]);
  });
});
