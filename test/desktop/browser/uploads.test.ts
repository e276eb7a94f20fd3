import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { VariableSpec } from '../../../contract/variables.ts';
import { questionIn } from '../support/screens/question.ts';
import { called, until, visit, withClient } from './client.ts';
import { withQuestions } from './questions.ts';

const RECEIPTS: VariableSpec = { name: 'receipts', type: 'file', label: 'Receipts' };
const ONE: VariableSpec = { ...RECEIPTS, validation: { max: 1 } };

describe('desktop in a browser: files of an answer', () => {
  const client = withClient();
  const put = withQuestions(client);
  const page = () => client().page;
  const question = () => questionIn(page());
  const button = (name: string | RegExp) => page().getByRole('button', { name, exact: true });
  const sent = () => client().standIn.calls.filter(({ path: called }) => called.endsWith('/respond'));
  const hasFocus = (name: string) =>
    until(client(), `(document.activeElement.ariaLabel ?? document.activeElement.textContent) === '${name}'`);

  const ask = async (specs: VariableSpec[]): Promise<string> => {
    const { id } = await put({ inputType: 'form' }, specs);
    await visit(client(), `#/notifications/${id}`);
    await page().getByText('Or drop it here').waitFor();
    return id;
  };
  async function choose(...names: string[]): Promise<void> {
    const chooser = page().waitForEvent('filechooser');
    await button(/^Choose a? ?files?$/).press('Enter');
    const files = names.map((name) => ({ name, mimeType: 'image/png', buffer: Buffer.from(name) }));
    await (await chooser).setFiles(files);
  }

  it('are not lost if the answer is sent before they are uploaded', async () => {
    const { standIn } = client();
    await ask([RECEIPTS]);
    standIn.state.refusals['POST /files'] = { code: 'unavailable', status: 503 };
    await choose('a.png', 'b.png');
    await button('Try again').nth(1).waitFor();
    await question().send.click();
    const said = page().getByText('A file has not arrived. Try again, or remove it.');
    await said.waitFor();
    expect(sent()).to.deep.equal([]);
    standIn.state.refusals = {};
    await button('Try again').first().click();
    await page().getByText('5 B').waitFor();
    await said.waitFor();
    await button('Remove b.png').click();
    await said.waitFor({ state: 'detached' });
    await question().send.click();
    await called(client(), '/respond');
    expect(JSON.stringify(sent()[0]!.body)).to.include('a.png').and.not.include('b.png');
  });

  it('are restored after leaving their question, and after a reload', async () => {
    const id = await ask([RECEIPTS]);
    await choose('a.png');
    await page().getByText('5 B').waitFor();
    await visit(client(), '#/flows');
    await page().getByRole('heading', { name: 'Flows', exact: true }).waitFor();
    await visit(client(), `#/notifications/${id}`);
    await button('Remove a.png').waitFor();
    await page().reload();
    await page().getByText('You started this earlier. It is as you left it.').waitFor();
    await button('Remove a.png').waitFor();
    await question().send.click();
    await called(client(), '/respond');
    expect(JSON.stringify(sent()[0]!.body)).to.include('a.png');
  });

  it('keep the focus at their field, even if its button disappears', async () => {
    await ask([ONE]);
    await choose('a.png');
    await page().getByText('5 B').waitFor();
    await hasFocus('Remove a.png');
    await page().keyboard.press('Enter');
    await hasFocus('Choose a file');
  });

  it('say so if the browser cannot read them, for example a folder', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'handback-folder-'));
    after(() => rmSync(folder, { recursive: true }));
    mkdirSync(path.join(folder, 'receipts'));
    writeFileSync(path.join(folder, 'a.png'), 'a.png');
    await ask([RECEIPTS]);
    const { x, y } = (await page().getByText('Or drop it here').boundingBox())!;
    const devtools = await client().context.newCDPSession(page());
    const files = ['receipts', 'a.png'].map((name) => path.join(folder, name));
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await devtools.send('Input.dispatchDragEvent', { type, x, y, data: { items: [], files, dragOperationsMask: 1 } });
    await page()
      .getByText('This cannot be read any more. Choose it again; for a folder, choose the files in it.')
      .waitFor();
    await page().getByText('5 B').waitFor();
    expect(await button('Try again').count()).to.equal(0);
  });
});
