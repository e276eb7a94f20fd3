import { expect } from 'chai';
import { failure, FAILURES, type FailureCode } from '../../contract/failures.ts';
import { failureWords } from '../../desktop/renderer/flows/failureWords.ts';
import { inEnglish, inGerman } from './support/words.ts';

// cspell:disable

const VALUES = {
  count: 20_000,
  kind: 'person',
  node: 'ask',
  nodes: 'a, b',
  reference: 'x@y.test',
  name: 'Ada',
  host: 'y.test',
  status: 503,
  period: 'minute',
  seconds: 2,
  permission: 'Mail.Read',
  reason: 'itemNotFound',
  path: '../x',
  address: 'nobody',
  text: 'tomorrow',
  why: 'form',
};

describe('desktop/renderer/flows: why something failed', () => {
  for (const code of Object.keys(FAILURES) as FailureCode[])
    it(`${code} has words in English and in German`, () => {
      const failed = failure(code, VALUES);
      expect(failed.message).to.not.match(/undefined/);
      expect(failed.message, 'a sentence').to.match(/^(?:[A-Z“"]|y\.test ).*\.$/);
      const [english, german] = [failureWords(failed, inEnglish), failureWords(failed, inGerman)];
      for (const words of [english, german]) expect(words).to.not.match(/failure\.|[{}]/);
      expect(german).to.not.equal(english);
    });

  it('says what is wrong with an address, and why a host cannot be reached', () => {
    const words = (code: FailureCode, why: string) =>
      [inEnglish, inGerman].map((text) => failureWords(failure(code, { ...VALUES, why }), text));
    expect([words('http_bad_url', 'scheme'), words('http_unreachable', 'nameless')]).to.deep.equal([
      ['Only https addresses can be called.', 'Nur https-Adressen lassen sich aufrufen.'],
      ['y.test has no address.', 'y.test hat keine Adresse.'],
    ]);
    expect(words('http_unreachable', '')[1]).to.equal('y.test ist nicht zu erreichen.');
  });

  it('names steps as the page does, and leaves a path of a drive alone', () => {
    const names: Record<string, string> = { ask: 'Ask twice', both: 'Both are here' };
    const words = (code: FailureCode, values: Record<string, string>) =>
      failureWords(failure(code, values), inEnglish, (id) => names[id]);
    expect([
      words('no_edge', { node: 'ask' }),
      words('branches_scattered', { nodes: 'both, call' }),
      words('path_refused', { path: 'ask/both' }),
    ]).to.deep.equal([
      'No condition of the connections from “Ask twice” is true.',
      'Branches that began together are joined at different steps: Both are here, call.',
      'This path cannot be used: “ask/both”.',
    ]);
  });

  it('says which of its variants a failure is, and reads those that were stored without one', () => {
    const words = (code: FailureCode, values: Record<string, string | number>) =>
      failureWords(failure(code, values), inEnglish, (id) => `step ${id}`);
    expect([
      words('expression_failed', { why: 'condition', node: 'a', next: 'b' }),
      words('person_not_found', { why: 'blank', reference: '' }),
      words('person_not_found', { reference: 'x' }),
      words('time_invalid', { why: 'order', text: '10:00 – 09:00' }),
      words('time_invalid', { text: 'soon' }),
      words('bad_instant', { why: 'far', count: 366 }),
      words('bad_instant', { why: 'blank' }),
    ]).to.deep.equal([
      'The condition of the connection from “step a” to “step b” is neither true nor false.',
      'Nobody is named: the person is empty.',
      'The directory does not know “x”.',
      'The event does not end after it begins: 10:00 – 09:00.',
      'This is not a time with a time zone: “soon”.',
      'The time to wait for is more than 366 days away.',
      'The expression for the time to wait for finds nothing.',
    ]);
    expect(words('expression_failed', {})).to.equal(failure('expression_failed').message);
  });

  it('describes a language model as a chat does', () => {
    const busy = { code: 'llm_busy', message: 'Too much.', values: { seconds: 0 } };
    expect(failureWords(busy, inGerman)).to.equal(
      'Das Sprachmodell hat zu viel zu tun, oder sein Kontingent ist aufgebraucht.',
    );
  });

  it('tells people, groups and values apart if nobody was found', () => {
    const words = (kind: string) =>
      [inEnglish, inGerman].map((text) => failureWords(failure('assignee_unknown', { kind, reference: 'x' }), text));
    expect(['person', 'group', 'principal', 'value', 'disabled'].map(words)).to.deep.equal([
      ['The directory knows no person called “x”.', 'Das Verzeichnis kennt keine Person „x“.'],
      ['The directory knows no group called “x”.', 'Das Verzeichnis kennt keine Gruppe „x“.'],
      ['The directory knows no person or group called “x”.', 'Das Verzeichnis kennt weder Person noch Gruppe „x“.'],
      ['The variable holds something that names nobody: x.', 'Die Variable enthält etwas, das niemanden nennt: x.'],
      ['The account of “x” is disabled in the directory.', 'Das Konto „x“ ist im Verzeichnis deaktiviert.'],
    ]);
  });

  it('names who cancelled', () => {
    expect(failureWords({ code: 'cancelled', message: 'Ada did', by: 'Ada' }, inGerman)).to.match(/^Ada hat/);
  });

  it("keeps older stored text, a newer server's text, and details for authors", () => {
    const { message } = failure('node_failed');
    expect(failureWords({ code: 'node_failed', message }, inGerman)).to.equal(message);
    expect(failureWords({ code: 'not_yet_known', message: 'News.', values: {} }, inGerman)).to.equal('News.');
    expect(failureWords({ code: 'expression_failed', message: 'a is no function' }, inGerman)).to.equal(
      'a is no function',
    );
  });
});
