// cspell:ignore Erledigt Gefragt Ihrem Kommentar Namen Später geantwortet kann kommen
import { expect } from 'chai';
import fc from 'fast-check';
import { renderMail, testMail, type MailLinks } from '../../../server/channels/email/renderMail.ts';
import type { Message } from '../../../contract/messages.ts';
import { say } from '../../../contract/summaries.ts';
import { ENGLISH_SPEECH, speechFor } from '../../../contract/speech.ts';
import { tagsOf, textOf } from './markup.ts';
import { anOutcome, aQuestion, EVERY_TYPE } from './support.ts';
import { aNotice } from '../../support/notices.ts';

const englishMail = (message: Message, links: MailLinks) => renderMail(message, links, ENGLISH_SPEECH);

const LINK = `https://handback.test/api/flow/external-response?token=${'a'.repeat(64)}`;

const TO_LINK = { link: LINK, canSignIn: true };
const NO_LINK = { link: null, canSignIn: true };

const linksOf = (markup: string): string[] =>
  tagsOf(markup)
    .filter(({ name }) => name === 'a')
    .map(({ attributes }) => attributes['href']!);

describe('the question mail', () => {
  it('starts with the decision, then says from whom and until when, in HTML and in plain text', () => {
    const mail = englishMail(aQuestion(), TO_LINK);
    expect(mail.subject).to.equal('Approve the expense of 900 EUR? (Expense approval)');
    for (const text of [textOf(mail.html), mail.text.replaceAll('\n> ', '\n')]) {
      expect(text).to.match(/Approve the expense of 900 EUR\?\s+A train to the compiler conference/);
      for (const words of ['Approve or Reject', 'Grace Hopper', 'Expense approval', 'Monday, 2 March 2026, 14:30 UTC'])
        expect(text).to.include(words);
    }
  });

  it('links to the response page and to the web client, and answers nothing by itself', () => {
    const question = aQuestion();
    const mail = englishMail(question, TO_LINK);
    expect(linksOf(mail.html)).to.deep.equal([LINK, question.webUrl]);
    expect(mail.text).to.include(`Answer: ${LINK}`).and.to.include(question.webUrl);
    const names = tagsOf(mail.html).map(({ name }) => name);
    for (const name of ['form', 'button', 'img', 'script', 'input']) expect(names).to.not.include(name);
  });

  it('links only to the web client, if no token was issued or a field needs it', () => {
    const question = aQuestion({ variables: [{ name: 'receipt', type: 'file', required: true }], inputType: 'form' });
    const nothingHere = aQuestion({ variables: [{ name: 'receipt', type: 'file' }], inputType: 'form' });
    for (const mail of [
      englishMail(aQuestion(), NO_LINK),
      englishMail(question, TO_LINK),
      englishMail(nothingHere, TO_LINK),
    ]) {
      expect(linksOf(mail.html)).to.deep.equal([question.webUrl]);
      expect(mail.text).to.include(`Open in Handback: ${question.webUrl}`).and.to.not.include('token');
    }
  });

  it('gives the addresses of key figures and attachments whole in plain text, and defuses all others', () => {
    const text = englishMail(
      aQuestion({
        facts: [
          { label: 'Order', kind: 'link', value: { url: 'https://erp.test/orders/17?a=1&b=2', text: 'Order 17' } },
          { label: 'Said', kind: 'text', value: 'see https://evil.test' },
        ],
        attachments: [{ label: 'See https://evil.test', kind: 'link', url: 'https://shop.test/offer' }],
      }),
      TO_LINK,
    ).text;
    expect(text)
      .to.include('> Order: Order 17 (erp.test) https://erp.test/orders/17?a=1&b=2\n')
      .and.include('> Said: see https[:]//evil.test\n')
      .and.include('> See https[:]//evil.test: shop.test https://shop.test/offer\n');
  });

  it('shows the address of a link once if that is its text', () => {
    const spans = [{ text: 'See ' }, { text: 'https://shop.test/offer', href: 'https://shop.test/offer' }];
    const content = [{ kind: 'paragraph' as const, spans }];
    const { text } = englishMail(aQuestion({ title: 'Buy it?', prompt: 'See it', content }), TO_LINK);
    expect(text).to.include('> See https://shop.test/offer\n');
  });

  it('does not send people outside the directory to the web client', () => {
    const mail = englishMail(aQuestion(), { link: LINK, canSignIn: false });
    expect(linksOf(mail.html)).to.deep.equal([LINK]);
    expect(mail.text).to.not.include('web client');
  });

  it('shows more than two options as a list', () => {
    const options = ['Sea', 'Hills', 'Town'].map((label) => ({ value: label, label }));
    const asked = aQuestion({ inputType: 'choice', variables: [{ name: 'value', type: 'select', options }] });
    expect(englishMail(asked, TO_LINK).text).to.include('Your choice: Sea, Hills or Town');
    expect(renderMail(asked, TO_LINK, speechFor('de')).text).to.include('Sea, Hills oder Town');
  });

  it('names what a form asks for', () => {
    const variables = EVERY_TYPE.filter((spec) => spec.type !== 'hidden');
    expect(englishMail(aQuestion({ inputType: 'form', variables }), TO_LINK).text).to.match(
      /You are asked for: Title, Reference, .* and 9 more/,
    );
  });

  it('quotes the end of the conversation, shortened', () => {
    const recentMessages = Array.from({ length: 10 }, (_, index) => ({
      role: 'user' as const,
      content: `message ${index} ${'x'.repeat(500)}`,
    }));
    const { text } = englishMail(
      aQuestion({ chatContext: { chatName: 'Travel desk', recentMessages, totalMessages: 12 } }),
      TO_LINK,
    );
    expect(text).to.include('From “Travel desk”, the last 3 of 12 messages');
    const quoted = text
      .split('\n')
      .filter((line) => line.startsWith('> '))
      .slice(-3);
    expect(quoted.map((line) => line.slice(0, 19))).to.deep.equal([
      '> Person: message 7',
      '> Person: message 8',
      '> Person: message 9',
    ]);
    for (const line of quoted) expect(line.length).to.be.at.most(212);
  });
});

