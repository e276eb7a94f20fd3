// Renders Block Kit as HTML, for the blocks that our app sends.
import { escapeHtml } from '../html.ts';
import type { Block, Element, NamedBlock, TextObject } from './blockKit.ts';
import type { Member } from './emulator.ts';
import { controlOf } from './inputs.ts';
import { textHtml } from './mrkdwn.ts';
import { richTextHtml } from './richText.ts';

/** The place of the blocks. */
export interface Surface {
  members: readonly Member[];
  /** The message or view that a press must name besides block and action. */
  container: { ts: string } | { viewId: string };
}

const nameIn = (members: readonly Member[]) => (userId: string) =>
  members.find((each) => each.userId === userId)?.person.displayName;

const data = (values: Record<string, string>) =>
  Object.entries(values)
    .map(([name, value]) => ` data-${name}="${escapeHtml(value)}"`)
    .join('');

function button(blockId: string, element: Element, { container }: Surface): string {
  const label = typeof element.text === 'string' ? element.text : (element.text?.text ?? '');
  const confirm = element.confirm?.text.text;
  const press = {
    press: '',
    block: blockId,
    action: element.action_id ?? '',
    ...('ts' in container ? { ts: container.ts } : { view: container.viewId }),
  };
  const attributes = `class="button ${element.style ?? ''}"${data({ ...press, ...(confirm && { confirm }) })}`;
  return element.url && /^https?:/i.test(element.url)
    ? `<a ${attributes} href="${escapeHtml(element.url)}" target="_blank" rel="noopener noreferrer">${escapeHtml(label)}</a>`
    : `<button type="button" ${attributes}>${escapeHtml(label)}</button>`;
}

const unknown = (what: string) => `<p class="quiet small">(The sandbox does not show “${escapeHtml(what)}”.)</p>`;

function input(block: NamedBlock, { members }: Surface): string {
  const { element, label, hint, block_id: blockId } = block;
  const control = element && controlOf(block, element, `field-${blockId}`, members);
  if (!control) return unknown(element?.type ?? block.type);
  const title = `${escapeHtml(label?.text ?? '')}${block.optional ? ' <span class="quiet">(optional)</span>' : ''}`;
  const id = escapeHtml(`field-${blockId}`);
  const notes = `<div id="${id}-notes"><p class="error" role="alert" hidden></p>${hint ? `<p class="quiet small">${escapeHtml(hint.text).replace(/\n/g, '<br>')}</p>` : ''}</div>`;
  return control.isGroup
    ? `<fieldset class="field" data-field="${escapeHtml(blockId)}" aria-describedby="${id}-notes"><legend>${title}</legend>${control.html}${notes}</fieldset>`
    : `<div class="field" data-field="${escapeHtml(blockId)}"><label for="${id}">${title}</label>${control.html}${notes}</div>`;
}

function section(block: NamedBlock, surface: Surface): string {
  const nameOf = nameIn(surface.members);
  const text = block.text ? `<div>${textHtml(block.text, nameOf)}</div>` : '';
  const fields = (block.fields ?? []).map((field) => `<div>${textHtml(field, nameOf)}</div>`).join('');
  const accessory = block.accessory ? elementHtml(block, block.accessory, surface) : '';
  return `<div class="section"><div class="grow">${text}${fields && `<div class="fields">${fields}</div>`}</div>${accessory}</div>`;
}

function elementHtml(block: NamedBlock, element: Element, surface: Surface): string {
  return element.type === 'button' ? button(block.block_id, element, surface) : unknown(element.type);
}

const BLOCKS: Record<string, (block: NamedBlock, surface: Surface) => string> = {
  header: (block) => `<h3>${textHtml(block.text, () => undefined)}</h3>`,
  divider: () => '<hr>',
  section,
  context: (block, { members }) =>
    `<p class="context">${((block.elements ?? []) as unknown as TextObject[]).map((each) => `<span>${textHtml(each, nameIn(members))}</span>`).join(' ')}</p>`,
  actions: (block, surface) =>
    `<div class="actions">${(block.elements ?? []).map((each) => elementHtml(block, each, surface)).join('')}</div>`,
  rich_text: ({ elements = [] }) => richTextHtml(elements),
  input,
};

/** Blocks as HTML; an unsupported block says so. */
export const blocksHtml = (blocks: NamedBlock[], surface: Surface): string =>
  blocks.map((block) => BLOCKS[block.type]?.(block, surface) ?? unknown((block as Block).type)).join('\n');
