import { expect } from 'chai';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { chooseLanguage, LANGUAGES, localeOf } from '../../desktop/renderer/languages.ts';

const renderer = path.join(import.meta.dirname, '..', '..', 'desktop', 'renderer');
const read = (language: string): Record<string, string> =>
  JSON.parse(readFileSync(path.join(renderer, 'languages', `${language}.json`), 'utf8'));
const english = read('en');

/** Names of what is filled in: `{name}`, `{count, plural, …}`. */
const placeholders = (message: string): string[] =>
  [...new Set([...message.matchAll(/\{(\w+)(?=[,}])/g)].map(([, name]) => name!))].sort();

const source = readdirSync(renderer, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => readFileSync(path.join(renderer, file), 'utf8'))
  .join('\n');

describe('desktop/renderer/languages', () => {
  for (const language of LANGUAGES) {
    it(`${language} says everything, with the same things filled in`, () => {
      const messages = read(language);
      expect(Object.keys(messages)).to.deep.equal(Object.keys(english));
      for (const [key, message] of Object.entries(messages)) {
        expect(placeholders(message), key).to.deep.equal(placeholders(english[key]!));
        expect(message.trim(), key).to.not.equal('');
      }
    });
  }

  it('keeps no message that nobody uses', () => {
    const isUsed = (key: string): boolean => {
      const parts = key.split('.');
      const dynamic = parts.map((_, index) => [...parts.slice(0, index), '${'].join('.')).slice(1);
      return source.includes(`'${key}'`) || dynamic.some((start) => source.includes(`\`${start}`));
    };
    expect(Object.keys(english).filter((key) => !isUsed(key))).to.deep.equal([]);
  });

  it('chooses the first language that it speaks', () => {
    expect(chooseLanguage(['fr-FR', 'de-AT', 'en'])).to.equal('de');
    expect(chooseLanguage(['fr'])).to.equal('en');
    expect(chooseLanguage([])).to.equal('en');
  });

  it('writes dates and numbers as they are written where the person is', () => {
    expect(localeOf('en', ['de-AT', 'en-GB', 'en'])).to.equal('en-GB');
    expect(localeOf('de', ['de-AT', 'en-GB'])).to.equal('de-AT');
    expect(localeOf('de', ['en-GB'])).to.equal('de');
  });
});
