import { expect } from 'chai';
import type { Attachment } from '../../contract/attachments.ts';
import type { FileView } from '../../contract/files.ts';
import type { FlowDefinition } from '../../contract/flows.ts';
import type { RequestView } from '../../contract/requests.ts';
import type { Client } from '../support/product.ts';
import { answered, asking, expectProblem, notificationOf, publish, useStage } from '../scenarios/support.ts';

const ASKED = { inputType: 'approval', prompt: 'May it be bought?', assignees: { users: ['grace@sandbox.test'] } };

describe('attachments of a question (behaviour 1)', () => {
  const stage = useStage();
  const attachmentsOf = async (request: string, by: Client = stage.grace) =>
    (await notificationOf(stage.product, by, request)).attachments;
  const remarksOf = async (request: string) =>
    ((await stage.ada.call<RequestView>('GET', `/requests/${request}`)).body.remarks ?? []).map(({ about, error }) => [
      about,
      error.code,
    ]);
  const tokenOf = (name: string) => stage.product.sandbox.tokenFor(`${name}@sandbox.test`, { lifetimeSeconds: 3600 });

  async function download(id: string, by: string) {
    const headers = { authorization: `Bearer ${await tokenOf(by)}` };
    const response = await fetch(`${stage.product.url}/api/files/${id}`, { headers });
    return { status: response.status, text: await response.text() };
  }

  /** Tim is asked for offers; then Grace is asked whether to buy one. */
  function buying(id: string, attachments: object[]): FlowDefinition {
    const human = { ...ASKED, attachments };
    const collect = {
      inputType: 'form',
      prompt: 'The offers?',
      assignees: { users: ['tim@sandbox.test'] },
      variables: [
        { name: 'offers', type: 'file', validation: { hosts: ['files.test'] } },
        { name: 'typed', type: 'text' },
      ],
    };
    const { nodes, ...flow } = asking({ id, human });
    return {
      ...flow,
      nodes: [...nodes, { id: 'collect', type: 'human', name: 'Collect offers', config: collect as never }],
      edges: [
        { from: 'start', to: 'collect' },
        { from: 'collect', to: 'ask' },
        { from: 'ask', to: 'end' },
      ],
    };
  }

  async function upload(requestId: string, name: string): Promise<FileView> {
    const query = new URLSearchParams({ requestId, variable: 'offers', name });
    const response = await fetch(`${stage.product.url}/api/files?${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf('tim')}`, 'content-type': 'application/pdf' },
      body: '%PDF',
    });
    expect(response.status).to.equal(201);
    return (await response.json()) as FileView;
  }

  /** Until Grace is asked. @param answersOf Tim's answers, with his uploads */
  async function bought(
    attachments: object[],
    count = 1,
    answersOf: (files: FileView[]) => object = (offers) => ({ offers }),
  ): Promise<{ request: string; files: FileView[] }> {
    const id = `buying-${++flows}`;
    const execution = await stage.product.run(stage.ada, await publish(stage.ada, buying(id, attachments)));
    await stage.product.reached(stage.ada, execution, 'waiting');
    const files: FileView[] = [];
    for (let n = 1; n <= count; n++) files.push(await upload(`${execution}-collect`, `offer ${n}.pdf`));
    await answered(stage.tim, `${execution}-collect`, { values: answersOf(files) });
    await stage.services.work.engine.settled();
    await stage.product.reached(stage.ada, execution, 'waiting');
    return { request: `${execution}-ask`, files };
  }
  let flows = 0;

  const OFFERS = { label: 'Offers', file: 'collect.values.offers' };

  it('are links, and files of earlier answers, which assignees may download', async () => {
    const link = { label: 'Catalogue', url: 'https://erp.test/{{ "17 a" }}?q={{ 1 + 1 }}' };
    const { request, files } = await bought([link, OFFERS], 2);
    expect(await attachmentsOf(request)).to.deep.equal([
      { label: 'Catalogue', kind: 'link', url: 'https://erp.test/17%20a?q=2' },
      { label: 'Offers', kind: 'file', file: files[0] },
      { label: 'Offers', kind: 'file', file: files[1] },
    ]);
    expect(await remarksOf(request)).to.deep.equal([]);
    expect(await download(files[0]!.id, 'grace')).to.deep.equal({ status: 200, text: '%PDF' });
    expect((await download(files[0]!.id, 'alan')).status, 'who is not asked').to.equal(404);
    await answered(stage.grace, request, 'approved');
    expect((await download(files[0]!.id, 'grace')).status, 'what was decided on stays to be read').to.equal(200);
  });

  it('are files stored elsewhere, as links', async () => {
    const elsewhere = { url: 'https://files.test/offer.pdf', name: 'offer.pdf' };
    const { request } = await bought([OFFERS], 0, () => ({ offers: [elsewhere] }));
    expect(await attachmentsOf(request)).to.deep.equal([{ label: 'Offers', kind: 'link', url: elsewhere.url }]);
  });

  it('delay nothing: a missing one is not available, and whoever asked is told', async () => {
    const attachments = [
      { label: 'Evil', url: '{{ "javascript:alert(1)" }}' },
      { label: 'Plain', url: 'http{{ "" }}://erp.test' },
      { label: 'Broken', file: '"many" * 1' },
      { label: 'None', file: 'collect.values.missing' },
      { label: 'Text', file: '"offer.pdf"' },
      { label: 'Unknown', file: '{ "id": "01ARZ3NDEKTSV4RRFFQ69G5FAV" }' },
    ];
    const { request } = await bought(attachments, 1);
    const shown = await attachmentsOf(request);
    const isAvailable = (each: Attachment) => (each.kind === 'link' ? each.url : each.file) !== null;
    expect(shown.filter(isAvailable)).to.deep.equal([]);
    expect(shown.map(({ label }) => label)).to.deep.equal(attachments.map(({ label }) => label));
    expect(await remarksOf(request)).to.deep.equal([
      ['Evil', 'value_wrong_kind'],
      ['Plain', 'value_wrong_kind'],
      ['Broken', 'expression_failed'],
      ['None', 'value_missing'],
      ['Text', 'value_wrong_kind'],
      ['Unknown', 'file_unavailable'],
    ]);
    await answered(stage.grace, request, 'approved');
    expect(await stage.result(request)).to.include({ value: 'approved' });
  });

  it('are never a file of another execution, or one that is in no answer', async () => {
    const { files } = await bought([OFFERS]);
    const foreign = { label: 'Foreign', file: `{ "id": "${files[0]!.id}" }` };
    const typed = { label: 'Typed', file: '{ "id": collect.values.typed }' };
    let left: FileView | undefined;
    const { request } = await bought([foreign, typed], 2, ([first, second]) => {
      left = second;
      return { offers: [first], typed: second!.id };
    });
    expect(await attachmentsOf(request)).to.deep.equal([
      { label: 'Foreign', kind: 'file', file: null },
      { label: 'Typed', kind: 'file', file: null },
    ]);
    expect((await download(files[0]!.id, 'grace')).status, 'her own question of the first one').to.equal(200);
    expect((await download(left!.id, 'grace')).status).to.equal(404);
  });

  it('can be gone when somebody opens them', async () => {
    const { request, files } = await bought([OFFERS]);
    await stage.services.ground.units.run(({ trx }) => trx('files').where({ id: files[0]!.id }).delete());
    expect(await attachmentsOf(request)).to.have.length(1);
    expect((await download(files[0]!.id, 'grace')).status).to.equal(404);
  });

  it('outlive the question that they answered, as long as the one that they came with', async () => {
    const { request, files } = await bought([OFFERS]);
    const id = files[0]!.id;
    const { findUnneeded } = await import('../../server/files/fileStore.ts');
    const looking = { location: 'local', now: stage.now(), unboundBefore: 0, limit: 1000 } as const;
    const unneeded = async () => (await findUnneeded(stage.services.ground.reader, looking)).map((file) => file.id);
    await stage.services.ground.units.run(({ trx }) =>
      trx('files').where({ id }).update({ request_id: '01ARZ3NDEKTSV4RRFFQ69G5FAV-gone' }),
    );
    expect(await unneeded()).to.not.include(id);
    expect((await download(id, 'grace')).status).to.equal(200);
    await stage.services.ground.units.run(({ trx }) => trx('request_files').where({ request_id: request }).delete());
    expect(await unneeded()).to.include(id);
  });

  it('are checked when a flow is saved: their number, kind, label and expressions', async () => {
    const save = (attachments: object[]) =>
      stage.ada.call('POST', '/flows', asking({ id: 'attachments-refused', human: { ...ASKED, attachments } }));
    const link = { label: 'Offer', url: 'https://erp.test' };
    const CASES: [attachments: object[], field: string][] = [
      [Array(11).fill(link), ''],
      [[{ ...link, label: 'x'.repeat(10_000) }], '.0.label'],
      [[{ ...link, url: 'javascript:alert(1)' }], '.0.url'],
      [[{ ...link, url: 'http://erp.test' }], '.0.url'],
      [[{ ...link, url: '{{ 1 + }}' }], '.0.url'],
      [[{ ...link, file: 'x' }], '.0.url'],
      [[{ label: 'Offer' }], '.0.url'],
      [[{ label: 'Offer', file: '1 +' }], '.0.file'],
    ];
    for (const [attachments, field] of CASES) {
      const { fields } = expectProblem(await save(attachments), 422, 'validation_failed');
      expect(fields).to.have.property(`nodes.ask.config.attachments${field}`);
    }
  });
});
