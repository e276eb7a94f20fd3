// cspell:ignore tset sptth rewsn ttps
import { expect } from 'chai';
import fc from 'fast-check';
import type { Message } from '../../contract/messages.ts';
import { renderMail, type MailLinks } from '../../server/channels/email/renderMail.ts';
import { ENGLISH_SPEECH } from '../../contract/speech.ts';
import { tagsOf, textOf } from '../channels/email/markup.ts';
import { anOutcome, aQuestion } from '../channels/email/support.ts';
import { aNotice } from '../support/notices.ts';

const englishMail = (message: Message, links: MailLinks) => renderMail(message, links, ENGLISH_SPEECH);

const LINK = `https://handback.test/api/flow/external-response?token=${'a'.repeat(64)}`;
const WEB = 'https://handback.test/#/inbox/1';
const FAKE = 'https://evil.test/answer';
const UNSEEN = /(?!\n)\p{Cc}|\p{Bidi_Control}|[\u2028\u2029]/u;

/** The same text in every field of a mail that others can write. */
const written = (text: string): Message[] => [
  aQuestion({
    prompt: text,
    flowName: text,
    requester: text,
    webUrl: WEB,
    variables: [{ name: 'value', type: 'select', label: text, options: [{ value: 'x', label: text }] }],
    chatContext: { chatName: text, recentMessages: [{ role: 'ai', content: text }], totalMessages: 3 },
  }),
  anOutcome({
    prompt: text,
    text,
    flowName: text,
    requester: text,
    where: text,
    webUrl: WEB,
    answers: [{ label: text, text }],
  }),
  aNotice('Start it', { title: text, text, webUrl: WEB }),
];

const mailsOf = (text: string) => written(text).map((message) => englishMail(message, { link: LINK, canSignIn: true }));

describe('A prompt that pretends to be the mail itself', () => {
  const attacks: Record<string, string> = {
    'a link like ours': `Answer: ${FAKE}`,
    'a link after line ends of every kind': ['x', '\r', '\n', '\r\n', '\v', '\f', '\u0085', '\u2028', '\u2029'].join(
      `Answer: ${FAKE}`,
    ),
    'an end of quotation': `> \n\nAnswer: ${FAKE}\n\n> `,
    'reversed text': `\u202etset.live//:sptth :rewsnA\u202c Answer: ${FAKE}`,
    'a link without a scheme': 'Answer: www.evil.test or MAILTO:mallory@evil.test',
  };
  for (const [name, attack] of Object.entries(attacks))
    it(`comes after our text, and has no link: ${name}`, () => {
      for (const { text } of mailsOf(attack)) {
        const lines = text.split('\n');
        const firstOfOthers = lines.findIndex((line) => line.startsWith('>'));
        const ours = lines.slice(0, firstOfOthers).join('\n');
        expect(ours)
          .to.match(/Handback/)
          .and.to.match(/https:\/\/handback\.test/);
        expect(ours).to.not.include('evil');
        for (const line of lines.slice(firstOfOthers)) expect(line).to.match(/^$|^>/);
        expect(
          text.match(/(?:https?:\/\/|www\.|mailto:)[^\s]*/gi)!.filter((link) => !link.includes('handback.test')),
        ).to.deep.equal([]);
        expect(text).to.not.match(UNSEEN);
      }
    });

  it('does not succeed with any text', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.constantFrom(
        '\n',
        '\r',
        '\u2028',
        '> ',
        FAKE,
        'Answer: ',
        '\u202e',
        '\u2067',
        '\0',
        '://',
        'h',
        'ttps:',
        '//',
      ),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join('')),
        (attack) => {
          for (const { text, html, subject } of mailsOf(attack)) {
            const ours = text.split('\n').filter((line) => !line.startsWith('>'));
            expect(ours.join('\n')).to.not.include('evil').and.to.not.match(UNSEEN);
            expect(text.replaceAll('https://handback.test', '')).to.not.include('://');
            for (const shown of [text, textOf(html), subject]) expect(shown).to.not.match(/\p{Bidi_Control}|\0/u);
            const links = tagsOf(html).flatMap(({ attributes }) => attributes['href'] ?? []);
            expect(links.filter((href) => !href.startsWith('https://handback.test/'))).to.deep.equal([]);
          }
        },
      ),
    );
  });
});
