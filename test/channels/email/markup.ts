import { ENGLISH_SPEECH } from '../../../contract/speech.ts';
import { clockScript } from '../../../server/channels/email/clockScript.ts';
import { offlineGuard } from '../../../server/channels/email/offlineScript.ts';
import { unescapeHtml } from '../../support/html.ts';

/** One opening tag. */
export interface Tag {
  name: string;
  attributes: Record<string, string>;
}

const TAG = /<([a-z][a-z0-9]*)((?:\s+[a-z:-]+(?:="[^"]*")?)*)\s*\/?>/gi;
const ATTRIBUTE = /([a-z:-]+)(?:="([^"]*)")?/gi;

const withoutStyle = (markup: string): string => markup.replace(/<style>[\s\S]*?<\/style>/g, '');

/** Every opening tag of a document, in order. Throws if a `<` occurs anywhere else, as in text that was not escaped. */
export function tagsOf(document: string): Tag[] {
  const markup = withoutStyle(document);
  const rest = markup.replace(TAG, '').replace(/<\/[a-z][a-z0-9]*\s*>|<!doctype html>/gi, '');
  if (/[<>]/.test(rest))
    throw new Error(`stray markup near ${rest.slice(Math.max(0, rest.search(/[<>]/) - 40)).slice(0, 120)}`);
  return [...markup.matchAll(TAG)].map(([, name, inside]) => ({
    name: name!.toLowerCase(),
    attributes: Object.fromEntries(
      [...inside!.matchAll(ATTRIBUTE)].map(([, key, value]) => [key!, unescapeHtml(value ?? '')]),
    ),
  }));
}

/** The text that people read. */
export const textOf = (markup: string): string =>
  unescapeHtml(withoutStyle(markup).replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

/** An English page without the scripts that we put there ourselves, each once. */
export const withoutOurScripts = (markup: string): string =>
  markup.replace(clockScript.markup, '').replace(offlineGuard(ENGLISH_SPEECH).markup, '');
