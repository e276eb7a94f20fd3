import { SOURCES } from '../../../contract/payload.ts';
import type { Element, NamedBlock } from '../../../sandbox/slack/blockKit.ts';
import type { Attempt } from '../../../sandbox/slack/interactions.ts';
import type { SlackMessage } from '../../../sandbox/slack/workspace.ts';
import { eventually } from '../../support/product.ts';
import { inChats, type Driver, type Entered, type Key } from '../driver.ts';
import type { Everything } from '../everything.ts';

/** Every object within blocks, outer ones first. */
function partsOf(value: unknown): Record<string, unknown>[] {
  if (typeof value !== 'object' || value === null) return [];
  const within = Object.values(value).flatMap(partsOf);
  return Array.isArray(value) ? within : [value as Record<string, unknown>, ...within];
}

const textOf = (blocks: NamedBlock[]): string =>
  partsOf(blocks)
    .map((part) => part['text'])
    .filter((text) => typeof text === 'string')
    .join('\n');

const labelOf = ({ text }: Element): string => (typeof text === 'object' ? text.text : (text ?? ''));

const buttonsOf = ({ blocks }: SlackMessage): { blockId: string; element: Element; actionId: string }[] =>
  blocks
    .flatMap(({ block_id: blockId, elements = [] }) => elements.map((element) => ({ blockId, element })))
    .filter(
      ({ element }) => element.type === 'button' && /^(answer:\d+|open_form(:\d+)?)$/.test(element.action_id ?? ''),
    )
    .map((button) => ({ ...button, actionId: button.element.action_id! }));

/** The state of a modal's fields after somebody has chosen and typed. */
function fieldsOf(blocks: NamedBlock[], entered: Entered): Record<string, string[]> {
  const inputs = new Map(blocks.map((block) => [block.block_id, block.element]));
  return Object.fromEntries(
    Object.entries(entered).map(([field, text]) => {
      const chosen = inputs.get(`f_${field}`)?.options?.find((option) => option.text.text === text);
      return [`f_${field}/v`, [chosen?.value ?? text]];
    }),
  );
}

/** Messages and modals of the sandbox's workspace; presses and submissions arrive signed as Slack signs them. */
export function slackDriver(stage: Everything): Driver {
  const deskOf = (key: Key) => stage.slack.workspace.desk(stage.slack.member(key).userId);

  /** Everything a person sees now, including changes. */
  const seenBy = (key: Key): string => {
    const { messages, modals } = deskOf(key);
    return [...messages, ...modals].map(({ blocks }) => textOf(blocks)).join('\n');
  };

  /** Does something, and resolves with the reply: the response, or the changed screen. */
  async function told(key: Key, act: () => Promise<Attempt>): Promise<string> {
    const before = seenBy(key);
    const { errors, problem } = await act();
    if (errors || problem) return [...Object.values(errors ?? {}), problem ?? ''].join('\n');
    return eventually(async () => (seenBy(key) === before ? undefined : seenBy(key)));
  }

  async function copyOf(key: Key, requestId: string) {
    const isCopy = (message: SlackMessage) =>
      buttonsOf(message).some(({ element }) => element.value?.includes(requestId));
    const copy = await eventually(async () => deskOf(key).messages.find(isCopy));
    const now = () => deskOf(key).messages.find(({ ts }) => ts === copy.ts)!;
    let last: (() => Promise<string>) | null = null;

    /** On the copy as it was taken up, which a client may show until it hears of a newer one. */
    async function send(by: Key, entered: Entered): Promise<string> {
      const { workspace, interactions, member } = stage.slack;
      const person = member(by);
      workspace.putMessage(person.userId, { ...copy, channel: person.channel });
      const buttons = buttonsOf(copy);
      const pressed = buttons.find(({ element }) => Object.values(entered).includes(labelOf(element)));
      const isInline = pressed?.actionId.startsWith('answer:') && entered['comment'] === undefined;
      const form = buttons.find((button) => button.actionId.startsWith('open_form'));
      const { blockId, actionId } = (isInline ? pressed : form) ?? buttons[0]!;
      const words = await told(by, () => interactions.press(person, { ts: copy.ts, blockId, actionId }));
      if (isInline) return words;
      const opened = await eventually(async () => {
        const [modal] = deskOf(by).modals;
        const isLoading =
          modal &&
          !modal.blocks.some(({ type }) => type === 'input') &&
          textOf(modal.blocks).includes(stage.speech().say('slack.loading'));
        return modal && !isLoading ? modal : undefined;
      });
      if (!opened.submit) return textOf(opened.blocks);
      return told(by, () => interactions.submit(person, opened.id, fieldsOf(opened.blocks, entered)));
    }
    return {
      text: async () => textOf(now().blocks),
      isOpen: async () => buttonsOf(now()).length > 0,
      answer(entered: Entered) {
        stage.advance(1000); // a press is identified by its time
        deskOf(key).modals.length = 0;
        return (last = () => send(key, entered))();
      },
      again: () => last!(),
      tryAs: (by: Key, entered: Entered) => send(by, entered),
    };
  }

  async function noticeOf(key: Key, title: string) {
    const isCopy = (message: SlackMessage) => textOf(message.blocks).includes(title);
    const copy = await eventually(async () => deskOf(key).messages.find(isCopy));
    const now = () => deskOf(key).messages.find(({ ts }) => ts === copy.ts)!;
    let held = copy;

    /** New or changed text. */
    async function press(by: Key, label: string): Promise<string> {
      const { workspace, interactions, member } = stage.slack;
      const person = member(by);
      workspace.putMessage(person.userId, { ...held, channel: person.channel });
      const { block_id: blockId, elements } = held.blocks.find(({ type }) => type === 'actions')!;
      const { action_id: actionId } = elements!.find((element) => labelOf(element) === label)!;
      stage.advance(1000);
      const texts = () => deskOf(by).messages.map(({ blocks }) => textOf(blocks));
      const before = texts();
      await told(by, () => interactions.press(person, { ts: copy.ts, blockId, actionId: actionId! }));
      return texts()
        .filter((text) => !before.includes(text) || before.splice(before.indexOf(text), 1).length === 0)
        .join('\n');
    }
    return {
      text: async () => textOf(now().blocks),
      async press(label: string) {
        const words = await press(key, label);
        held = now();
        return words;
      },
      tryAs: press,
    };
  }

  return {
    channel: 'slack',
    sources: { simple: SOURCES.slack_inline, form: SOURCES.slack_modal },
    instant: (iso) => `<!date^${Math.floor(Date.parse(iso) / 1000)}^`,
    ...inChats(stage),
    capabilities: () => stage.services.channels.get('slack')!.capabilities,
    copyOf,
    noticeOf,
  };
}
