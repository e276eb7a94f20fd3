import type { Client } from '../browser/client.ts';
import { chatOn } from '../support/screens/chat.ts';
import { flowEditorOn } from '../support/screens/flowEditor.ts';

export const click =
  (...names: (string | RegExp)[]) =>
  async ({ page }: Client): Promise<void> => {
    for (const name of names) await page.getByRole('button', { name }).first().click();
  };
/** Searches documents in a chat. */
export const searchFor =
  (words: string) =>
  async (client: Client): Promise<void> => {
    await click('Search documents')(client);
    await client.page.getByRole('searchbox').fill(words);
  };
/** Chooses something in a chat's menu. */
export const inChatMenu =
  (name: string) =>
  ({ page }: Client): Promise<void> =>
    chatOn(page).choose(name);
export const unfold =
  (words: string) =>
  ({ page }: Client) =>
    page.getByText(words).click();
export const type =
  (field: string, words: string) =>
  async ({ page }: Client): Promise<void> => {
    await page.getByRole('combobox', { name: field, exact: true }).click();
    if (words) await page.keyboard.type(words);
  };
export const write =
  (words: string) =>
  async ({ page }: Client): Promise<void> => {
    const editor = flowEditorOn(page);
    await editor.begin();
    await editor.openText();
    await editor.write(words);
    await editor.save.click();
  };
export const send = async ({ page }: Client): Promise<void> => {
  await chatOn(page).composer.fill('I need a chair');
  await page.keyboard.press('Enter');
};
/** As another page of this browser would. */
export const keep =
  (kept: Record<string, unknown>) =>
  async ({ page }: Client): Promise<void> => {
    for (const [name, value] of Object.entries(kept))
      await page.evaluate(`localStorage.setItem(${JSON.stringify(name)}, ${JSON.stringify(JSON.stringify(value))})`);
    await page.evaluate('dispatchEvent(new StorageEvent("storage"))');
  };
/** Hovers over it. */
export const point =
  (role: 'link' | 'option', name: string | RegExp) =>
  ({ page }: Client): Promise<void> =>
    page.getByRole(role, { name }).first().hover();
export const attach = ({ page }: Client): Promise<void> =>
  page.locator('input[type=file]').setInputFiles({
    name: `${'a-long-name-'.repeat(6)}plan.png`,
    mimeType: 'image/png',
    buffer: Buffer.alloc(9),
  });
export const selectTwo = async ({ page }: Client): Promise<void> => {
  for (const id of ['approval', 'soon'])
    // the same question, wherever it is
    await page.locator(`div:has(> a[data-id="${id}"]) > label > input[type="checkbox"]`).check();
};
/** Opens a step of a flow, in the drawing or in the list on narrow screens. */
export const openStep =
  (name: string) =>
  async ({ page }: Client): Promise<void> => {
    await flowEditorOn(page).openStep(name);
  };
/** Starts a new flow. */
export const begin = ({ page }: Client): Promise<void> => flowEditorOn(page).begin();
export const addStep = async (client: Client): Promise<void> => {
  await begin(client);
  await openStep('Start')(client);
  await client.page.getByRole('button', { name: 'Add a step after it' }).click();
};
