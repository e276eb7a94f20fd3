// cspell:ignore Ablehnen Dezember Schritten Uhrzeit Vielfaches mehr Antwort Webclient Zurück Beantwortet Danke Dieser Geben Genehmigen Ihre Keine Montag März Nein Noch Zeichen absenden gespeichert gesendet geantwortet gilt lässt mindestens nicht nichts senden sich stimmen stimmt verwenden weiterhin
import { expect } from 'chai';
import { ProblemError } from '../../../contract/problem.ts';
import { speechFor } from '../../../contract/speech.ts';
import { say } from '../../../contract/summaries.ts';
import { renderMail } from '../../../server/channels/email/renderMail.ts';
import { unescapeHtml } from '../../support/html.ts';
import { untranslated } from '../../support/ownWords.ts';
import { tagsOf, textOf } from './markup.ts';
import {
  ADA,
  APPROVAL,
  aHost,
  anOutcome,
  aPageServer,
  aQuestion,
  EVERY_TYPE,
  OTHER_TOKEN,
  type FakeHost,
  type PageServer,
} from './support.ts';

const GERMAN = { ...ADA, language: 'de-AT' };
const SHOWN_ATTRIBUTES = ['placeholder', 'data-clock', 'aria-label', 'title'];

/** Every text that a person reads or hears. */
const textsOf = (markup: string): string[] => [
  ...markup
    .replace(/<script>[\s\S]*?<\/script>/g, '')
    .split(/<[^>]*>/)
    .map((text) => unescapeHtml(text).replace(/\s+/g, ' ').trim()),
  ...tagsOf(markup.replace(/<script>[\s\S]*?<\/script>/g, '')).flatMap(({ attributes }) =>
    SHOWN_ATTRIBUTES.flatMap((name) => attributes[name] ?? []),
  ),
];

describe('a mail to a German reader', () => {
  it('is all in German, with German terms for ours', () => {
    const links = { link: 'https://handback.test/x', canSignIn: true };
    const variables = [{ ...APPROVAL, label: 'Your answer' }];
    const asked = aQuestion({ variables });
    const { html } = renderMail(asked, links, speechFor('de'));
    expect(textOf(html)).to.include('Gesendet von Handback.').and.not.include('Sent by').and.not.include('Your answer');
  });
});

