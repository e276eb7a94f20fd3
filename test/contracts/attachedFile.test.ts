import { expect } from 'chai';
import { questionMessage } from '../../bot/slack/render.ts';
import { questionCard } from '../../bot/teams/render.ts';
import type { Attachment } from '../../contract/attachments.ts';
import { ENGLISH_SPEECH } from '../../contract/speech.ts';
import type { Message } from '../../contract/messages.ts';
import { renderMail } from '../../server/channels/email/renderMail.ts';
import { responsePage } from '../../server/channels/email/responsePage.ts';
import { outcomePage } from '../../server/channels/email/statePages.ts';
import { anOutcome, aQuestion, WEB_URL } from '../support/messages.ts';

const FILE = { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', name: 'offer.pdf', size: 2048, type: 'application/pdf' };
const ATTACHMENTS: Attachment[] = [
  { label: 'Offer', kind: 'file', file: FILE },
  { label: 'Catalogue', kind: 'link', url: 'https://erp.test/17' },
];

/** A file is downloaded by a signed-in person: messages link to the question, and never to the file. */
describe('an attached file in messages', () => {
  const question = aQuestion({ attachments: ATTACHMENTS });
  const token = 'a'.repeat(64);
  const SHOWN: Record<string, () => string> = {
    Teams: () => JSON.stringify(questionCard(question, { token })),
    Slack: () => JSON.stringify(questionMessage(question, { token })),
    mail: () => {
      const { html, text } = renderMail(
        question,
        { link: 'https://handback.test/r/x', canSignIn: true },
        ENGLISH_SPEECH,
      );
      return html + text;
    },
  };
  for (const [channel, shown] of Object.entries(SHOWN))
    it(`is named with a link to it: ${channel}`, () => {
      const text = shown();
      expect(text).to.include('offer.pdf (2 kB)').and.to.include(WEB_URL).and.to.include('https://erp.test/17');
      expect(text).to.not.include('/api/files').and.not.include(FILE.id);
    });

  const stranger = { id: 'mailto:eve@x.test', displayName: 'Eve', email: 'eve@x.test', userPrincipalName: null };
  const outcome = anOutcome({ attachments: ATTACHMENTS });
  const links = { link: 'https://handback.test/r/x', canSignIn: false };
  const clock = { zone: 'UTC', isOwn: false };
  const mailOf = (message: Message) => Object.values(renderMail(message, links, ENGLISH_SPEECH)).join('\n');
  const OUTSIDE: Record<string, () => string> = {
    'a mail': () => mailOf(question),
    'the mail of an outcome': () => mailOf(outcome),
    'the page': () =>
      responsePage({ question, person: stranger, token, nonce: 'nonce-12345678', clock, speech: ENGLISH_SPEECH }),
    'the page of an outcome': () => outcomePage(outcome, { person: stranger, speech: ENGLISH_SPEECH }),
  };
  for (const [place, shown] of Object.entries(OUTSIDE))
    it(`is named without a link to people outside the organisation, who cannot open it: ${place}`, () => {
      const text = shown();
      expect(text).to.include('offer.pdf (2 kB): only people of the organisation can open it');
      expect(text).to.include('https://erp.test/17').and.not.include(WEB_URL);
    });
});
