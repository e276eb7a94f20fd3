import { SOURCES } from '../../../contract/payload.ts';
import type { Said } from '../../bot/teams/connectorStandIn.ts';
import { hasForm, partsOf, submitOf, textOf } from '../../bot/teams/teamsStage.ts';
import { eventually } from '../../support/product.ts';
import { inChats, type Driver, type Entered, type Key } from '../driver.ts';
import type { Everything } from '../everything.ts';

interface Choice {
  title: string;
  value: string;
}

/** The values of a card's inputs after somebody has chosen and typed. */
function fieldsOf(card: unknown, entered: Entered): Record<string, string> {
  const inputs = new Map(partsOf(card).map((part) => [part['id'], part['choices'] as Choice[] | undefined]));
  return Object.fromEntries(
    Object.entries(entered).map(([field, text]) => {
      const key = `f_${field}`;
      const chosen = inputs.get(key)?.find(({ title }) => title === text)?.value;
      const button = partsOf(card).find(({ type, title }) => type === 'Action.Submit' && title === text);
      return [key, chosen ?? (button?.['data'] as Record<string, string> | undefined)?.[key] ?? text];
    }),
  );
}

/** Cards as a stand-in for Teams gets them, and signed activities as Teams sends them. */
export function teamsDriver(stage: Everything): Driver {
  async function copyOf(key: Key, requestId: string) {
    const isCopy = (said: Said) => hasForm(said) && submitOf(said.card)['requestId'] === requestId;
    const copy = await eventually(async () => stage.shown(key).find(isCopy));
    const now = () => stage.shown(key).find(({ activityId }) => activityId === copy.activityId)!;
    let last: Record<string, unknown> | null = null;
    let count = 0;

    /** The bot does all its work before it acknowledges, so its messages are there by then. */
    async function send(by: Key, activity: Record<string, unknown>) {
      await stage.call(activity);
      return textOf(stage.connector.in(`conversation-of-${by}`).at(-1)!);
    }
    const press = (by: Key, entered: Entered) =>
      stage.activity(by, {
        id: `${requestId}-${by}-${++count}`,
        replyToId: copy.activityId,
        value: { ...submitOf(copy.card), ...fieldsOf(copy.card, entered) },
      });
    return {
      text: async () => textOf(now()),
      isOpen: async () => hasForm(now()),
      answer: (entered: Entered) => send(key, (last = press(key, entered))),
      again: () => send(key, last!),
      tryAs: (by: Key, entered: Entered) => send(by, press(by, entered)),
    };
  }

  async function noticeOf(key: Key, title: string) {
    const isCopy = (said: Said) => hasForm(said) && textOf(said).includes(title);
    const copy = await eventually(async () => stage.shown(key).find(isCopy));
    const now = () => stage.shown(key).find(({ activityId }) => activityId === copy.activityId)!;
    let held = copy;

    async function press(by: Key, label: string): Promise<string> {
      const value = partsOf(held.card).find((part) => part['title'] === label)!['data'];
      const before = stage.connector.in(`conversation-of-${by}`).length;
      await stage.call(stage.activity(by, { replyToId: copy.activityId, value }));
      return stage.connector
        .in(`conversation-of-${by}`)
        .slice(before)
        .map((said) => textOf(said))
        .join('\n');
    }
    return {
      text: async () => textOf(now()),
      async press(label: string) {
        const told = await press(key, label);
        held = now();
        return told;
      },
      tryAs: press,
    };
  }

  return {
    channel: 'teams',
    sources: { simple: SOURCES.teams, form: SOURCES.teams },
    instant: (iso) => `{{DATE(${iso.replace(/\.\d+Z$/, 'Z')}`,
    ...inChats(stage),
    capabilities: () => stage.services.channels.get('teams')!.capabilities,
    copyOf,
    noticeOf,
  };
}
