import type { UserNotification } from '../../../contract/notifications.ts';
import type { VariableSpec } from '../../../contract/variables.ts';
import { controlTime, stopTime } from '../../support/pageTime.ts';
import { notification, template } from '../support/samples.ts';
import type { StandInState } from '../support/standIn.ts';
import { signIn, visit, type Client } from './client.ts';

export const TEXT: VariableSpec[] = [{ name: 'value', type: 'textarea', required: true }];
export const FORM: VariableSpec[] = [
  { name: 'title', type: 'text', label: 'Title' },
  { name: 'pin', type: 'password', label: 'Pin' },
];

/**
 * Signs a person in, and empties the inbox before each test. The returned function puts a single question there, and
 * stops the page's time, so that the five seconds for undo last until time is resumed.
 *
 * @param given further contents of the server
 */
export function withQuestions(client: () => Client, given: Partial<StandInState> = {}) {
  let count = 0;

  before(async () => {
    await controlTime(client().context);
    await signIn(client());
  });
  beforeEach(async () => {
    const { context, standIn } = client();
    await context.setOffline(false);
    Object.assign(standIn.state, { notifications: [], templates: {}, refusals: {}, requests: {}, ...given });
    standIn.calls.length = 0;
    await visit(client(), '#/flows');
  });

  return async (
    change: Partial<UserNotification>,
    specs: readonly VariableSpec[] | null,
  ): Promise<UserNotification> => {
    const { page, standIn } = client();
    const id = `asked${(count += 1)}`;
    const createdAt = new Date().toISOString();
    const asked = notification({ id, nodeId: id, createdAt, ...change });
    standIn.state.notifications = [asked];
    if (specs) standIn.state.templates[asked.promptTemplateId] = template(asked, [...specs]);
    standIn.tell({ event: 'notification_changed', data: { id: asked.id } });
    await stopTime(page);
    return asked;
  };
}