describe('the other mails', () => {
  it("show an outcome, with this person's answer", () => {
    const mail = englishMail(anOutcome({ answers: [{ label: 'Your answer', text: 'Approve' }] }), NO_LINK);
    expect(mail.subject).to.equal('Completed: Approve the expense of 900 EUR? (Expense approval)');
    for (const text of [textOf(mail.html), mail.text])
      expect(text).to.include('Alan Turing answered: Approve.').and.to.include('Approve');
  });

  it('show the comment on the answer, and when the question was decided', () => {
    const outcome = anOutcome({ status: 'completed', comment: { text: 'Only until June.', label: 'Reason' } });
    for (const speech of [ENGLISH_SPEECH, speechFor('de')]) {
      const mail = renderMail(outcome, NO_LINK, speech);
      const state = speech.say('message.state.completed');
      for (const text of [textOf(mail.html), mail.text.replace(/\n> /g, ' ')])
        expect(text)
          .to.match(/Reason:? ?Only until June\./)
          .and.to.include(speech.instant(outcome.at));
      expect(mail.text).to.match(new RegExp(`> ${state}: .*2026`));
    }
    const unnamed = renderMail(anOutcome({ comment: { text: 'Später.' } }), NO_LINK, speechFor('de'));
    expect(unnamed.text).to.include('Kommentar: Später.');
  });

  it('show a notice, with a link if there is something to open', () => {
    const notice = {
      kind: 'notice' as const,
      title: 'Flow failed',
      text: 'It stopped.',
      webUrl: 'https://handback.test/#/x',
    };
    expect(linksOf(englishMail(notice, NO_LINK).html)).to.deep.equal(['https://handback.test/#/x']);
    expect(linksOf(englishMail({ ...notice, webUrl: null }, NO_LINK).html)).to.deep.equal([]);
    expect(testMail(ENGLISH_SPEECH).text).to.include('This is a test.');
  });
});

describe('a notice with actions', () => {
  it('has a link for each action, which leads to a page, and says whose they are', () => {
    const { html, text } = englishMail(aNotice(), TO_LINK);
    const links = ['start', 'decline', 'later'].map((id) => `${TO_LINK.link}&action=${id}`);
    expect(linksOf(html)).to.deep.equal([...links, aNotice().webUrl]);
    expect(text).to.include(`Start it: ${links[0]}\n`).and.to.include('whoever has them can act in your name');
    expect(linksOf(englishMail(aNotice(), NO_LINK).html), 'no token').to.deep.equal([aNotice().webUrl]);
  });
});

describe('any mail', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('<script>x</script>', '"\'`&', 'a\r\nBcc: all@x.test', '\u2028', '👩‍💻'.repeat(60)),
  );

  it('has a subject of one short line and escaped text, whatever is asked', () => {
    const property = fc.property(anyText, anyText, anyText, (prompt, flowName, requester) => {
      const context = {
        chatName: requester,
        recentMessages: [{ role: 'ai' as const, content: prompt }],
        totalMessages: 1,
      };
      const messages = [
        aQuestion({ prompt, flowName, requester, chatContext: context }),
        anOutcome({ prompt, flowName, requester, text: prompt }),
      ];
      for (const message of messages) {
        const mail = englishMail(message, TO_LINK);
        expect(mail.subject).to.match(/^[^\p{Cc}\u2028\u2029]{1,500}$/u);
        expect([...mail.subject].length).to.be.at.most(120);
        expect(tagsOf(mail.html).map(({ name }) => name)).to.not.include('script');
      }
    });
    fc.assert(property, { numRuns: 300 });
  });

  it("is in its reader's language, with the facts and the outcome", () => {
    const german = speechFor('de-AT');
    const mail = renderMail(aQuestion(), TO_LINK, german);
    expect(mail.html).to.include('lang="de-AT"').and.to.include('>Antworten<').and.to.include('Gefragt von');
    expect(mail.text).to.include('Wer ihn hat, kann in Ihrem Namen antworten.').and.not.include('Answer');
    const said = say('answered', { name: 'Grace Hopper' });
    const outcome = renderMail(
      anOutcome({ status: 'completed', text: 'Grace Hopper answered', said }),
      NO_LINK,
      german,
    );
    expect(outcome.subject).to.match(/^Erledigt: /);
    expect(outcome.text).to.include('Grace Hopper hat geantwortet');
    expect(testMail(german).subject).to.equal('E-Mails von Handback kommen an');
  });
});
