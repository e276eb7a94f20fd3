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
});
