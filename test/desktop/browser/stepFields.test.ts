import { expect } from 'chai';
import { everything } from '../places/given.ts';
import { flowEditorOn } from '../support/screens/flowEditor.ts';
import { signIn, visit, withClient } from './client.ts';

describe('desktop in a browser: the fields of a step', () => {
  const client = withClient();
  const panel = () => flowEditorOn(client().page).panel;

  before(async () => {
    Object.assign(client().standIn.state, everything());
    await signIn(client());
    await visit(client(), '#/new-flow');
    const editor = flowEditorOn(client().page);
    await editor.begin();
    await editor.openStep('Ask somebody');
    await panel().getByText('Where the question is sent').waitFor();
  });

  it('switch the channel whose name is pressed, and no other', async () => {
    await panel().getByText('Teams', { exact: true }).first().click();
    const editor = flowEditorOn(client().page);
    await editor.openText();
    const { nodes } = JSON.parse(await editor.read()) as { nodes: { config: { channels?: string[] } }[] };
    expect(nodes.flatMap(({ config }) => config.channels ?? [])).to.deep.equal(['teams']);
    await editor.openDrawing();
    await editor.openStep('Ask somebody');
    const channels = panel().getByRole('group', { name: 'Where the question is sent' });
    expect(await channels.getByRole('checkbox', { name: 'Teams', exact: true }).isChecked()).to.equal(true);
    expect(await channels.getByRole('checkbox', { name: 'E-mail', exact: true }).isChecked()).to.equal(false);
  });

  /** The config of the first step of a type, as the text shows it. */
  const configOf = async (type: string): Promise<Record<string, unknown>> => {
    const editor = flowEditorOn(client().page);
    await editor.openText();
    const { nodes } = JSON.parse(await editor.read()) as { nodes: { type: string; config: Record<string, unknown> }[] };
    await editor.openDrawing();
    return nodes.find((node) => node.type === type)!.config;
  };

  it('can keep a question in the web client', async () => {
    const editor = flowEditorOn(client().page);
    const channels = () => panel().getByRole('group', { name: 'Where the question is sent' });
    const box = (name: string) => channels().getByRole('checkbox', { name, exact: true });
    await editor.openStep('Ask somebody');
    await box('Only the web client').check();
    expect(await box('Teams').isChecked()).to.equal(false);
    expect(await configOf('human')).to.deep.include({ channels: [] });
    await editor.openStep('Ask somebody');
    await box('E-mail').check();
    expect(await box('Only the web client').isChecked()).to.equal(false);
    expect(await configOf('human')).to.deep.include({ channels: ['email'] });
    await editor.openStep('Ask somebody');
    await box('E-mail').uncheck();
    expect(await box('Only the web client').isChecked()).to.equal(false);
    expect(await configOf('human')).to.not.have.property('channels');
    const fallback = panel().getByRole('group', { name: 'Where else, if it cannot be delivered' });
    await editor.openStep('Ask somebody');
    expect(await fallback.getByRole('checkbox').count()).to.equal(3);
  });

  it('show that one press answers a decision, and let the author want two', async () => {
    await flowEditorOn(client().page).openStep('Ask somebody');
    const press = panel().getByRole('checkbox', { name: 'A press on an option sends the answer' });
    const comment = panel().getByLabel('Comment with the decision');
    expect(await comment.locator('option:checked').textContent()).to.equal('Optional (default)');
    await panel().getByLabel('How they answer').selectOption('text');
    await press.waitFor({ state: 'detached' });
    await panel().getByLabel('How they answer').selectOption('approval');
    expect(await press.isChecked()).to.equal(true);
    await press.uncheck();
    expect(await configOf('human')).to.include({ autoSubmitOnSelect: false });
    await flowEditorOn(client().page).openStep('Ask somebody');
    await press.check();
    expect(await configOf('human')).to.not.have.property('autoSubmitOnSelect');
  });

  it('list a default once, and keep what the flow names', async () => {
    const editor = flowEditorOn(client().page);
    const strategy = panel().getByLabel('Whose answer counts');
    const comment = panel().getByLabel('Comment with the decision');
    await editor.openStep('Ask somebody');
    expect(await strategy.getByRole('option').allInnerTexts()).to.deep.equal([
      'The first answer (default)',
      'Everybody has to answer',
    ]);
    expect(await comment.getByRole('option').allInnerTexts()).to.deep.equal([
      'Optional (default)',
      'Required',
      'Not asked for',
    ]);
    await strategy.selectOption('Everybody has to answer');
    expect(await configOf('human')).to.include({ strategy: 'all' });
    await editor.openStep('Ask somebody');
    await strategy.selectOption('The first answer (default)');
    expect(await configOf('human')).to.not.have.property('strategy');
    await editor.openText();
    await editor.rewrite('"inputType": "approval"', '"strategy": "any", "inputType": "approval"');
    await editor.openDrawing();
    await editor.openStep('Ask somebody');
    expect(await strategy.locator('option:checked').textContent()).to.equal('The first answer (default)');
    expect(await configOf('human')).to.include({ strategy: 'any' });
  });

  it('take initial values and bounds as people write them, not as JSON', async () => {
    await flowEditorOn(client().page).openStep('Start');
    await panel().getByRole('button', { name: 'Add a field' }).click();
    const field = panel().getByRole('region', { name: 'What the flow is started with' }).getByRole('listitem').first();
    await field.getByText('More', { exact: true }).click();
    await field.getByLabel('Initial value').fill('Contoso');
    expect(await configOf('start')).to.have.nested.property('variables[0].default', 'Contoso');
    await flowEditorOn(client().page).openStep('Start');
    await field.getByLabel('Initial value').fill('2026-05-04');
    await field.getByLabel('Kind of field').selectOption('Date');
    await field.getByLabel('At least').fill('2026-01-01');
    expect(await configOf('start'))
      .to.have.nested.property('variables[0]')
      .that.includes({ type: 'date', default: '2026-05-04' })
      .and.deep.includes({ validation: { min: '2026-01-01' } });
    await flowEditorOn(client().page).openStep('Start');
    await field.getByLabel('Kind of field').selectOption('Number');
    await field.getByText('As JSON, such as').first().waitFor(); // what does not fit can still be seen, and mended
  });

  it('offer what applies to the kind of field, and kinds that a flow can be started with', async () => {
    await flowEditorOn(client().page).openStep('Start');
    const field = panel().getByRole('region', { name: 'What the flow is started with' }).getByRole('listitem').first();
    const kinds = await field.getByLabel('Kind of field').getByRole('option').allInnerTexts();
    expect(kinds).to.include('Text, one line').and.not.include('Password').and.not.include('File');
    expect(new Set(kinds.map((kind) => kind.replace(/ \(.*/, ''))).size, kinds.join()).to.equal(kinds.length);
    await field.getByLabel('Kind of field').selectOption('Slider');
    await field.getByLabel('In steps of').waitFor();
    expect(await field.getByLabel('Pattern').count()).to.equal(0);
    await field.getByLabel('Kind of field').selectOption('One of several options');
    await field.getByRole('region', { name: 'Options' }).waitFor();
    expect(await field.getByLabel('Comment').count(), 'only decisions have comments').to.equal(0);
  });
});
