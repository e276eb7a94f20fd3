import { expect } from 'chai';
import type { FileView } from '../../../contract/files.ts';
import { capabilitiesOf } from '../../../bot/slack/capabilities.ts';
import { questionModal } from '../../../bot/slack/modal.ts';
import { aForm, inputsOf } from './renderSupport.ts';
import { textOf, useSlackStage } from './slackStage.ts';

describe('files chosen in Slack', function () {
  this.timeout(60_000);
  const stage = useSlackStage({ nativePickers: true });
  let count = 0;

  /** Uploads a file as Slack's own client does before a form is submitted; returns its id. */
  function sent(name: string, bytes: Buffer | string, type = 'application/pdf'): string {
    const id = `F${++count}`;
    stage.slack.workspace.files.set(id, { name, type, bytes: Buffer.from(bytes) });
    return id;
  }
  const chosen = (...ids: string[]) => ({ f_plan: { v: { type: 'file_input', files: ids.map((id) => ({ id })) } } });
  async function opened(more: object = {}) {
    const copy = await stage.askInSlack('grace', {
      inputType: 'form',
      prompt: 'The plan?',
      variables: [{ name: 'plan', type: 'file', required: true, ...more }],
    });
    return { ...copy, view: await stage.openForm('grace', copy) };
  }
  const downloads = () => stage.slack.api.calls.filter(({ method }) => method === 'files.info').length;

  it("have a native picker that offers only the author's file types", () => {
    expect([capabilitiesOf(true).file, capabilitiesOf(false).file]).to.deep.equal(['native', 'web_only']);
    const drawn = (accept?: string[]) =>
      inputsOf(questionModal(aForm({ name: 'plan', type: 'file', accept }), { metadata: 'x', nativePickers: true }))[0]!
        .element;
    expect(drawn()).to.deep.equal({ type: 'file_input', action_id: 'v', max_files: 10 });
    expect(drawn(['.PDF', '.docx'])).to.deep.include({ filetypes: ['pdf', 'docx'] });
    expect(drawn(['.pdf', 'image/*'])).to.not.have.property('filetypes');
  });

  it('are stored as uploads are, and go with the answer', async () => {
    const { request, view } = await opened();
    const ids = [sent('plan.pdf', 'the plan'), sent('../../notes.txt', 'the notes', 'text/plain; charset=utf-8')];
    expect((await stage.submit('grace', view, chosen(...ids))).body).to.deep.equal({ response_action: 'clear' });
    const { values } = (await stage.result(request)) as { values: { plan: FileView[] } };
    expect(values.plan.map(({ name, size, type }) => [name, size, type])).to.deep.equal([
      ['plan.pdf', 8, 'application/pdf'],
      ['notes.txt', 9, 'text/plain'],
    ]);
    const token = await stage.product.sandbox.tokenFor('ada@sandbox.test');
    const file = await fetch(`${stage.product.url}/api/files/${values.plan[0]!.id}`, {
      headers: { authorization: `Bearer ${token}` },
    });
    expect(await file.text()).to.equal('the plan');
  });

  it('that are refused are named at their field, and nothing is answered', async () => {
    const { view, request } = await opened({ accept: ['.pdf'] });
    for (const [id, words] of [
      [sent('notes.txt', 'text', 'text/plain'), /accepts only \.pdf/],
      [sent('long.pdf', Buffer.alloc(26 * 1024 * 1024)), /at most 25 MiB/],
      ['F-gone', /could not be fetched/],
    ] as const) {
      const { body } = await stage.submit('grace', view, chosen(id));
      if (body.response_action === 'errors') expect(body.errors!['f_plan']).to.match(words);
      else expect(await stage.modalShows('grace', words)).to.match(words); // fetching it took long
    }
    expect(await stage.services.ground.reader('responses').where({ request_id: request })).to.deep.equal([]);
    const missing = await stage.submit('grace', view, chosen());
    expect(missing.body.errors).to.have.all.keys('f_plan');
  });

  it('are not fetched for anybody but the assignee, nor from another host', async () => {
    const { view, request } = await opened();
    const id = sent('plan.pdf', 'the plan');
    const before = downloads();
    const refused = await stage.submit('tim', view, chosen(id), { 'user.id': stage.userId('tim') });
    expect(refused.body.response_action).to.equal('update');
    expect(downloads()).to.equal(before);

    const { workspace } = stage.slack;
    const file = workspace.files.get(id)!;
    workspace.files.set(id, { ...file, origin: 'http://127.0.0.1:9' });
    const elsewhere = await stage.submit('grace', view, chosen(id));
    expect(textOf(elsewhere.body)).to.match(/could not be fetched/);
    expect(await stage.services.ground.reader('files').where({ request_id: request })).to.deep.equal([]);
  });
});
