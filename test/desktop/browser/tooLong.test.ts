import { expect } from 'chai';
import { chat, flow, savedFlow } from '../support/samples.ts';
import { flowEditorOn } from '../support/screens/flowEditor.ts';
import { questionIn } from '../support/screens/question.ts';
import { visit, withClient } from './client.ts';
import { withQuestions } from './questions.ts';

describe('desktop in a browser: a text that is too long for its field', () => {
  const client = withClient();
  const page = () => client().page;
  /** Browsers cut only what people paste or type, not what a test fills in. */
  const paste = async (field: ReturnType<ReturnType<typeof page>['getByRole']>, text: string): Promise<void> => {
    await field.fill('');
    await field.focus();
    await page().keyboard.insertText(text);
    expect((await field.inputValue()).length).to.equal(text.length);
  };
  const said = (most: string) => page().getByText(`Enter at most ${most} characters.`).first().waitFor();

  const put = withQuestions(client, {
    flows: [flow],
    definitions: { [flow.id]: savedFlow },
    chats: [chat],
    roles: ['author'],
  });
  const sent = (path: string) => client().standIn.calls.filter((call) => call.method === 'POST' && call.path === path);

  it('stays whole in the names of a flow and its steps, which say what is wrong', async () => {
    await visit(client(), `#/flows/${flow.id}/edit`);
    const editor = flowEditorOn(page());
    await paste(page().getByLabel('Name of the flow'), 'n'.repeat(201));
    await said('200');
    await page().getByRole('button', { name: 'Take back my changes' }).click();
    await editor.openStep('Tell everybody');
    await paste(editor.panel.getByLabel('Name of the step'), 'n'.repeat(201));
    await editor.panel.getByText('Enter at most 200 characters.').waitFor();
    await page().getByRole('button', { name: 'Take back my changes' }).click();
  });

  it('stays whole in a search, which is not sent', async () => {
    await visit(client(), `#/chats/${chat.id}`);
    await page().getByRole('button', { name: 'Search documents' }).click();
    const words = page().getByRole('searchbox', { name: 'Words in the document' });
    await paste(words, `${'word '.repeat(100)}x`);
    await said('500');
    await words.fill('travel');
    await page().getByRole('link', { name: 'Holidays' }).waitFor();
    expect(sent('/search').map(({ body }) => body)).to.deep.equal([{ query: 'travel' }]);
    await page().getByRole('button', { name: 'Close' }).click();
  });

  it('stays whole in the name of a view, which is not saved', async () => {
    await put({}, null);
    await visit(client(), '#/notifications');
    await page().getByRole('button', { name: 'Views' }).click();
    await page().getByRole('menuitem', { name: 'Save this view' }).click();
    await paste(page().getByRole('dialog').getByRole('textbox'), 'v'.repeat(61));
    await said('60');
    await page().keyboard.press('Enter');
    expect(sent('/user/views')).to.deep.equal([]);
    await page().getByRole('button', { name: 'Cancel' }).click();
  });

  it('stays whole in an entry of an outline, which is not sent', async () => {
    const { id } = await put({ inputType: 'form' }, [{ name: 'outline', label: 'Outline', type: 'hierarchy' }]);
    await visit(client(), `#/notifications/${id}`);
    await page().getByRole('button', { name: 'Add an entry' }).click();
    await paste(page().getByRole('textbox', { name: 'Entry 1', exact: true }), 'e'.repeat(501));
    await questionIn(page()).send.click();
    await said('500');
  });
});
