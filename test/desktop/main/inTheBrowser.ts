/** Does in the system's browser what a person does: picks themselves, and lets the page lead back to the app. */
export async function inTheBrowser(url: string, email: string): Promise<void> {
  const chosen = new URL(url);
  chosen.searchParams.set('person', email);
  const page = await (await fetch(chosen)).text();
  const [, action] = /<form[^>]* action="([^"]*)"/.exec(page) ?? [];
  if (!action) throw new Error(`no form: ${page.slice(0, 300)}`);
  const fields = [...page.matchAll(/<input[^>]* name="([^"]*)" value="([^"]*)"/g)].map(
    ([, name, value]): [string, string] => [name!, plain(value!)],
  );
  const answered = await fetch(plain(action), { method: 'POST', body: new URLSearchParams(fields) });
  await answered.text();
}

const ENTITIES: Record<string, string> = { amp: '&', quot: '"', lt: '<', gt: '>', '#39': "'" };
const plain = (html: string): string => html.replace(/&(\w+|#39);/g, (_, name: string) => ENTITIES[name]!);
