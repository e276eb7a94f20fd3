import { expect } from 'chai';
import { execution, flow, savedFlow } from '../support/samples.ts';
import { holdBack, signIn, until, visit, withClient } from './client.ts';
import { flowEditorOn } from '../support/screens/flowEditor.ts';

describe('desktop in a browser: viewing a flow, and editing it as text', () => {
  const client = withClient();
  const editor = () => flowEditorOn(client().page);
  const definition = () => editor().definition;
  const saveButton = () => client().page.getByRole('button', { name: /^Save( as a new version)?$/ });
  const save = () => saveButton().click();
  const saved = (method: string) =>
    client()
      .standIn.calls.filter((call) => call.method === method && call.path !== '/flows/check')
      .at(-1);

  before(async () => {
    Object.assign(client().standIn.state, {
      flows: [flow],
      definitions: { [flow.id]: savedFlow },
      executions: [execution()],
      roles: ['author'],
    });
    await client().context.addInitScript(`localStorage.setItem('handback.flowView', 'text')`);
    await signIn(client());
  });
  after(() => expect(client().complaints.filter((words) => !/status of (422|409|404)/.test(words))).to.deep.equal([]));

  it('draws a flow, and says the same in words', async () => {
    const { page } = client();
    await visit(client(), '#/flows/expense-approval');
    const node = page.getByRole('group', { name: 'Ask for a signature' });
    await node.waitFor();
    // drawn once the nodes have been measured
    await until(client(), `document.querySelectorAll('.react-flow__edge').length === ${savedFlow.edges.length}`);
    await page.getByText('The 5 steps in words').click();
    await page.getByText('When nobody answers in time → Done').waitFor();
    await page.getByText("If review.value = 'approved' → Tell everybody").waitFor();
  });

  it('marks where an execution waits', async () => {
    const { page } = client();
    await visit(client(), `#/executions/${execution().id}`);
    await page.getByRole('group', { name: 'Ask for a signature, Question · waits here' }).waitFor();
    await page.getByRole('group', { name: 'Start, Start · done' }).waitFor();
  });

  it('opens earlier versions', async () => {
    const { page } = client();
    await visit(client(), '#/flows/expense-approval');
    await page.getByRole('link', { name: 'Version 2' }).click();
    await page.getByText('This is version 2; the newest is version 3.').waitFor();
    await page.getByRole('link', { name: 'To the newest version' }).click();
    await page.getByText('This is version 2').waitFor({ state: 'detached' });
  });

  it('saves a new version', async () => {
    const { page } = client();
    await visit(client(), '#/flows/expense-approval');
    await page.getByRole('button', { name: 'Edit' }).click();
    await editor().rewrite('Tell everybody', 'Tell them all');
    await page.getByRole('group', { name: 'Tell them all' }).waitFor();
    await save();
    await page.getByText('Version 4').first().waitFor();
    expect(saved('PUT')).to.deep.include({ path: '/flows/expense-approval' });
    expect(saved('PUT')!.body).to.include({ version: 3 }).and.not.have.any.keys('updatedAt', 'updatedBy');
  });

  it('says who was faster, keeps the typed text, shows the other version, and overwrites it on request', async () => {
    const { page, standIn } = client();
    await visit(client(), '#/flows/expense-approval/edit');
    await editor().rewrite('Tell them all', 'Tell nobody');
    const { name, ...theirs } = standIn.state.definitions[flow.id]!;
    const updatedBy = { ...theirs.updatedBy!, displayName: 'Grace Hopper' };
    Object.assign(standIn.state.definitions, { [flow.id]: { ...theirs, name, version: 5, updatedBy } });
    standIn.state.flows = [{ ...flow, version: 5 }];
    await save();
    await page.getByText('Version 5 has been saved since you started').waitFor();
    await page.getByText('Saved by Grace Hopper').waitFor();
    expect(await editor().read()).to.include('Tell nobody');
    await save();
    await page.getByText('Version 5 has been saved since you started').waitFor();

    await page.getByRole('link', { name: 'Look at version 5' }).click();
    await page.getByRole('group', { name: 'Tell them all' }).waitFor();
    await page.getByRole('button', { name: 'Edit' }).click();
    expect(await editor().read()).to.include('Tell nobody');
    await page.getByRole('button', { name: 'Save mine over it' }).click();
    await page.getByText('Version 6').first().waitFor();
    expect(
      standIn.calls.filter(({ method }) => method === 'PUT').map(({ body }) => (body as typeof flow).version),
    ).to.deep.equal([3, 4, 4, 5]);
    await page.getByRole('group', { name: 'Tell nobody' }).waitFor();
  });

  it('accepts the other version on request', async () => {
    const { page, standIn } = client();
    await page.getByRole('button', { name: 'Edit' }).click();
    await editor().rewrite('Tell nobody', 'Tell me');
    standIn.state.definitions[flow.id]!.version = 7;
    await save();
    await page.getByText('Version 7 has been saved since you started').waitFor();
    await page.getByRole('button', { name: 'Take back my changes' }).click();
    await page.getByText('Version 7 has been saved since you started').waitFor({ state: 'detached' });
    expect(await editor().read()).to.include('Tell nobody');
  });

  it('says again who was faster if the discarded text is restored', async () => {
    const { page } = client();
    const overtaken = page.getByText('Version 7 has been saved since you started');
    await page.getByRole('button', { name: 'Undo' }).click();
    await overtaken.waitFor();
    expect(await editor().read()).to.include('Tell me');
    await page.getByRole('button', { name: 'Redo' }).click();
    await overtaken.waitFor({ state: 'detached' });
    expect(await editor().read()).to.include('Tell nobody');
  });

  it('keeps unsaved text, says so on return, and discards it on request', async () => {
    const { page, standIn } = client();
    const back = page.getByText('Your unsaved changes are back.');
    await editor().rewrite('Tell nobody', 'Tell the cat');
    await page.getByRole('link', { name: 'Leave without saving' }).click();
    await page.getByRole('button', { name: 'Edit' }).click();
    await back.waitFor();
    await page.getByRole('group', { name: 'Tell the cat' }).waitFor();
    await page.reload();
    await back.waitFor();
    await definition().press('End');
    await page.keyboard.type(' ');
    await back.waitFor({ state: 'detached' }); // the person who continues knows
    await page.reload();

    await page.getByRole('button', { name: 'Discard them' }).click();
    await back.waitFor({ state: 'detached' });
    await until(client(), `document.activeElement.matches('.cm-content')`);
    expect(await editor().read()).to.include('Tell nobody');
    await page.reload();
    await definition().waitFor();
    expect(await back.count()).to.equal(0);

    await editor().rewrite('Tell nobody', 'Tell the dog');
    standIn.state.definitions[flow.id]!.version += 1;
    await page.reload();
    await page.getByText('Version 8 has been saved since you started').waitFor();
    expect(await editor().read()).to.include('Tell the dog');
    expect(await back.count(), 'said once').to.equal(0);
    await page.getByRole('button', { name: 'Take back my changes' }).click();
  });

  it('forgets what it has saved, even if the author has left meanwhile', async () => {
    const { page } = client();
    const letGo = await holdBack(client(), 'PUT', '**/api/flows/*');
    await editor().rewrite('Tell nobody', 'Tell nobody else');
    await save();
    await visit(client(), '#/nowhere');
    await letGo();
    await until(client(), `!JSON.stringify(localStorage).includes('Tell nobody else')`);
    await visit(client(), '#/flows/expense-approval/edit');
    await page.getByRole('group', { name: 'Tell nobody else' }).waitFor();
    expect(await page.getByRole('button', { name: 'Take back my changes' }).count()).to.equal(0);
    expect(page.url()).to.match(/edit$/);
  });

  it('leaves its unsaved text of the same flow to another window, and tells that window who was faster', async () => {
    const { page, standIn } = client();
    const opened = page.waitForEvent('popup');
    await page.evaluate('void window.open(location.href)');
    const other = await opened;
    const there = flowEditorOn(other);
    await there.definition.waitFor();
    await editor().rewrite('Tell nobody else', 'Tell one window');
    await there.rewrite('Tell nobody else', 'Tell the other window');
    await save();
    await page.getByRole('group', { name: 'Tell one window' }).waitFor();
    await page.waitForURL(/expense-approval$/);
    await other.reload();
    const { version } = standIn.state.definitions[flow.id]!;
    await other.getByText(`Version ${version} has been saved since you started`).waitFor();
    expect(await there.read()).to.include('Tell the other window');
    await visit(client(), '#/flows/expense-approval/edit');
    await editor().rewrite('Tell the other window', 'Tell both windows');
    await page.getByRole('button', { name: 'Take back my changes' }).click();
    await other.close();
  });

  it('names the line where a text stops being JSON, and sends nothing', async () => {
    const { page, standIn } = client();
    await visit(client(), '#/new-flow');
    await flowEditorOn(page).begin();
    await editor().write('{\n  "id": "x",\n  "nodes": [,]\n}');
    await save();
    const said = page.getByText('This is not JSON yet: look at line 3.');
    await said.waitFor();
    const expectInSight = async () => expect((await said.boundingBox())!.y).to.be.within(60, 780);
    await expectInSight();
    expect(standIn.calls.filter(({ method, path }) => method === 'POST' && path === '/flows')).to.deep.equal([]);
    await until(client(), `document.activeElement.matches('.cm-content') && getSelection().toString() === ','`);
    const lines = '\n'.repeat(80);
    for (const text of [`{\n\n,${lines}}`, `{${lines}"id": ,\n}`]) {
      await editor().write(text);
      await save();
      await page.getByText('This is not JSON yet').waitFor();
      expect((await page.getByText('This is not JSON yet').boundingBox())!.y, 'in sight').to.be.within(60, 780);
    }
  });

  it('shows errors at the node, and links to the line', async () => {
    const { page, standIn } = client();
    await visit(client(), '#/new-flow');
    await page.getByRole('button', { name: 'Take back my changes' }).click();
    standIn.state.refusals['POST /flows'] = {
      code: 'validation_failed',
      status: 422,
      fields: { 'nodes.ask.config.prompt': '"ask": prompt is not clear', 'edges.1.to': 'there is no node "nowhere"' },
    };
    await save();
    await page.getByText('2 things need another look').waitFor();
    await page.getByRole('group', { name: 'Ask somebody, Question · needs another look' }).waitFor();
    await page.getByRole('button', { name: /Ask somebody · config\.prompt \(line \d+\)/ }).click();
    await until(client(), `getSelection().toString() === '"Shall we continue?"'`);
    await editor().openDrawing();
    await page.getByRole('button', { name: 'Ask somebody · Question', exact: true }).waitFor();
    await editor().openText();
  });

  it('says that the id is taken, and keeps the typed text', async () => {
    const { page, standIn } = client();
    standIn.state.refusals['POST /flows'] = {
      code: 'flow_exists',
      status: 409,
      detail: 'There is a flow with the id.',
    };
    await save();
    const taken = page.getByText('A flow with this ID already exists.');
    await taken.waitFor();
    await definition().press('End');
    await page.keyboard.type(',');
    await page.getByText('This is not JSON yet').waitFor();
    expect(await taken.count(), 'one thing at a time').to.equal(0);
    await page.keyboard.press('Backspace');
    await editor().rewrite('my-flow', 'our-flow');
    await visit(client(), '#/flows');
    await page.getByRole('button', { name: 'New flow' }).click();
    expect(await editor().read()).to.include('our-flow');
  });

  it('loads a definition from a file, unless it is too large or its encoding would lose characters', async () => {
    const { page, standIn } = client();
    standIn.state.refusals = {};
    const file = page.locator('input[type=file]');
    const before = await editor().read();
    const latin = Buffer.from('{ "name": "Café" }', 'latin1');
    await file.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: latin });
    await page.getByText('save it as UTF-8').waitFor();
    expect(await editor().read()).to.equal(before);
    await file.setInputFiles({ name: 'x.json', mimeType: 'application/json', buffer: Buffer.alloc(1_048_577, ' ') });
    await page.getByText('1 MB at most').waitFor();
    const body = { ...savedFlow, id: 'uploaded', name: 'Uploaded', version: undefined, updatedAt: undefined };
    const buffer = Buffer.from(JSON.stringify(body));
    await file.setInputFiles({ name: 'flow.json', mimeType: 'application/json', buffer });
    await save();
    await page.getByRole('heading', { name: 'Uploaded' }).waitFor();
    expect(saved('POST')).to.deep.include({ path: '/flows', body: JSON.parse(JSON.stringify(body)) });
  });

  it('lets an author retry a failed execution', async () => {
    const { page, standIn } = client();
    standIn.state.executions = [execution({ id: 'failed', status: 'failed', waitingFor: [] })];
    await visit(client(), '#/executions/failed');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('Running', { exact: true }).first().waitFor();
    expect(saved('POST')).to.deep.include({ path: '/executions/failed/retry' });
  });

  it('says that a flow, version or execution does not exist, and links back', async () => {
    const { page, standIn } = client();
    await visit(client(), '#/executions/none');
    await page.getByRole('heading', { name: 'There is no such execution', level: 1 }).waitFor();
    await visit(client(), '#/flows/none');
    await page.getByRole('heading', { name: 'This flow is not open to you', level: 1 }).waitFor();
    await visit(client(), '#/flows/none/edit');
    await page.getByRole('heading', { name: 'This flow is not open to you', level: 2 }).waitFor();
    expect(await page.getByRole('button', { name: 'Try again' }).count()).to.equal(0);
    standIn.state.refusals = { [`GET /flows/${flow.id}`]: { code: 'not_found', status: 404 } };
    await visit(client(), `#/flows/${flow.id}?version=77`);
    await page.getByText('There is no version 77.').waitFor();
    standIn.state.refusals = {};
    await page.getByRole('link', { name: 'To the newest version' }).click();
    await page.getByRole('group', { name: 'Ask for a signature' }).waitFor();
  });

  it('offers nothing of this to others', async () => {
    const { page, standIn } = client();
    standIn.state.roles = [];
    for (const each of standIn.state.flows) each.may = { ...each.may, change: false };
    await page.reload();
    await visit(client(), '#/flows/expense-approval');
    await page.getByRole('group', { name: 'Ask for a signature' }).waitFor();
    expect(await page.getByRole('button', { name: 'Edit' }).count()).to.equal(0);
    await visit(client(), '#/flows/expense-approval/edit');
    await page.getByText('Only authors and administrators can change flows.').waitFor();
  });
});
