import { createIntl, createIntlCache } from '@formatjs/intl';
import { boundsInWords, type BoundWords } from './boundWords.ts';
import { showValue, zoneOf, type AnswerWords } from './answers.ts';
import { decimalSignOf, writtenNumber, type DecimalSign } from './answers/numbers.ts';
import type { Values } from './answers/words.ts';
import english from './languages/en.json' with { type: 'json' };
import german from './languages/de.json' with { type: 'json' };
import broughtInEnglish from './languages/messages.en.json' with { type: 'json' };
import broughtInGerman from './languages/messages.de.json' with { type: 'json' };
import { factText } from './factText.ts';
import type { Fact } from './facts.ts';
import { chooseLanguage, localeOf, type Language } from './languages.ts';
import type { FailedCheck, FieldChecks, FieldErrors } from './problem.ts';
import { recentlyMade } from './recentlyMade.ts';
import type { Said } from './summaries.ts';
import { summaryWords } from './summaryWords.ts';
import type { VariableSpec } from './variables.ts';

const MESSAGES: Record<Language, Record<string, string>> = {
  en: { ...english, ...broughtInEnglish },
  de: { ...german, ...broughtInGerman },
};

/** The messages available outside the web client: the client's own, and those of cards, chats and mails. */
export type SpeechId = keyof typeof english | keyof typeof broughtInEnglish;

/** Messages and formats in a reader's language. */
export interface Speech {
  language: Language;
  /** BCP 47 */
  locale: string;
  say(id: SpeechId, values?: Values): string;
  /** An instant in words, in the reader's time zone. */
  instant(iso: string): string;
  /** The text of a summary; the English one if this version does not know it. */
  summary(english: string, said: Said | undefined): string;
  /** The text of a checked value. */
  value(spec: VariableSpec, value: unknown): string;
  /** The text of a key figure. */
  fact(fact: Fact): string;
  /** How the bounds of an answer are written: days, moments and numbers. */
  bounds: BoundWords;
  /** The decimal separator. */
  decimal: DecimalSign;
  /** The message of a failed check; the author's own if there is one. */
  fault(check: FailedCheck): string;
  /** The messages of all fields. */
  faults(checks: FieldChecks): FieldErrors;
}

const cache = createIntlCache();
/** Making one takes a thousand times as long as using it. */
const speeches = recentlyMade<Speech>(500);

type Wanted = string | null | undefined;

/** Speech for the reader's languages, as BCP 47 tags in order of preference; English if none is supported. In UTC. */
export const speechFor = (...wanted: Wanted[]): Speech => speechIn('UTC', ...wanted);

/** The same in a time zone, by its IANA name; UTC if the name is invalid. */
export function speechIn(timeZone: Wanted, ...wanted: Wanted[]): Speech {
  const tags = wanted.filter((tag): tag is string => typeof tag === 'string' && isTag(tag));
  const language = chooseLanguage(tags);
  const locale = language === 'en' ? 'en-GB' : knownLocale(localeOf(language, tags));
  const zone = zoneOf(timeZone) ?? 'UTC';
  return speeches(`${locale} ${zone}`, () => createSpeech(language, locale, zone));
}

/** The same speech in another time zone. */
export const byClock = ({ locale }: Speech, { zone }: { zone: string }): Speech => speechIn(zone, locale);

const locales = recentlyMade<string>(500);

/** The locale by which a tag is formatted, because there are few of these, and any number of made-up tags. */
const knownLocale = (tag: string): string =>
  locales(tag, () => new Intl.DateTimeFormat(new Intl.Locale(tag).baseName).resolvedOptions().locale);

const isTag = (tag: string): boolean => {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
};

function createSpeech(language: Language, locale: string, timeZone: string): Speech {
  const intl = createIntl({ locale, messages: MESSAGES[language], onError: () => undefined }, cache);
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone });
  const clock = new Intl.DateTimeFormat(locale, { timeStyle: 'long', hourCycle: 'h23', timeZone });
  const say: Speech['say'] = (id, values) => intl.formatMessage({ id }, values);
  const date = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' });
  const decimal = decimalSignOf(locale);
  const answers: AnswerWords = {
    yes: say('value.yes'),
    no: say('value.no'),
    provided: say('value.provided'),
    notAnswered: say('message.notAnswered'),
    files: (count) => say('message.files', { count }),
    rows: (count) => say('message.rows', { count }),
    day: (at) => date.format(at),
    number: (value) => writtenNumber(value, decimal),
  };
  const bounds: BoundWords = { locale, timeZone, namesZone: true };
  const fault: Speech['fault'] = (check) => check.words ?? say(`check.${check.id}`, boundsInWords(check, bounds));
  return {
    language,
    locale,
    say,
    instant: (iso) => `${day.format(new Date(iso))}, ${timeOn(clock, new Date(iso))}`,
    summary: (words, said) => summaryWords(words, said, say),
    value: (spec, value) => showValue(spec, value, answers),
    fact: (fact) => factText(fact, { locale, timeZone, notAvailable: say('fact.notAvailable') }),
    bounds,
    decimal,
    fault,
    faults: (checks) => Object.fromEntries(Object.entries(checks).map(([name, check]) => [name, fault(check)])),
  };
}

/** To the minute, with the name of the zone: `14:30 CET`. */
function timeOn(clock: Intl.DateTimeFormat, at: Date): string {
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, value]));
  return `${parts.get('hour')}:${parts.get('minute')} ${parts.get('timeZoneName')}`;
}

export const ENGLISH_SPEECH = speechFor('en');
