// cspell:ignore Cscript
import { expect } from 'chai';
import fc from 'fast-check';
import { linkAmong, routeOf } from '../../../desktop/main/deepLink.ts';
import { parseRoute } from '../../../desktop/renderer/routes.ts';

describe('links that open the desktop app', () => {
  it('lead to what is on the list', () => {
    expect(routeOf('handback://notifications/01J9ZZ-ask')).to.equal('#/notifications/01J9ZZ-ask');
    expect(routeOf('handback://notifications/01J9ZZ-ask.2~1')).to.equal('#/notifications/01J9ZZ-ask.2~1');
    expect(routeOf('handback://assignments')).to.equal('#/assignments');
    expect(routeOf('HANDBACK://chats/01J9ZZ/')).to.equal('#/chats/01J9ZZ');
  });

  for (const link of [
    '',
    'handback',
    'handback:',
    'handback://',
    'handback:notifications/x',
    'https://notifications/x',
    'javascript:alert(1)',
    'handback://evil/x',
    'handback://admin/graphsecurity',
    'handback://setup',
    'handback://flows/x',
    'handback://notifications/../admin',
    'handback://notifications/%2e%2e/admin',
    'handback://notifications/..',
    'handback://notifications/.x',
    'handback://notifications/a/b',
    'handback://notifications//a',
    'handback://notifications/%3Cscript%3E',
    'handback://notifications/a b',
    'handback://notifications/a\\b',
    'handback://notifications/a?window=main',
    'handback://notifications/a#/admin',
    'handback://user:secret@notifications/a',
    'handback://notifications:80/a',
    'handback://notifications@evil/a',
    `handback://notifications/${'a'.repeat(10_000)}`,
  ])
    it(`lead nowhere: ${link.slice(0, 60)}`, () => expect(routeOf(link)).to.equal(null));

  it('lead to a page that the client knows, or nowhere, whatever is written', () => {
    const piece = fc.oneof(
      fc.constantFrom('notifications', 'chats', '..', '%2e', '/', '?', '#', '@', ':', 'a'),
      fc.string(),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const route = routeOf(`handback://${pieces.join('')}`);
        if (route === null) return;
        expect(route).to.match(/^#\/(notifications|assignments|chats|executions)(\/[\w.~-]+)?$/);
        expect(parseRoute(route).page).not.to.equal('unknown');
      }),
      { numRuns: 2_000 },
    );
  });

  it('are found among the arguments of a process', () => {
    expect(linkAmong(['handback', '--hidden', 'handback://chats/x'])).to.equal('handback://chats/x');
    expect(linkAmong(['handback', '--hidden'])).to.equal(null);
  });
});
