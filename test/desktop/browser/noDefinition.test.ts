import { expect } from 'chai';
import { flow, savedFlow } from '../support/samples.ts';
import { flowEditorOn } from '../support/screens/flowEditor.ts';
import { signIn, until, visit, withClient } from './client.ts';

describe('desktop in a browser: a text that is no definition', () => {
  const client = withClient();
  const page = () => client().page;
  const editor = () => flowEditorOn(page());
  const noFlow = () => page().getByText('This is JSON, but no flow: a definition begins with “{” and ends with “}”.');
  const sent = () => client().standIn.calls.filter(({ method }) => method === 'PUT');
  const choose = (buffer: Buffer) =>
    page().locator('input[type=file]').setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer });

  before(async () => {
    const { state } = client().standIn;
    Object.assign(state, { flows: [flow], definitions: { [flow.id]: savedFlow }, roles: ['author'] });
    await client().context.addInitScript(`localStorage.setItem('handback.flowView', 'text')`);
    await signIn(client());
    await visit(client(), `#/flows/${flow.id}/edit`);
  });
  after(() => expect(client().complaints).to.deep.equal([]));

  it('shows no faults of an earlier text, whose lines are others', async () => {
    const left = page().getByText(/left to do before it can be saved/);
    await left.waitFor(); // the sample lacks a few things
    await editor().write('{ "id": "expense-approval", ');
    await left.waitFor({ state: 'detached' });
    await page().keyboard.insertText('"name": ');
    await until(client(), `document.querySelector('.cm-content').innerText.includes('"name": ')`);
    expect(await left.count(), 'while the author types on').to.equal(0);
    await page().getByRole('button', { name: 'Take back my changes' }).click();
    await left.waitFor();
  });

  it('says so if it is JSON of another kind, pasted or from a file, and sends nothing', async () => {
    for (const text of ['[1]', ' "a"', 'null']) {
      await editor().write(text);
      await noFlow().waitFor();
    }
    await page().getByRole('button', { name: 'Save as a new version' }).click();
    expect(sent()).to.deep.equal([]);
    await page().getByRole('button', { name: 'Take back my changes' }).click();
    await noFlow().waitFor({ state: 'detached' });
    await editor().openDrawing();
    await choose(Buffer.from('[1]'));
    await noFlow().waitFor();
    await page().getByRole('button', { name: 'Undo' }).click();
    await noFlow().waitFor({ state: 'detached' });
    await editor().openText();
  });

  it('is read from a file in UTF-16 if that says so, and refused otherwise', async () => {
    const text = JSON.stringify({ ...savedFlow, name: 'Café' });
    const before = await editor().read();
    await choose(Buffer.from(JSON.stringify(savedFlow), 'utf16le')); // valid UTF-8, too
    await page().getByText('save it as UTF-8').waitFor();
    expect(await editor().read()).to.equal(before);
    await choose(Buffer.from(`\uFEFF${text}`, 'utf16le'));
    await page().getByText('save it as UTF-8').waitFor({ state: 'detached' });
    expect(JSON.parse(await editor().read())).to.have.property('name', 'Café');
  });
});
