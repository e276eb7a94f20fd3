import { expect } from 'chai';
import fc from 'fast-check';
import { draftName } from '../../../desktop/bridge.ts';
import { withTyped } from '../../../desktop/main/givenBack.ts';
import { createBrowserStorage } from '../../../desktop/renderer/browserStorage.ts';
import { createDrafts } from '../../../desktop/renderer/drafts/drafts.ts';
import { MemoryStorage } from '../support/memoryStorage.ts';

describe('words that were typed into a notification and not recorded', () => {
  const storage = new MemoryStorage();
  const drafts = createDrafts(
    createBrowserStorage(() => storage),
    'grace@sandbox.test',
  );
  const name = draftName('grace@sandbox.test', 'r1');
  const giveBack = (words: string): void => storage.setItem(name, withTyped(storage.getItem(name), words));

  it('are the draft of their question, after what was already typed there', () => {
    giveBack('Because.');
    expect(drafts.read('r1')).to.deep.equal({ values: { value: 'Because.' }, note: '' });
    giveBack('Because.');
    expect(drafts.read('r1')!.values).to.deep.equal({ value: 'Because.' });
    drafts.write('r1', [{ name: 'value', type: 'textarea' }], { values: { value: 'Half' }, note: 'a note' });
    giveBack('Because.');
    expect(drafts.read('r1')).to.deep.equal({ values: { value: 'Half\n\nBecause.' }, note: 'a note' });
  });

  it('are there whatever was stored before', () => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.string()), fc.string({ minLength: 1 }), (stored, words) => {
        storage.setItem(name, stored);
        giveBack(words);
        expect(drafts.read('r1')?.values['value']).to.include(words);
      }),
    );
  });
});
