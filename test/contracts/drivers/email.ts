import { attachmentText } from '../../../contract/attachmentText.ts';
import { whyAsked } from '../../../contract/spoken.ts';
import { SOURCES } from '../../../contract/payload.ts';
import { ENGLISH_SPEECH } from '../../../contract/speech.ts';
import { openForm, sendForm, type ResponseForm } from '../../scenarios/support.ts';
import type { Driver, Entered, Key } from '../driver.ts';
import type { Everything } from '../everything.ts';
import { NAMES } from '../../bot/teams/teamsStage.ts';

/** The text of a page, without markup. */
const textOf = (markup: string): string =>
  markup
    .replace(/<style[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ');

/** Radio buttons are chosen by their label; everything else is typed. */
function fieldsOf({ markup }: ResponseForm, entered: Entered): Record<string, string> {
  const choices = [...markup.matchAll(/<input[^>]*\bid="([^"]+)"[^>]*\bname="([^"]+)"[^>]*\bvalue="([^"]*)"[^>]*>/g)];
  const valueOf = (name: string, label: string) =>
    choices.find(([, id, of]) => of === name && markup.includes(`<label for="${id}"><span>${label}</span>`))?.[3];
  return Object.fromEntries(
    Object.entries(entered).map(([field, text]) => [`f_${field}`, valueOf(`f_${field}`, text) ?? text]),
  );
}

/** Mails as the sandbox catches them, and the response page as a browser without JavaScript uses it. */
export function emailDriver(stage: Everything): Driver {
  async function copyOf(key: Key, requestId: string) {
    const mail = await stage.product.sandbox.mail.waitFor(
      ({ to, text }) => to[0]!.address === NAMES[key] && text.includes(requestId),
    );
    const link = /https?:\S+token=[0-9a-f]{64}/.exec(mail.text)![0];
    const form = await openForm(link);
    let last: { form: Pick<ResponseForm, 'action' | 'hidden'>; fields: Record<string, string> } | null = null;
    const page = async () => (await fetch(link)).text();
    const isOpen = async () => (await page()).includes('<form');
    let count = 0;

    async function send(of: NonNullable<typeof last>) {
      last = of;
      return textOf((await sendForm(of.form, of.fields)).markup);
    }
    return {
      // an e-mail cannot be rewritten; its link shows the outcome
      text: async () => ((await isOpen()) ? `${mail.subject}\n${mail.text}` : textOf(await page())),
      isOpen,
      answer(entered: Entered) {
        const hidden = { ...form.hidden, nonce: `${requestId.slice(0, 12)}-nonce-${++count}` };
        return send({ form: { action: form.action, hidden }, fields: fieldsOf(form, entered) });
      },
      again: () => send(last!),
      // anyone with the link answers as its person (behaviour 5.2), so somebody else has to invent one
      tryAs: (_by: Key, entered: Entered) =>
        send({
          form: {
            action: form.action,
            hidden: { ...form.hidden, token: form.hidden['token']!.replace(/.$/, flipped) },
          },
          fields: fieldsOf(form, entered),
        }),
    };
  }

  async function noticeOf(key: Key, title: string) {
    const mail = await stage.product.sandbox.mail.waitFor(
      ({ to, subject }) => to[0]!.address === NAMES[key] && subject.includes(title),
    );
    const link = /https?:\S+token=[0-9a-f]{64}(?=&action=)/.exec(mail.text)![0];
    let held = await openForm(link);

    async function press(form: ResponseForm, label: string): Promise<string> {
      const [, action] = new RegExp(`name="action" value="([^"]+)"[^>]*>${label}<`).exec(form.markup)!;
      return (await sendForm(form, { action: action! })).markup;
    }
    return {
      // an e-mail cannot be rewritten; its link shows the current state
      text: async () => textOf(await (await fetch(link)).text()),
      async press(label: string) {
        const markup = await press(held, label);
        const [, token] = /name="token" value="(\w+)"/.exec(markup) ?? [];
        if (token) held = { ...held, markup, hidden: { token } };
        return textOf(markup);
      },
      async tryAs(_by: Key, label: string) {
        const token = held.hidden['token']!.replace(/.$/, flipped);
        return textOf(await press({ ...held, hidden: { token } }, label));
      },
    };
  }

  return {
    channel: 'email',
    sources: { simple: SOURCES.email, form: SOURCES.email },
    instant: (iso) => stage.speech().instant(iso),
    say: (id, values) => stage.speech().say(id, values),
    fact: (fact) => stage.speech().fact(fact),
    attachment: (attachment) =>
      attachmentText(attachment, stage.speech().say('fact.notAvailable'), stage.speech().decimal),
    why: (askedAs) => whyAsked({ askedAs }, stage.speech())[0]![1],
    tooLate: unusable, // its token expires with the request (behaviour 5.2)
    unusable,
    notAsked: unusable,
    capabilities: () => stage.services.channels.get('email')!.capabilities,
    copyOf,
    noticeOf,
  };
}

/** A useless link reveals no person, so the page uses the browser's language; these requests name none. */
const unusable = (): string => ENGLISH_SPEECH.say('page.unusable');

const flipped = (digit: string): string => (digit === '0' ? '1' : '0');
