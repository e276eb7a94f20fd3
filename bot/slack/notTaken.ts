import type { KnownBlock, ModalView } from '@slack/types';
import { inZone, type Clock } from '../../contract/answers.ts';
import type { Speech, SpeechId } from '../../contract/speech.ts';
import { asLead } from '../../contract/asLead.ts';
import { wholeParts } from '../../contract/wholePart.ts';
import { NO_CHOICE } from '../shared/flattenOptions.ts';
import { readMetadata } from './actionValues.ts';
import { section } from './blocks.ts';
import type { Cell } from './inputs.ts';
import { checkLimits, LIMITS, type SlackMessage } from './limits.ts';
import { noteModal } from './modal.ts';
import type { People } from './people.ts';
import type { Reply } from './replies.ts';
import { fallback } from './text.ts';

/** A field of a form and its typed text. */
export interface TypedField {
  label: string;
  text: string;
}

interface SubmittedView {
  blocks?: { type: string; block_id?: string; label?: { text: string } }[];
  state: { values: object };
  private_metadata?: string;
}

type Named = { text?: { text?: string }; value: string };

const nameOf = ({ text, value }: Named): string => text?.text ?? value;

/** Who is at the form: how they read, and by which clock they picked. */
interface Writer {
  speech: Speech;
  clock: Pick<Clock, 'zone'>;
}

/**
 * What was entered into a form whose question may be gone, in words, read from the view alone. Leaves out passwords; if
 * the form does not say which they are, it leaves out everything. Never rejects: what Slack does not tell is named so.
 */
export async function typedIn(
  view: SubmittedView,
  people: Pick<People, 'nameOf'>,
  writer: Writer,
): Promise<TypedField[]> {
  const values = view.state.values as Record<string, Record<string, Cell>>;
  const passwords = readMetadata(view.private_metadata)?.passwords;
  if (!passwords) return [];
  const inputs = (view.blocks ?? []).filter(({ type }) => type === 'input');
  const fields = inputs.filter((_input, index) => !passwords.includes(index));
  const all = fields.map(async ({ block_id: id = '', label }) => ({
    label: label?.text ?? '',
    text: await textIn(values[id]?.['v'] ?? {}, people, writer),
  }));
  return (await Promise.all(all)).filter(({ text }) => text !== '');
}

async function textIn(cell: Cell, people: Pick<People, 'nameOf'>, { speech, clock }: Writer): Promise<string> {
  const { selected_option: one, selected_options: many, selected_date: day, selected_date_time: seconds } = cell;
  const users = [...(cell.selected_user ? [cell.selected_user] : []), ...(cell.selected_users ?? [])];
  const nameOfUser = async (id: string) => (await people.nameOf(id).catch(() => null)) ?? speech.say('bot.nameless');
  const names = await Promise.all(users.map(nameOfUser));
  const chosen = [one ?? [], many ?? []]
    .flat()
    .filter(({ value }) => value !== NO_CHOICE)
    .map(nameOf);
  const inWords = (type: 'date' | 'datetime', value: string) => speech.value({ name: type, type }, value);
  const dates = [
    ...(day ? [inWords('date', day)] : []),
    ...(seconds ? [inWords('datetime', inZone(seconds * 1000, clock.zone))] : []),
  ];
  const plain = [cell.value, cell.selected_time].filter(Boolean);
  const files = (cell.files ?? []).map(({ id, name }) => name ?? id);
  return [...plain, ...dates, ...chosen, ...names, ...files].join('\n');
}

/**
 * Why an answer was refused, with the typed text, so that it is not lost (behaviour 4.1).
 *
 * @returns the modal, and whether all of the text has room in it; if not, it says that messages have all of it
 */
export function notTakenModal(
  { text, webUrl }: Reply,
  typed: readonly TypedField[],
  speech: Speech,
): { view: ModalView; isWhole: boolean } {
  const view = noteModal({ title: 'slack.notTakenTitle', text, webUrl }, speech);
  if (typed.length === 0) return { view, isWhole: true };
  const blocks = typed.flatMap(sectionsOf);
  const withBlocks = (word: SpeechId, count: number): ModalView => ({
    ...view,
    blocks: [...view.blocks, section(speech.say(word)), ...blocks.slice(0, count)],
  });
  const whole = withBlocks('message.typed', blocks.length);
  if (checkLimits(whole).length === 0) return { view: whole, isWhole: true };
  let count = Math.min(blocks.length, LIMITS.viewBlocks);
  while (checkLimits(withBlocks('slack.typedInMessages', count)).length > 0) count -= 1;
  return { view: withBlocks('slack.typedInMessages', count), isWhole: false };
}

/** The same as messages, for people who closed the form or whose text has no room in it: as many as it takes. */
export function notTakenMessages(word: Reply, typed: readonly TypedField[], speech: Speech): SlackMessage[] {
  const first = noteModal({ title: 'slack.notTakenTitle', ...word }, speech).blocks as KnownBlock[];
  const messages: SlackMessage[] = [{ text: fallback(word.text), blocks: first }];
  const given = typed.length === 0 ? [] : [section(speech.say('message.typed')), ...typed.flatMap(sectionsOf)];
  for (const block of given) {
    const blocks = [...messages.at(-1)!.blocks, block];
    if (checkLimits({ text: '–', blocks }).length === 0) messages.at(-1)!.blocks = blocks;
    else messages.push({ text: fallback(word.text), blocks: [block] });
  }
  return messages;
}

/** Cuts the label rather than the typed text. */
function sectionsOf({ label, text }: TypedField): KnownBlock[] {
  const whole = `${asLead(label)}\n${text}`;
  if (whole.length <= LIMITS.text) return [section(whole)];
  return [section(asLead(label)), ...wholeParts(text, LIMITS.text).map((part) => section(part))];
}
