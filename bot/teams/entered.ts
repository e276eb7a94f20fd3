import type { ChannelHost } from '../../contract/channel.ts';
import { withoutTurns } from '../../contract/cleanText.ts';
import type { AskedFields } from '../../contract/messages.ts';
import type { Speech } from '../../contract/speech.ts';
import { fieldLabel, spokenFields } from '../../contract/spoken.ts';
import type { VariableSpec } from '../../contract/variables.ts';
import { fieldId } from '../shared/fieldNames.ts';
import { controlOf, isShownAgain, settingOf, type CardOptions } from './controls.ts';
import { parseCard } from './parse.ts';
import type { Words } from './typedText.ts';

interface Parts {
  host: Pick<ChannelHost, 'personByObjectId'>;
  options: CardOptions & { speech: Speech };
}

type Data = Record<string, unknown>;

const typedIn = (data: Data, name: string): string => String(data[fieldId({ name })] ?? '');

/**
 * What was entered on a card, in words, for a person whose answer came too late; without passwords. Empty for a press
 * of a button and nothing else, because the outcome in the place of the card says enough.
 * @param data what the card sent; `texts` names its text fields, of which the comment is not among those asked for
 */
export async function enteredIn(data: Data & { texts: string[] }, asked: AskedFields, parts: Parts): Promise<Words[]> {
  const { speech } = parts.options;
  const specs = spokenFields(asked, speech).filter(isShownAgain);
  const own = new Set(specs.map(({ name }) => name));
  const beside = data.texts
    .filter((name) => !own.has(name))
    .map((name): Words => ({ name, text: typedIn(data, name) }));
  if (asked.inputType === 'approval' && beside.every(({ text }) => text.trim() === '')) return [];
  const wordsOf = createWordsOf(data, specs, parts);
  const fields = specs.map(async (spec) => ({
    name: spec.name,
    label: fieldLabel(spec, speech),
    text: await wordsOf(spec),
  }));
  return [...(await Promise.all(fields)), ...beside];
}

/** A function that says what is in a field: typed text as it is, and anything else as an outcome would say it. */
function createWordsOf(data: Data, variables: VariableSpec[], { host, options }: Parts) {
  const { speech } = options;
  const setting = settingOf({ variables }, options);
  const { values } = parseCard({ variables }, data, options);

  /** Teams knows the people picked by the ids of the directory. */
  const nameOf = async (id: unknown): Promise<string> => {
    const person = await host.personByObjectId(String(id)).catch(() => null);
    return person ? withoutTurns(person.displayName) : speech.say('bot.nameless');
  };

  return async (spec: VariableSpec): Promise<string> => {
    const control = controlOf(spec, setting);
    if (control?.input === 'text') return typedIn(data, spec.name);
    const value = values[spec.name];
    if (value === undefined) return '';
    const isPerson = spec.type === 'user' || spec.type === 'multiuser';
    return isPerson ? (await Promise.all([value].flat().map(nameOf))).join(', ') : speech.value(spec, value);
  };
}
