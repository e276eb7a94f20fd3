import type { Page } from 'playwright-core';

/** The definition as its author would copy it, because text out of view is not in the page. */
const COPIED = `(() => {
  const clipboardData = new DataTransfer();
  document.activeElement.dispatchEvent(new ClipboardEvent('copy', { clipboardData, bubbles: true, cancelable: true }));
  return clipboardData.getData('text/plain');
})()`;

const pasted = (text: string): string => `(() => {
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', ${JSON.stringify(text)});
  document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
})()`;

/** The flow editor: the drawing and the definition. @param label the definition's label in the person's language */
export function flowEditorOn(page: Page, label = 'Definition as JSON') {
  const definition = page.getByRole('textbox', { name: label });
  const selectAll = async (): Promise<void> => {
    await definition.focus();
    await page.keyboard.press('ControlOrMeta+a');
  };
  const read = async (): Promise<string> => {
    await selectAll();
    return page.evaluate<string>(COPIED);
  };
  /** Replaces all the text. */
  const write = async (text: string): Promise<void> => {
    await selectAll();
    await page.evaluate(pasted(text));
  };
  return {
    definition,
    read,
    write,
    rewrite: async (from: string, to: string): Promise<void> => {
      const before = await read();
      if (!before.includes(from)) throw new Error(`There is no ${from} in ${before}`);
      await write(before.replace(from, to));
    },
    /** The definition as JSON; the browser remembers this choice. */
    openText: () => page.getByRole('tab', { name: 'JSON' }).click(),
    openDrawing: () => page.getByRole('tab', { name: 'Drawing' }).click(),
    /** A new flow starts with a template. */
    begin: (template = 'One question') => page.getByRole('button', { name: new RegExp(`^${template}`) }).click(),
    /** In the drawing, or in the list on narrow screens. */
    openStep: (name: string) =>
      page
        .getByRole('group', { name: new RegExp(`^${name}, `) })
        .or(page.getByRole('button', { name: `Edit “${name}”` }))
        .first()
        .click(),
    /** Everything about the open step. */
    panel: page.getByRole('region', { name: /^Step “/ }),
    save: page.getByRole('button', { name: 'Save', exact: true }),
  };
}
