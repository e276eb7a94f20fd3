import type { ExecutionView } from '../../contract/executions.ts';
import type { UserNotification } from '../../contract/notifications.ts';
import type { Sandbox } from '../../sandbox/sandbox.ts';
import type { Database } from '../../server/foundation/database/connection.ts';
import type { ServerProcess } from '../chaos/serverProcess.ts';
import { answered, asking, publish } from '../scenarios/support.ts';
import { clientOf, eventually, type Client } from '../support/product.ts';
import type { Targets } from './shotBodies.ts';
import type { Hit, Shot } from './shots.ts';

/** A server in its own process, and its targets. */
export interface FuzzServer {
  server: ServerProcess;
  targets: Targets;
  db: Database;
  fire(shot: Shot): Promise<Hit>;
}

/** Real targets. No shot can guess a valid answer to the question. */
export async function setTargets(url: string, sandbox: Sandbox): Promise<Targets> {
  const tokens = await Promise.all(
    ['grace', 'tim', 'alan', 'ada'].map((name) => sandbox.tokenFor(`${name}@sandbox.test`)),
  );
  const clients = tokens.map((token) => clientOf(url, token)) as [Client, Client, Client, Client];
  const [grace, , alan, ada] = clients;
  await Promise.all(clients.map((client) => client.call('GET', '/me'))); // signed-in people are recorded
  const human = {
    inputType: 'form',
    prompt: 'What is the code?',
    assignees: { users: ['grace@sandbox.test'] },
    variables: [{ name: 'code', type: 'text', required: true, validation: { regex: 'Z{40}' } }],
  };
  const variables = [{ name: 'amount', type: 'number', required: true, validation: { min: 7, max: 7 } }];
  const flowId = await publish(ada, asking({ id: 'target', human, variables }));
  const [open, ended] = (await Promise.all([1, 2].map(() => runTarget(alan, flowId)))) as [string, string];
  await reached(alan, ended, 'waiting');
  await answered(grace, `${ended}-ask`, { values: { code: 'Z'.repeat(40) } });
  await reached(alan, ended, 'completed');
  const chat = await alan.call<{ id: string }>('POST', '/chats', { name: 'Target' });
  const request = `${open}-ask`;
  const inbox = (await grace.call<UserNotification[]>('GET', '/user/notifications')).body;
  return {
    tokens: [...tokens, ''],
    ids: {
      '/flows': [flowId],
      '/executions': [ended], // cancelling a running one would not be malformed
      '/requests': [`${ended}-ask`],
      '/user/notifications': [request, `${ended}-ask`],
      '/prompts': [inbox.find(({ id }) => id === request)!.promptTemplateId],
      '/chats': [chat.body.id],
      '/directory': ['10000000-0000-4000-8000-000000000003'],
    },
    mailToken: await mailedToken(sandbox, request),
    executionId: open,
    endedId: ended,
  };
}

async function runTarget(starter: Client, flowId: string): Promise<string> {
  const { body } = await starter.call<{ executionId: string }>('POST', `/flows/${flowId}/executions`, {
    variables: { amount: 7 },
  });
  return body.executionId;
}

const reached = (starter: Client, id: string, status: ExecutionView['status']) =>
  eventually(async () => {
    const { body } = await starter.call<ExecutionView>('GET', `/executions/${id}`);
    return body.status === status ? body : undefined;
  });

const mailedToken = (sandbox: Sandbox, about: string): Promise<string> =>
  eventually(async () => {
    const mail = sandbox.mail.mails().find(({ text }) => text.includes(about));
    return mail && /token=([0-9a-f]{64})/.exec(mail.text)?.[1];
  });
