import { createIntl, createIntlCache } from '@formatjs/intl';
import { showValue, type AnswerWords } from './answers.ts';
import type { Values } from './answers/words.ts';
import english from './languages/en.json' with { type: 'json' };
import german from './languages/de.json' with { type: 'json' };
import broughtInEnglish from './languages/messages.en.json' with { type: 'json' };
import broughtInGerman from './languages/messages.de.json' with { type: 'json' };
import { chooseLanguage, localeOf, type Language } from './languages.ts';
import type { FailedCheck, FieldChecks, FieldErrors } from './problem.ts';
import type { Said } from './summaries.ts';
import { summaryWords } from './summaryWords.ts';
import type { VariableSpec } from './variables.ts';

const MESSAGES: Record<Language, Record<string, string>> = {
  en: { ...english, ...broughtInEnglish },
  de: { ...german, ...broughtInGerman },
};

/** What can be said to people outside of the web client: its own messages, and those of cards, chats and mails. */
export type SpeechId = keyof typeof english | keyof typeof broughtInEnglish;

/** The words of a reader's language, for what is brought to them. */
export interface Speech {
  language: Language;
  /** BCP 47 */
  locale: string;
  say(id: SpeechId, values?: Values): string;
  /** An instant in words, in UTC. */
  instant(iso: string): string;
  /** What a summary says; in its English where this version does not know it. */
  summary(english: string, said: Said | undefined): string;
  /** How a checked value reads. */
  value(spec: VariableSpec, value: unknown): string;
  /** What a failed check says; in the author's own words where there are some. */
  fault(check: FailedCheck): string;
  /** The same of each field. */
  faults(checks: FieldChecks): FieldErrors;
}

const cache = createIntlCache();
const speeches = new Map<string, Speech>();

/** By the languages that a reader wants, as BCP 47 tags, the best first; English where none of them is spoken. */
export function speechFor(...wanted: (string | null | undefined)[]): Speech {
  const tags = wanted.filter((tag): tag is string => typeof tag === 'string' && isTag(tag));
  const language = chooseLanguage(tags);
  const locale = language === 'en' ? 'en-GB' : localeOf(language, tags);
  const known = speeches.get(locale) ?? createSpeech(language, locale);
  if (speeches.size < MOST_LOCALES) speeches.set(locale, known);
  return known;
}

/** Whoever names languages at will fills no memory with them. */
const MOST_LOCALES = 100;

const isTag = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};

function createSpeech(language: Language, locale: string): Speech {
  const intl = createIntl({ locale, messages: MESSAGES[language], onError: () => undefined }, cache);
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' });
  const say: Speech['say'] = (id, values) => intl.formatMessage({ id }, values);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const answers: AnswerWords = {
    yes: say('value.yes'),
    no: say('value.no'),
    provided: say('value.provided'),
    notAnswered: say('message.notAnswered'),
    files: (count) => say('message.files', { count }),
    entries: (count) => say('message.entries', { count }),
    rows: (count) => say('message.rows', { count }),
    day: (at) => date.format(at),
  };
  const fault: Speech['fault'] = ({ id, values, words }) => words ?? say(`check.${id}`, values);
  return {
    language,
    locale,
    say,
    instant: (iso) => `${day.format(new Date(iso))}, ${new Date(iso).toISOString().slice(11, 16)} UTC`,
    summary: (words, said) => summaryWords(words, said, say),
    value: (spec, value) => showValue(spec, value, answers),
    fault,
    faults: (checks) => Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, fault(check)])),
  };
}

export const ENGLISH_SPEECH = speechFor('en');
