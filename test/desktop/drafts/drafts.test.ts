import { expect } from 'chai';
import type { VariableSpec } from '../../../contract/variables.ts';
import { createDrafts as createDraftsIn } from '../../../desktop/renderer/drafts/drafts.ts';
import { newId } from '../../../server/foundation/newId.ts';
import { createBrowserStorage } from '../../../desktop/renderer/browserStorage.ts';
import { MemoryStorage } from '../support/memoryStorage.ts';

const specs: VariableSpec[] = [
  { name: 'title', type: 'text' },
  { name: 'pin', type: 'password' },
  { name: 'photo', type: 'file' },
  { name: 'source', type: 'hidden', value: 'web' },
];

const UPLOADED_AT = Date.parse('2026-03-03T10:00:00.000Z');
const HOUR_MS = 3_600_000;

const createDrafts = (storage: MemoryStorage, person: string, at = UPLOADED_AT) =>
  createDraftsIn(
    createBrowserStorage(() => storage),
    person,
    () => at,
  );

describe('desktop: drafts', () => {
  const photo = { id: newId(UPLOADED_AT), name: 'photo.png', size: 3, type: 'image/png' };
  const typed = {
    values: { title: 'Half a thought', pin: '1234', photo: [photo], source: 'mine' },
    note: 'a note',
  };

  it('hold what was typed and uploaded, but no password and nothing hidden', () => {
    const storage = new MemoryStorage();
    const drafts = createDrafts(storage, 'ada@sandbox.test');
    drafts.write('r1', specs, typed);
    expect(drafts.read('r1')).to.deep.equal({ values: { title: 'Half a thought', photo: [photo] }, note: 'a note' });
    expect(storage.getItem(storage.key(0)!)).not.to.include('1234');
  });

  it('drop uploads before the server deletes them, and nothing else', () => {
    const storage = new MemoryStorage();
    const link = { url: 'https://sandbox.sharepoint.com/a.pdf', name: 'a.pdf' };
    const parts = [{ id: '1', size: 2 }];
    const withTable: VariableSpec[] = [...specs, { name: 'parts', type: 'table', columns: [] }];
    createDrafts(storage, 'ada').write('r1', withTable, { values: { photo: [photo, link], parts }, note: '' });
    const after = (hours: number) => createDrafts(storage, 'ada', UPLOADED_AT + hours * HOUR_MS).read('r1')!.values;
    expect(after(22)).to.deep.include({ photo: [photo, link], parts });
    expect(after(23)).to.deep.include({ photo: [link], parts });
  });

  it('know which fields were emptied, so that no default comes back', () => {
    const drafts = createDrafts(new MemoryStorage(), 'ada');
    drafts.write('r1', specs, { values: { title: undefined }, note: '' });
    const { values } = drafts.read('r1')!;
    expect({ title: 'a default', ...values }).to.deep.equal({ title: undefined });
  });

  it('belong to one person and one request', () => {
    const storage = new MemoryStorage();
    createDrafts(storage, 'ada@sandbox.test').write('r1', specs, typed);
    expect(createDrafts(storage, 'grace@sandbox.test').read('r1')).to.equal(null);
    expect(createDrafts(storage, 'ada@sandbox.test').read('r2')).to.equal(null);
    createDrafts(storage, 'ada@sandbox').clearAll(); // an address that is the prefix of another
    expect(createDrafts(storage, 'ada@sandbox.test').read('r1')).not.to.equal(null);
  });

  it('are removed one by one, or when nothing needs them any more', () => {
    const storage = new MemoryStorage();
    storage.setItem('handback.theme', 'dark');
    const drafts = createDrafts(storage, 'ada');
    for (const id of ['r1', 'r2', 'r3']) drafts.write(id, specs, typed);
    drafts.clear('r1');
    drafts.prune((id) => id === 'r3');
    expect(Array.from({ length: storage.length }, (_, index) => storage.key(index))).to.have.members([
      'handback.theme',
      'handback.draft.ada:r3',
    ]);
  });

  it("are all removed when their person leaves this browser, and nobody else's", () => {
    const storage = new MemoryStorage();
    createDrafts(storage, 'grace').write('r1', specs, typed);
    const drafts = createDrafts(storage, 'ada');
    for (const id of ['r1', 'r2']) drafts.write(id, specs, typed);
    drafts.clearAll();
    expect(Array.from({ length: storage.length }, (_, index) => storage.key(index))).to.deep.equal([
      'handback.draft.grace:r1',
    ]);
  });

  it('are empty if the stored data is invalid', () => {
    const storage = new MemoryStorage();
    const drafts = createDrafts(storage, 'ada');
    for (const nonsense of ['{', '1', '{"values":1}', '{"values":null,"note":""}', 'null']) {
      storage.setItem('handback.draft.ada:r1', nonsense);
      expect(drafts.read('r1'), nonsense).to.equal(null);
    }
  });

  it('are held by the page if the browser has no room, and are removed like the others', () => {
    const storage = new MemoryStorage();
    const drafts = createDrafts(storage, 'ada');
    drafts.write('r1', specs, { values: { title: 'Half' }, note: '' });
    const store = storage.setItem;
    storage.setItem = () => {
      throw new Error('QuotaExceededError');
    };
    for (const id of ['r1', 'r2', 'r3']) drafts.write(id, specs, typed);
    expect(drafts.read('r1')?.values, 'the newest').to.deep.equal({ title: 'Half a thought', photo: [photo] });
    expect(drafts.read('r2')?.note).to.equal('a note');
    drafts.clear('r3');
    expect(drafts.read('r3')).to.equal(null);
    storage.setItem = store;
    drafts.write('r1', specs, { values: { title: 'Short' }, note: '' });
    expect(createDrafts(storage, 'ada').read('r1')?.values, 'there is room again').to.deep.equal({ title: 'Short' });
    drafts.prune((id) => id === 'r1');
    expect(drafts.read('r2')).to.equal(null);
    drafts.clearAll();
    expect(drafts.read('r1')).to.equal(null);
  });
});
