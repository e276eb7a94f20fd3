import type { Chat, ChatBody } from '../../../contract/chats.ts';
import type { FlowSummary } from '../../../contract/flows.ts';
import type { PrincipalReference, VariableSpec } from '../../../contract/variables.ts';
import type { Text } from '../text.ts';

const MOST_PEOPLE = 1000;

/**
 * The form fields of a chat.
 * @param chat null: a new one
 * @param hasModel whether there is a language model for an assistant
 */
export function chatSpecs(
  chat: Chat | null,
  flows: readonly FlowSummary[],
  hasModel: boolean,
  text: Text,
): VariableSpec[] {
  const isKnown = !chat?.flowId || flows.some(({ id }) => id === chat.flowId);
  const options = flows.map(({ id, name, description }) => ({
    value: id,
    label: name,
    ...(description && { description }),
  }));
  return [
    {
      name: 'name',
      type: 'text',
      label: text('chat.name'),
      required: true,
      default: chat?.name,
      validation: { max: 200 },
    },
    {
      name: 'instructions',
      type: 'textarea',
      label: text('chat.instructions'),
      description: text('chat.instructionsHint'),
      default: chat?.instructions,
      validation: { max: 20_000 },
    },
    {
      name: 'flowId',
      type: 'select',
      label: text('chat.flow'),
      description: text('chat.flowHint'),
      placeholder: text('chat.noFlow'),
      default: chat?.flowId ?? undefined,
      options: isKnown ? options : [...options, { value: chat.flowId! }],
    },
    ...assistantSpecs(chat, hasModel, text),
    {
      name: 'users',
      type: 'multiuser',
      label: text('chat.users'),
      description: text('chat.usersHint'),
      default: chat?.users,
      validation: { max: MOST_PEOPLE },
    },
  ];
}

const assistantSpecs = (chat: Chat | null, hasModel: boolean, text: Text): VariableSpec[] => [
  {
    name: 'assistant',
    type: 'boolean',
    label: text('chat.assistant'),
    description: text(hasModel ? 'chat.assistantHint' : 'chat.assistantMissing'),
    default: chat?.assistant.enabled ?? false,
  },
  {
    name: 'assistantInstructions',
    type: 'textarea',
    label: text('chat.assistantInstructions'),
    description: text('chat.assistantInstructionsHint'),
    default: chat?.assistant.instructions,
    validation: { max: 20_000 },
  },
];

/** @returns the names of people who cannot be added because the directory has no address for them */
export function withoutAddress(users: unknown): string[] {
  return listOf(users).flatMap((user) => (addressOf(user) === null ? [(user as PrincipalReference).displayName] : []));
}

/** The values as a body for the server. @param chat the version being changed */
export function toChatBody(values: Record<string, unknown>, chat: Chat | null): ChatBody {
  const { name, instructions, flowId, assistant, assistantInstructions, users } = values;
  return {
    name: name as string,
    instructions: (instructions as string | undefined) ?? '',
    flowId: (flowId as string | undefined) ?? null,
    users: listOf(users).flatMap((user) => addressOf(user) ?? []),
    assistant: { enabled: assistant === true, instructions: (assistantInstructions as string | undefined) ?? '' },
    ...(chat && { version: chat.version }),
  };
}

/** The form fields in which two versions of a chat differ. */
export function changedFields(one: Chat, other: Chat): string[] {
  const [before, after] = [fieldsOf(one), fieldsOf(other)];
  return Object.keys(before).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]));
}

const fieldsOf = ({ name, instructions, flowId, assistant, users }: Chat): Record<string, unknown> => ({
  name,
  instructions,
  flowId,
  assistant: assistant.enabled,
  assistantInstructions: assistant.instructions,
  users,
});

const listOf = (users: unknown): unknown[] => (Array.isArray(users) ? users : []);

/** People come from the directory, or as an address already on the access list. */
const addressOf = (user: unknown): string | null =>
  typeof user === 'string' ? user : ((user as PrincipalReference).email ?? plainAddress(user as PrincipalReference));

const plainAddress = ({ id }: PrincipalReference): string | null => (id.includes('@') ? id : null);
