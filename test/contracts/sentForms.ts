import { unescapeHtml } from '../support/html.ts';

const attribute = (tag: string, name: string): string | null => {
  const found = new RegExp(`\\s${name}="([^"]*)"`).exec(tag);
  return found ? unescapeHtml(found[1]!) : null;
};
const has = (tag: string, name: string): boolean => new RegExp(`\\s${name}(?=[\\s>=]|$)`).test(tag);

/** What a browser sends for a page's form that is left as it is. */
export function sentAsIs(page: string): URLSearchParams {
  const sent = new URLSearchParams();
  const form = /<form[\s\S]*<\/form>/.exec(page)?.[0] ?? '';
  const parts = form.matchAll(
    /<input\b([^>]*)>|<textarea\b([^>]*)>([\s\S]*?)<\/textarea>|<select\b([^>]*)>([\s\S]*?)<\/select>/g,
  );
  for (const [, input, area, text, select, items] of parts) {
    const tag = input ?? area ?? select ?? '';
    const name = attribute(tag, 'name');
    if (name === null || has(tag, 'disabled')) continue;
    if (area !== undefined) sent.append(name, unescapeHtml(text!.replace(/^\n/, '')).replace(/\r?\n/g, '\r\n'));
    else if (select !== undefined) sent.append(name, chosenOf(items!));
    else if (/radio|checkbox/.test(attribute(tag, 'type') ?? '')) {
      if (has(tag, 'checked')) sent.append(name, attribute(tag, 'value') ?? 'on');
    } else sent.append(name, (attribute(tag, 'value') ?? '').replace(/[\r\n]/g, ''));
  }
  sent.set('step', 'answer');
  return sent;
}

function chosenOf(items: string): string {
  const options = [...items.matchAll(/<option\b([^>]*)>/g)].map(([, tag]) => tag!);
  const chosen = options.filter((tag) => has(tag, 'selected')).at(-1) ?? options[0] ?? '';
  return attribute(chosen, 'value') ?? '';
}
