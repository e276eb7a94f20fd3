import { expect } from 'chai';
import { startSandbox, type Sandbox } from '../../sandbox/sandbox.ts';
import { EVERYONE, SearchError, type SearchIndex } from '../../server/search/searchIndex.ts';
import { rejection } from '../people/tenant.ts';
import { aDocument } from './documents.ts';
import { azureIndexOf, INDEX } from './eachIndex.ts';

const ADA = '10000000-0000-4000-8000-000000000001';

describe('the index in Azure AI Search', () => {
  let sandbox: Sandbox;
  let index: SearchIndex;
  before(async () => void (sandbox = await startSandbox({ portBase: 0 })));
  after(() => sandbox?.close());
  beforeEach(() => {
    sandbox.search.drop(INDEX);
    sandbox.search.meddle(null);
    index = azureIndexOf(sandbox);
  });

  const found = async (words: string) =>
    (await index.find({ words, principals: [EVERYONE], limit: 50 })).items.map(({ id }) => id);
  const refusedBy = async (status: number) => {
    sandbox.search.meddle(() => status);
    return rejection(index.put([aDocument()]), SearchError);
  };

  it('holds a document once, replaces it as a whole, and removes it', async () => {
    await index.put([aDocument(), aDocument()]);
    await index.put([aDocument({ title: 'Payroll', text: '' })]);
    expect([await found('holidays'), await found('payroll')]).to.deep.equal([[], ['d']]);
    expect(sandbox.search.indexes.get(INDEX)!.documents.size).to.equal(1);
    await index.remove(['d', 'nothing']);
    expect([await found('payroll'), await index.isEmpty()]).to.deep.equal([[], true]);
  });

  it('removes a source, however many documents it has, and nothing else', async () => {
    const many = Array.from({ length: 1_203 }, (_, n) => aDocument({ id: `d${n}`, source: "o'ne" }));
    await index.put([...many, aDocument({ id: 'other', source: 'two' })]);
    await index.removeSource("o'ne");
    expect(await found('holidays')).to.deep.equal(['other']);
  });

  it("changes a document's readers and nothing else of it, and ignores missing ones", async () => {
    await index.put([aDocument()]);
    await index.allow([
      { id: 'd', readers: [ADA] },
      { id: 'nothing', readers: [EVERYONE] },
    ]);
    expect(await found('holidays')).to.deep.equal([]);
    const { items } = await index.find({ words: 'holidays', principals: [ADA], limit: 5 });
    expect(items.map(({ title }) => title)).to.deep.equal(['Holidays']);
    expect(sandbox.search.indexes.get(INDEX)!.documents.size).to.equal(1);
  });

  it('removes everything', async () => {
    await index.put([aDocument(), aDocument({ id: 'other', source: 'two', readers: [] })]);
    await index.clear();
    expect(await index.isEmpty()).to.equal(true);
  });

  it('is created again if somebody has deleted it', async () => {
    await index.put([aDocument()]);
    sandbox.search.drop(INDEX);
    expect(await found('holidays')).to.deep.equal([]);
    await index.put([aDocument()]);
    expect(await found('holidays')).to.deep.equal(['d']);
  });

  it('keeps its contents when filtering is switched on', async () => {
    await index.put([aDocument()]);
    const personal = azureIndexOf(sandbox, 'personal');
    expect(await personal.isEmpty()).to.equal(false);
    expect(sandbox.search.indexes.get(INDEX)!.definition.permissionFilterOption).to.equal('enabled');
    index = azureIndexOf(sandbox);
    expect(await found('holidays')).to.deep.equal(['d']);
    expect(sandbox.search.indexes.get(INDEX)!.definition.permissionFilterOption).to.equal(undefined);
  });

  it("is never called without the person's token, if it filters by itself", async () => {
    const personal = azureIndexOf(sandbox, 'personal');
    await personal.put([aDocument()]);
    const calls = sandbox.search.requests.length;
    await rejection(personal.find({ words: 'holidays', principals: [EVERYONE], limit: 5 }), Error);
    expect(sandbox.search.requests.length).to.equal(calls);
  });

  it('does not touch an index that holds something else', async () => {
    await index.put([aDocument()]);
    const { definition } = sandbox.search.indexes.get(INDEX)!;
    definition.fields = definition.fields.slice(0, 3);
    index = azureIndexOf(sandbox);
    const refusal = await rejection(index.put([aDocument({ id: 'mine' })]), SearchError);
    expect(refusal).to.include({ code: 'search_denied' });
    expect(refusal.detail).to.include('something else');
    expect(sandbox.search.indexes.get(INDEX)!.documents.size).to.equal(1);
  });

  it('says whether a retry may help, and when', async () => {
    for (const status of [429, 500, 503])
      expect(await refusedBy(status)).to.include({ code: 'search_unavailable', retryAfterMs: 1_000 });
    for (const status of [400, 401, 403]) expect(await refusedBy(status)).to.include({ code: 'search_denied' });
    expect((await refusedBy(503)).toProblem()).to.deep.include({
      code: 'unavailable',
      extra: { retryAfterSeconds: 1 },
    });
    sandbox.search.meddle(null);
    await index.put([aDocument()]);
    expect(await found('holidays')).to.deep.equal(['d']);
  });

  it('needs a role at the service', async () => {
    const { application } = sandbox.tenant.registrations.server;
    const roles = application['search']!;
    application['search'] = [];
    try {
      expect(await rejection(index.put([aDocument()]), SearchError)).to.include({ code: 'search_denied' });
    } finally {
      application['search'] = roles;
    }
  });
});
