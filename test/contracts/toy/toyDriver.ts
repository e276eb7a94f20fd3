import { typedValue } from '../../../contract/answers.ts';
import type { Notice, Question } from '../../../contract/messages.ts';
import { flattenOptions } from '../../../bot/shared/flattenOptions.ts';
import { eventually } from '../../support/product.ts';
import { TO_PROGRAMS, type Driver, type Entered, type Key, type SuiteStage } from '../driver.ts';
import { TOY_SOURCE, type Shelf, type ToyCopy } from './toyChannel.ts';

/** The toy's password, for its settings. */
export const PASSWORD = 'open sesame';

const valuesOf = ({ variables }: Question, entered: Entered) =>
  Object.fromEntries(
    variables.map((spec) => {
      const text = entered[spec.name] ?? '';
      return [spec.name, flattenOptions(spec).find(({ label }) => label === text)?.value ?? typedValue(spec, text)];
    }),
  );

/** People who take toys from the shelf. */
export function toyDriver(stage: SuiteStage, shelf: Shelf): Driver {
  async function send(route: 'answer' | 'act', body: object): Promise<string> {
    const response = await fetch(`${stage.product.url}/api/toy/${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-toy-password': PASSWORD },
      body: JSON.stringify(body),
    });
    return response.text();
  }

  async function noticeOf(key: Key, title: string) {
    const isCopy = ({ personId, message }: ToyCopy) =>
      personId === stage.idOf(key) && message.kind === 'notice' && message.title.includes(title);
    const { id } = await eventually(async () => [...shelf.copies.values()].find(isCopy));
    const now = () => shelf.copies.get(id)!;
    let held = now();
    async function press(by: Key, label: string): Promise<string> {
      const { about } = held.message as Notice;
      const { id: actionId } = about!.actions!.find((action) => action.label === label)!;
      return send('act', { personId: stage.idOf(by), subjectId: about!.subjectId, actionId, token: held.token });
    }
    return {
      text: async () => JSON.stringify(now()),
      async press(label: string) {
        const told = await press(key, label);
        const { now: standing } = JSON.parse(told) as { now?: Pick<ToyCopy, 'message' | 'token'> };
        if (standing) shelf.copies.set(id, (held = { ...held, ...standing }));
        return told;
      },
      tryAs: press,
    };
  }

  async function copyOf(key: Key, requestId: string) {
    const isCopy = ({ personId, message }: ToyCopy) =>
      personId === stage.idOf(key) && message.kind === 'question' && message.requestId === requestId;
    const { id, token, message } = await eventually(async () => [...shelf.copies.values()].find(isCopy));
    const question = message as Question;
    let last: object | null = null;
    let count = 0;

    const press = (by: Key, entered: Entered) => ({
      personId: stage.idOf(by),
      requestId,
      token,
      pressId: `${id}-${by}-${++count}`,
      values: valuesOf(question, entered),
      comment: entered['comment'],
    });
    return {
      text: async () => JSON.stringify(shelf.copies.get(id)),
      isOpen: async () => shelf.copies.get(id)?.message.kind === 'question',
      answer: (entered: Entered) => send('answer', (last = press(key, entered))),
      again: () => send('answer', last!),
      tryAs: (by: Key, entered: Entered) => send('answer', press(by, entered)),
    };
  }

  return {
    channel: 'toy',
    sources: { simple: TOY_SOURCE, form: TOY_SOURCE },
    instant: (iso) => iso,
    ...TO_PROGRAMS,
    unusable: () => '"id":"link_unusable"',
    notAsked: () => '"id":"not_assignee"',
    capabilities: () => stage.services.channels.get('toy')!.capabilities,
    copyOf,
    noticeOf,
  };
}