describe('the response page for a German reader', () => {
  let host: FakeHost;
  let server: PageServer;

  async function start(...[specs, question]: Parameters<typeof aHost>): Promise<void> {
    await server?.close();
    host = aHost(specs, question);
    server = await aPageServer(host);
  }
  const speakGerman = (): void => {
    const { holderOf, openLink } = host;
    host.holderOf = async (token) => {
      const holder = await holderOf(token);
      return holder && { ...holder, person: GERMAN };
    };
    host.openLink = async (token) => {
      const link = await openLink(token);
      return link && { ...link, person: GERMAN };
    };
  };
  after(() => server.close());

  /** The same call before and after the reader's language is known. */
  async function inBoth(call: () => Promise<Response>): Promise<{ english: string; german: string }> {
    const english = await (await call()).text();
    speakGerman();
    return { english, german: await (await call()).text() };
  }

  it('has short options side by side, as for an English reader', async () => {
    const scale = { name: 'mood', type: 'range' as const, validation: { min: 1, max: 5 } };
    await start([scale], { inputType: 'form' });
    speakGerman();
    const markup = await (await fetch(server.page())).text();
    expect(markup).to.include('Keine Antwort').and.include('<div class="row">');
  });

  it('asks in their language, with fields of every type, and leaves no words of ours in English', async () => {
    const recentMessages = [{ role: 'user' as const, content: 'Who pays?', at: '2026-03-01T10:00:00.000Z' }];
    await start(EVERY_TYPE, {
      inputType: 'form',
      strategy: 'all',
      chatContext: { chatName: 'Travel desk', recentMessages, totalMessages: 12 },
    });
    const { english, german } = await inBoth(() => fetch(server.page()));
    expect(german).to.include('<html lang="de-AT">');
    expect(textOf(german)).to.include('Montag, 2. März 2026, 14:30 UTC').and.to.include('Antwort absenden');
    expect(
      untranslated([host.question, 'Handback', 'Flow', 'Person'], textsOf(english), textsOf(german)),
    ).to.deep.equal([]);
  });

  it('labels the single field of a question and writes bounds in German', async () => {
    await start([{ ...APPROVAL, label: 'Your answer' }]);
    speakGerman();
    expect(textOf(await (await fetch(server.page())).text()))
      .to.include('Ihre Antwort')
      .and.not.include('Your answer');

    const validation = { min: '2026-12-24T08:00Z' };
    await start(
      [
        { name: 'when', type: 'datetime', validation },
        { name: 'day', type: 'date', validation: { min: '2026-12-01', max: '2026-12-24' } },
        { name: 'cost', type: 'number', validation: { min: 0.5, step: 0.5 } },
        { name: 'share', type: 'range', validation: { min: 0, max: 0.5, step: 0.25 } },
      ],
      { inputType: 'form' },
    );
    speakGerman();
    expect(textOf(await (await fetch(server.page())).text()))
      .to.include('Ab 24. Dezember 2026 um 09:00 MEZ')
      .and.include('1. Dezember 2026 bis 24. Dezember 2026.')
      .and.include('0,5 oder mehr, in Schritten von 0,5.')
      .and.include('0,25');
    const early = await server.post({ f_when: '2026-12-24T16:00', zone: 'Asia/Tokyo', f_cost: '0.7' });
    expect(textOf(await early.text()))
      .to.include('Geben Sie Datum und Uhrzeit ab 24. Dezember 2026 um 17:00 GMT+9 ein.')
      .and.include('Ab 24. Dezember 2026 um 17:00 GMT+9')
      .and.include('0,5 plus ein Vielfaches von 0,5');
  });

  it('reports errors, confirmations and failures to store in German', async () => {
    await start(EVERY_TYPE, { inputType: 'form' });
    const faulty = await inBoth(() => server.post({ f_reference: 'x', f_cost: 'x' }));
    expect(textOf(faulty.german))
      .to.include('Geben Sie mindestens 3 Zeichen ein.')
      .and.to.include('stimmen noch nicht');
    expect(
      untranslated([host.question, 'Handback', 'Flow'], textsOf(faulty.english), textsOf(faulty.german)),
    ).to.deep.equal([]);

    await start([{ name: 'value', type: 'select', options: [{ value: 'no', label: 'Nein', confirm: true }] }]);
    speakGerman();
    const asked = textOf(await (await server.post({ f_value: 'no' })).text());
    expect(asked).to.match(/„Nein“ senden\?.*Noch ist nichts gesendet\. *Antwort senden *Zurück/);

    host.failure = new ProblemError('unavailable', 'The database is busy.');
    const busy = textOf(await (await server.post({ f_value: 'no', step: 'send' })).text());
    expect(busy).to.include('Ihre Antwort ist nicht gespeichert; der Link gilt weiterhin.').and.not.include('busy');
  });

  it('thanks them, and shows the outcome of a question', async () => {
    await start();
    speakGerman();
    const said = say('answeredWith', { name: 'Grace' }, [{ text: 'Yes', word: 'yes' }]);
    const given = {
      inputType: 'form' as const,
      spec: { name: 'when', type: 'date' as const, label: 'Day' },
      value: '2026-03-02',
    };
    const answers = [{ label: 'Day', text: '2 March 2026', given }];
    const outcome = anOutcome({ text: 'Grace answered: Yes', said, answers, channel: 'web' });
    host.reply = { kind: 'recorded', outcome };
    const thanks = textOf(await (await server.post({ f_value: 'approved' })).text());
    expect(thanks).to.include('Danke. Ihre Antwort ist gespeichert.').and.to.include('Grace hat geantwortet: Ja');
    expect(thanks).to.include('Day 2. März 2026');
    host.outcome = outcome;
    const { german } = await inBoth(() => fetch(server.page()));
    expect(textOf(german)).to.include('Beantwortet in Webclient');
  });

  it("uses the browser's language if the directory has none, also for a useless link", async () => {
    await start();
    const headers = { 'accept-language': 'fr-FR, de-CH;q=0.8, en;q=0.5' };
    const open = async (token?: string) => textOf(await (await fetch(server.page(token), { headers })).text());
    expect(await open()).to.include('Antwort absenden');
    expect(await open(OTHER_TOKEN)).to.include('Dieser Link lässt sich nicht verwenden');
  });
});
