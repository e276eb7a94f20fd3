import { expect } from 'chai';
import { everything } from '../places/given.ts';
import { chat, flow, savedFlow } from '../support/samples.ts';
import { chatOn } from '../support/screens/chat.ts';
import { flowEditorOn } from '../support/screens/flowEditor.ts';
import { choose, pick } from '../support/screens/form.ts';
import { holdBack, signIn, until, visit, withClient } from './client.ts';

describe("desktop in a browser: the product's own dialogs", () => {
  const client = withClient();
  const page = () => client().page;
  const dialog = () => page().getByRole('dialog');

  before(async () => {
    Object.assign(client().standIn.state, everything(), { definitions: { [flow.id]: savedFlow } });
    await signIn(client());
  });

  const DIALOGS: [name: string, open: () => Promise<void>, switches: string[]][] = [
    [
      'a new chat',
      async () => {
        await visit(client(), '#/chats');
        await page().getByRole('button', { name: 'New chat' }).click();
      },
      ['Assistant'],
    ],
    [
      'the access to a flow',
      async () => {
        await visit(client(), `#/flows/${flow.id}`);
        await page().getByRole('button', { name: 'Access' }).click();
      },
      ['Everybody in the organisation may start it'],
    ],
    [
      'assigning a chat',
      async () => {
        await visit(client(), `#/chats/${chat.id}`);
        await chatOn(page()).choose('Assign…');
      },
      ['They may hand it on', 'They may decline it'],
    ],
  ];
  for (const [name, open, switches] of DIALOGS)
    it(`have switches that are on or off, and nothing to clear: ${name}`, async () => {
      await open();
      for (const label of switches) {
        const own = dialog().getByRole('switch', { name: label });
        const was = await own.isChecked();
        await own.click();
        expect(await own.isChecked(), label).to.equal(!was);
      }
      expect(await dialog().getByRole('button', { name: 'Clear', exact: true }).count()).to.equal(0);
      await page().keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
    });

  for (const height of [1600, 860, 480])
    it(`keep their buttons in place while a preview comes and goes, in a window ${height} pixels high`, async () => {
      await page().setViewportSize({ width: 1180, height });
      await visit(client(), `#/chats/${chat.id}`);
      await chatOn(page()).choose('Assign…');
      const submit = dialog().getByRole('button', { name: 'Assign', exact: true });
      const dates = dialog().getByText('The next dates:');
      for (const [often, isAfter] of [
        ['Every week', 'visible'],
        ['Once, now', 'detached'],
      ] as const) {
        const letGo = await holdBack(client(), 'POST', /\/preview$/);
        if (often === 'Every week') await pick(page(), 'People', 'Grace Hopper');
        await choose(page(), 'How often', often);
        await submit.scrollIntoViewIfNeeded();
        const before = await submit.boundingBox();
        await letGo();
        await dates.waitFor({ state: isAfter });
        expect(await submit.boundingBox(), often).to.deep.equal(before);
      }
      await page().setViewportSize({ width: 1180, height: 800 });
      await page().keyboard.press('Escape');
      await dialog().waitFor({ state: 'detached' });
    });

  it('begin a trial of a flow at the first thing to do, each time', async () => {
    await visit(client(), '#/new-flow');
    await flowEditorOn(page()).begin();
    await page().getByRole('button', { name: 'Try it' }).click();
    const isAtBegin = `document.activeElement.textContent === 'Begin'`;
    await dialog().getByRole('button', { name: 'Begin', exact: true }).waitFor();
    await until(client(), isAtBegin);
    await dialog().getByRole('button', { name: 'Begin again' }).click();
    await until(client(), isAtBegin);
  });
});
