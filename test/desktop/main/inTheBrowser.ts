import { formAction, formFields } from '../../sandbox/userAgent.ts';

/**
 * Does what a person does in the system browser: picks themselves, and lets the page lead back to the app.
 *
 * @returns the final page
 */
export async function inTheBrowser(url: string, email: string): Promise<string> {
  const chosen = new URL(url);
  chosen.searchParams.set('person', email);
  const page = await (await fetch(chosen)).text();
  const action = formAction(page);
  if (!action) throw new Error(`no form: ${page.slice(0, 300)}`);
  const answered = await fetch(action, { method: 'POST', body: new URLSearchParams(formFields(page)) });
  return answered.text();
}
