import { expect } from 'chai';
import type { Acted, GivenAction } from '../../../contract/conversation.ts';
import { aNotice } from '../../support/notices.ts';
import { anOutcome, REQUEST_ID } from '../../support/messages.ts';
import { tagsOf, textOf } from './markup.ts';
import { ADA, aHost, aPageServer, aQuestion, TOKEN, type FakeHost, type PageServer } from './support.ts';

describe('the page behind the link of a notice', () => {
  let host: FakeHost;
  let server: PageServer;
  let acted: GivenAction[];
  let reply: Acted;

  beforeEach(async () => {
    acted = [];
    reply = { kind: 'done', now: { message: aNotice('Go on'), token: 'b'.repeat(64) } };
    host = Object.assign(aHost(), {
      openLink: async () => ({ person: ADA, message: aNotice() }),
      async act(given: GivenAction) {
        acted.push(given);
        return reply;
      },
    });
    server = await aPageServer(host);
  });
  afterEach(() => server.close());

  const buttonsOf = (markup: string) =>
    tagsOf(markup).flatMap(({ name, attributes }) => (name === 'button' ? [attributes['value']] : []));
  const open = async (more = '', headers = {}) => (await fetch(`${server.page()}${more}`, { headers })).text();

  it("asks for confirmation of the link's action, and does nothing by itself", async () => {
    const markup = await open('&action=decline');
    expect(textOf(markup)).to.include('Fetch the post').and.to.include('Nothing is done before you press a button.');
    expect(buttonsOf(markup)).to.deep.equal(['decline']);
    expect(buttonsOf(await open()), 'without a choice there are all').to.deep.equal(['start', 'decline', 'later']);
    expect(buttonsOf(await open('&action=%22%3E&action=x'))).to.have.length(3);
    expect(acted).to.deep.equal([]);
  });

  it('performs the action that was pressed, and shows the new state', async () => {
    const done = await server.post({ action: 'start' });
    expect(done.status).to.equal(200);
    expect(acted).to.deep.equal([{ person: ADA, subjectId: REQUEST_ID, token: TOKEN, actionId: 'start' }]);
    const markup = await done.text();
    expect(textOf(markup)).to.include('Recorded').and.to.include('Go on');
    expect(markup).to.include('b'.repeat(64)).and.not.include(TOKEN);
  });

  it('says so if the action is no longer offered', async () => {
    reply = { kind: 'not_offered', now: { message: aNotice(), token: null } };
    const late = await server.post({ action: 'start' });
    const markup = await late.text();
    expect([late.status, buttonsOf(markup)]).to.deep.equal([409, []]);
    expect(textOf(markup)).to.include('is not offered any more');
    reply = { kind: 'not_offered', now: { message: anOutcome(), token: null } };
    expect(textOf(await (await server.post({ action: 'start' })).text())).to.include('Alan Turing answered');
    reply = { kind: 'not_offered', now: { message: aQuestion(), token: null } };
    expect((await server.post({ action: 'start' })).status, 'a question is answered').to.equal(410);
  });

  it('reveals nothing to holders of a useless link', async () => {
    reply = { kind: 'refused', id: 'not_assignee', values: { webUrl: '' } };
    const refused = await server.post({ action: 'start' });
    expect([refused.status, textOf(await refused.text())[0]]).to.deep.equal([410, 'T']);
  });

  it("is in its reader's language", async () => {
    const markup = await open('', { 'accept-language': 'de' });
    // cspell:disable-next-line
    expect(textOf(markup)).to.include('Es geschieht nichts, bevor Sie auf eine Schaltfläche klicken.');
  });
});
