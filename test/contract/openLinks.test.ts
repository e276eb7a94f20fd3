// cspell:ignore xhandback Fetc Aalert Fpath Asecret
// cspell:ignore Cscript
import { expect } from 'chai';
import fc from 'fast-check';
import { appLink, isPlace, linkTo, placeToOpen, readAppLink } from '../../contract/openLinks.ts';
import { linkAmong } from '../../desktop/main/links.ts';
import { parseRoute } from '../../desktop/renderer/routes.ts';

const ORIGIN = 'https://ask.example.com';
const AT_SERVER = `server=${encodeURIComponent(ORIGIN)}`;

/** Links to unlisted places. */
const NOWHERE = [
  '',
  '/',
  'evil/x',
  'admin/graphsecurity',
  'setup',
  'settings',
  'flows/x',
  'flows/x/edit',
  'Notifications/x',
  'notifications/../admin',
  'notifications/%2e%2e/admin',
  'notifications/..',
  'notifications/.x',
  'notifications/a/b',
  'notifications//a',
  'notifications/%3Cscript%3E',
  'notifications/a b',
  'notifications/a\\b',
  'notifications/a\n',
  'notifications/a#/admin',
  'notifications/a&tab=completed',
  'assignments/sent/a/b',
  'user:secret@notifications/a',
  'notifications:80/a',
  'notifications@evil/a',
  'https://evil.example',
  '//evil.example',
  'javascript:alert(1)',
  `notifications/${'a'.repeat(10_000)}`,
];

const pieces = fc
  .array(
    fc.oneof(
      fc.constantFrom('notifications', 'assignments', 'sent', 'chats', '..', '%2e', '/', '?', '#', '@', ':', 'a'),
      fc.constantFrom('server=', encodeURIComponent(ORIGIN), '&', '%', '%00', '\\'),
      fc.string(),
    ),
    { maxLength: 8 },
  )
  .map((all) => all.join(''));

describe('links that open a place in Handback', () => {
  const PLACES = [
    'notifications',
    'notifications/01J9ZZ-ask.2~1',
    'assignments/sent',
    'assignments/sent/01J9',
    'chats/x',
  ];

  for (const place of PLACES)
    it(`lead the same way in messages, on the page and in the app: ${place}`, () => {
      const url = linkTo(ORIGIN, place);
      expect(url).to.equal(`${ORIGIN}/#/open/${place}`);
      expect(placeToOpen(new URL(url).hash)).to.equal(place);
      expect(readAppLink(appLink(place, ORIGIN))).to.deep.equal({ hash: `#/${place}`, server: ORIGIN });
    });

  for (const place of NOWHERE)
    it(`lead nowhere else: ${JSON.stringify(place.slice(0, 60))}`, () => {
      expect(isPlace(place)).to.equal(false);
      expect(placeToOpen(`#/open/${place}`)).to.equal(null);
      expect(() => appLink(place, ORIGIN)).to.throw(TypeError);
      // some systems add a slash at the end
      if (!place.endsWith('\n')) expect(readAppLink(`handback://${place}`)).to.equal(null);
    });

  it('are the address of the page itself if its id cannot be in a link', () => {
    expect(linkTo(ORIGIN, 'notifications/01J9%20ask')).to.equal(`${ORIGIN}/#/notifications/01J9%20ask`);
  });

  it('are opened by a page for `open` only', () => {
    for (const hash of ['', '#', '#/', '#/notifications/x', '#/open', '#/open/', '#/opened/chats', '#open/chats'])
      expect(placeToOpen(hash), hash).to.equal(null);
  });

  it('open the app in the form that operating systems pass them', () => {
    const chat = { hash: '#/chats/01J9ZZ', server: null };
    expect(readAppLink('handback://chats/01J9ZZ')).to.deep.equal(chat);
    expect(readAppLink('HANDBACK://chats/01J9ZZ/')).to.deep.equal(chat);
    const local = 'http://localhost:3000';
    expect(readAppLink(`handback://chats/?server=${encodeURIComponent(local)}`)).to.deep.equal({
      hash: '#/chats',
      server: local,
    });
  });

  for (const link of [
    '',
    'handback',
    'handback:',
    'handback:notifications/x',
    'handback:/notifications/x',
    'https://notifications/x',
    'xhandback://notifications',
    ' handback://notifications',
    'handback://notifications/a?window=main',
    'handback://notifications/a?',
    'handback://notifications/a?server=',
    'handback://notifications/a?server=ask.example.com',
    'handback://notifications/a?server=file%3A%2F%2F%2Fetc',
    'handback://notifications/a?server=javascript%3Aalert(1)',
    `handback://notifications/a?${AT_SERVER}%2Fpath`,
    `handback://notifications/a?${AT_SERVER}&${AT_SERVER}`,
    `handback://notifications/a?${AT_SERVER}?`,
    `handback://notifications/a?${AT_SERVER}#/admin`,
    'handback://notifications/a?server=https%3A%2F%2Fme%3Asecret%40ask.example.com',
    'handback://notifications/a?server=%E0%A4%A',
    `handback://notifications/a?server=${encodeURIComponent(`https://${'a'.repeat(600)}.example`)}`,
  ])
    it(`open nothing: ${link.slice(0, 70)}`, () => expect(readAppLink(link)).to.equal(null));

  it('lead to a page that the client knows, or nowhere, whatever is written', () => {
    fc.assert(
      fc.property(pieces, (text) => {
        const read = readAppLink(`handback://${text}`);
        const place = placeToOpen(`#/open/${text}`);
        for (const hash of [read?.hash, place && `#/${place}`]) {
          if (!hash) continue;
          expect(hash).to.match(/^#\/(notifications|assignments(\/sent)?|chats|executions)(\/[\w.~-]+)?$/);
          expect(parseRoute(hash).page).not.to.equal('unknown');
        }
        if (read?.server) expect(new URL(read.server).origin).to.equal(read.server);
      }),
      { numRuns: 3_000 },
    );
  });

  it('are found among the arguments of a process', () => {
    expect(linkAmong(['handback', '--hidden', 'handback://chats/x'])).to.equal('handback://chats/x');
    expect(linkAmong(['handback', '--hidden'])).to.equal(null);
  });
});
