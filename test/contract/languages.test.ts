import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chooseLanguage, LANGUAGES, localeOf } from '../../contract/languages.ts';

const house = path.join(import.meta.dirname, '..', '..');
const read = (file: string): Record<string, string> =>
  JSON.parse(readFileSync(path.join(house, 'contract', 'languages', `${file}.json`), 'utf8'));

/** Placeholders: `{name}`, `{count, plural, …}`. */
const placeholders = (message: string): string[] =>
  [...new Set([...message.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name]) => name!))].sort();

const sourceOf = (folder: string): string =>
  readdirSync(path.join(house, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(house, folder, file), 'utf8'))
    .join('\n');

/** The client's messages, and those of other channels: the files, and the places that use them. */
const CATALOGUES = [
  { prefix: '', folders: ['desktop/renderer', 'contract'] },
  { prefix: 'messages.', folders: ['server', 'bot', 'contract'] },
];

describe('contract/languages', () => {
  for (const { prefix, folders } of CATALOGUES) {
    const english = read(`${prefix}en`);
    for (const language of LANGUAGES)
      it(`${prefix}${language} has every message, with the same placeholders`, () => {
        const messages = read(`${prefix}${language}`);
        expect(Object.keys(messages)).to.deep.equal(Object.keys(english));
        for (const [key, message] of Object.entries(messages)) {
          expect(placeholders(message), key).to.deep.equal(placeholders(english[key]!));
          expect(message.trim(), key).to.not.equal('');
        }
      });

    it(`${prefix}en has no unused message`, () => {
      const source = folders.map(sourceOf).join('\n');
      const isUsed = (key: string): boolean => {
        const parts = key.split('.');
        const dynamic = parts.map((_, index) => [...parts.slice(0, index), '${'].join('.')).slice(1);
        return source.includes(`'${key}'`) || dynamic.some((start) => source.includes(`\`${start}`));
      };
      expect(Object.keys(english).filter((key) => !isUsed(key))).to.deep.equal([]);
    });
  }

  // cspell:disable
  for (const [words, instead] of [
    [/Möglichkeit/, 'Option'],
    [/Kennung/, 'ID'],
    [/Kennw(o|ö)rt/, 'Passwort'],
    [/Kopfzeile/, 'Header'],
    [/Web-Client/, 'Webclient'],
    [/Clientregistrierung/, 'Client-Registrierung'],
    [/Tenant/, 'Mandant'],
    [/Signing Secret/, 'Signaturschlüssel'],
    [/\bKnöpfe/, 'Schaltfläche'],
    [/[\p{Letter}]…/u, 'a space before dots that stand for words'],
  ] as const)
    // cspell:enable
    it(`says “${instead}” in German, and nothing else for it`, () => {
      const all = ['de', 'messages.de'].flatMap((name) => Object.entries(read(name)));
      expect(all.filter(([, message]) => words.test(message)).map(([key]) => key)).to.deep.equal([]);
    });

  it('chooses the first language that it supports', () => {
    expect(chooseLanguage(['fr-FR', 'de-AT', 'en'])).to.equal('de');
    expect(chooseLanguage(['fr'])).to.equal('en');
    expect(chooseLanguage([])).to.equal('en');
  });

  it("formats dates and numbers for the reader's region", () => {
    expect(localeOf('en', ['de-AT', 'en-GB', 'en'])).to.equal('en-GB');
    expect(localeOf('de', ['de-AT', 'en-GB'])).to.equal('de-AT');
    expect(localeOf('de', ['en-GB'])).to.equal('de');
  });
});
