// npx mocha test/support/keepVersion.ts: has the product of this version ask people on every channel, and keeps what is
// stored then, and what they have in front of them.
import { mkdir, writeFile } from 'node:fs/promises';
import { flow } from '../flow/flows.ts';
import { openDatabase } from '../../server/foundation/database/connection.ts';
import { emailDriver } from '../contracts/drivers/email.ts';
import { slackDriver } from '../contracts/drivers/slack.ts';
import { teamsDriver } from '../contracts/drivers/teams.ts';
import { webDriver } from '../contracts/drivers/web.ts';
import { useEverything } from '../contracts/everything.ts';
import { NAMES } from '../bot/teams/teamsStage.ts';
import { answered, asking, notificationOf, publish } from '../scenarios/support.ts';
import { eventually } from './product.ts';
import { forEachDatabase } from './databases.ts';
import { tableNames } from './openStore.ts';

const FOLDER = new URL('../fixtures/version-026/', import.meta.url);
const KEY = '0f1e2d3c4b5a6978'.repeat(4);
const DAY = Date.parse('2026-03-02T09:00:00Z');
const BOTH = { users: [NAMES.grace, NAMES.alan] };
const GRACE = { users: [NAMES.grace] };

const FORM = {
  inputType: 'form',
  assignees: GRACE,
  variables: [
    { name: 'what', type: 'text', label: 'What happened', required: true, validation: { min: 5 } },
    { name: 'size', type: 'number', label: 'How many pages', required: true },
    { name: 'due', type: 'date', label: 'Due' },
    { name: 'isUrgent', type: 'boolean', label: 'Urgent' },
    { name: 'colour', type: 'select', label: 'Colour', options: [{ value: 'r', label: 'Red' }, { value: 'b', label: 'Blue' }] },
    { name: 'extras', type: 'multiselect', label: 'Extras', options: [{ value: 'a,b', label: 'Paper' }, { value: 'c', label: 'Ink' }] },
    { name: 'pin', type: 'password', label: 'Code of the door' },
    { name: 'receipt', type: 'file', label: 'Receipt' },
    { name: 'parts', type: 'table', label: 'Parts', columns: [{ name: 'part', type: 'text', label: 'Part' }, { name: 'count', type: 'number', label: 'Count' }] },
    { name: 'source', type: 'hidden', default: 'stored' },
  ],
};

const SHORT = FORM.variables.filter(({ name }) => ['what', 'size', 'due', 'pin'].includes(name));

describe('what this version stores', function () {
  this.timeout(300_000);
  forEachDatabase((name, openUrl) => {
    const where = { url: '' };
    const databaseUrl = async () => (where.url = await openUrl());
    const stage = useEverything({ startAt: DAY, config: { key: KEY }, databaseUrl });
    const drivers = [webDriver, emailDriver, teamsDriver, slackDriver].map((driver) => driver(stage));

    it('is kept', async () => {
      const asked: Record<string, string> = {};
      const on = (channel: string) => ({ channels: channel === 'web' ? [] : [channel] });
      const ask = async (what: string, human: Record<string, unknown>) =>
        (asked[what] = await stage.ask({ prompt: `${what}?`, timeout: 'P30D', ...human }));
      for (const { channel } of drivers) {
        await ask(`approval: ${channel}`, { inputType: 'approval', assignees: BOTH, ...on(channel) });
        await ask(`form: ${channel}`, { ...FORM, ...(channel !== 'web' && { variables: SHORT }), ...on(channel) });
        await ask(`closed: ${channel}`, { inputType: 'approval', assignees: BOTH, ...on(channel) });
      }
      const all = { channels: ['teams', 'slack', 'email'] };
      await ask('everybody', { inputType: 'approval', strategy: 'all', assignees: BOTH, ...all });
      await ask('text', { inputType: 'text', assignees: GRACE, channels: ['teams'] });
      await ask('choice', { inputType: 'choice', options: ['Red', 'Blue'], assignees: GRACE, channels: ['slack'] });
      await ask('opened', { ...FORM, channels: ['slack'] });
      await stage.settle();

      for (const driver of drivers)
        await (await driver.copyOf('grace', asked[`closed: ${driver.channel}`]!)).answer({ value: 'Reject' });
      await (await drivers[2]!.copyOf('alan', asked['everybody']!)).answer({ value: 'Approve' });
      await stage.grace.call('PATCH', `/user/notifications/${asked['approval: web']}/read`);

      const people = { users: [NAMES.grace], };
      const secret = flow(
        {
          start: 'start',
          login: ['human', { inputType: 'form', prompt: 'Your key?', assignees: people, channels: [], timeout: 'P30D', variables: [{ name: 'key', type: 'password', required: true }] }],
          ask: ['human', { inputType: 'text', prompt: 'Send it where?', assignees: people, channels: ['email'], timeout: 'P30D' }],
          send: ['http', { url: '{{ ask.value }}', headers: { 'x-author': '{{ secret("billing") }}' }, secretHeaders: { 'x-key': 'login.values.key' } }],
          end: 'end',
        },
        ['start > login > ask > send > end'],
      );
      await publish(stage.ada, { ...secret, id: 'secrets' });
      const put = await stage.ada.call('PUT', '/secrets/billing', { value: 'an author keeps this', flows: ['secrets'] });
      if (put.status !== 200) throw new Error(JSON.stringify(put.body));
      const secrets = await stage.product.run(stage.ada, 'secrets');
      await stage.product.reached(stage.ada, secrets, 'waiting');
      await answered(stage.grace, `${secrets}-login`, { values: { key: 'open sesame' } });
      await eventually(async () => (await stage.product.inbox(stage.grace)).find(({ id }) => id === `${secrets}-ask`));
      asked['secrets'] = `${secrets}-ask`;

      const delayed = flow({ start: 'start', rest: ['delay', { for: 'P10D' }], end: ['end', { output: '"rested"' }] }, ['start > rest > end']);
      await publish(stage.ada, { ...delayed, id: 'delayed' });
      const resting = await stage.product.run(stage.ada, 'delayed');
      await stage.product.reached(stage.ada, resting, 'waiting');
      asked['delayed'] = `${resting}-rest`;

      const talk = asking({ id: 'talk', human: { inputType: 'text', prompt: 'Where to?', assignees: GRACE, channels: ['email'], timeout: 'P30D' } });
      const [start, question, end] = talk.nodes;
      start!.config = { variables: [{ name: 'message', type: 'textarea', required: true }] as never };
      const say = (id: string, text: string) => ({ id, type: 'message', config: { text } });
      talk.nodes = [start!, say('echo', 'You wrote: {{ message }}'), question!, say('done', 'Now I know: {{ ask.value }}'), end!];
      const path = ['start', 'echo', 'ask', 'done', 'end'];
      await publish(stage.ada, { ...talk, edges: path.slice(1).map((to, n) => ({ from: path[n]!, to })) });
      const { body: chat } = await stage.grace.call<{ id: string }>('POST', '/chats', { name: 'Trips', flowId: 'talk', users: [NAMES.grace] });
      const posted = await stage.grace.call<{ executionId: string }>('POST', `/chats/${chat.id}/messages`, { content: 'A trip, please' });
      await stage.product.reached(stage.ada, posted.body.executionId, 'waiting');
      asked['chat'] = `${posted.body.executionId}-ask`;
      await stage.settle();

      const { workspace, interactions } = stage.slack;
      const grace = stage.slack.member('grace');
      const desk = workspace.desk(grace.userId);
      desk.modals.length = 0;
      const opened = desk.messages.find(({ blocks }) => JSON.stringify(blocks).includes(asked['opened']!))!;
      const button = opened.blocks.flatMap((block) => (block.elements ?? []).map((element) => ({ block, element }))).find(({ element }) => element.action_id === 'open_form')!;
      await interactions.press(grace, { ts: opened.ts, blockId: button.block.block_id, actionId: 'open_form' });
      await eventually(async () => desk.modals.find(({ submit }) => submit) ?? undefined);

      await ask('not sent', { inputType: 'approval', assignees: BOTH, ...all });
      const { services } = stage.product.product;
      await services.idle();
      const seen: object[] = Object.entries(asked).map(([name, request]) => ({ asked: { name, request } }));
      seen.push({ asked: { name: 'trips', request: chat.id } });
      for (const { conversationId, activityId, text, card } of stage.connector.said)
        seen.push({ teams: { conversationId, activityId, text, card } });
      for (const person of ['grace', 'alan']) {
        const { messages, modals } = workspace.desk(stage.slack.member(person).userId);
        for (const { ts, text, blocks, isEphemeral } of messages)
          if (!isEphemeral) seen.push({ slack: { person, ts, text, blocks } });
        for (const modal of modals) seen.push({ modal: { person, view: modal } });
      }
      for (const { to, subject, text } of stage.product.sandbox.mail.mails()) seen.push({ mail: { to, subject, text } });
      const serviceUrl = stage.connector.serviceUrl;
      await stage.product.product.close();

      const db = await openDatabase(where.url, 1);
      const lines: string[] = [];
      for (const table of await tableNames(db))
        for (const [n, row] of (await db.reader(table)).entries()) {
          if (n === 0) lines.push(JSON.stringify({ table, columns: Object.keys(row) }));
          lines.push(JSON.stringify(Object.values(row)));
        }
      await db.close();
      const masked = (text: string) =>
        text.replaceAll(serviceUrl, 'https://teams.test/').replaceAll(stage.product.url, 'https://handback.test').replaceAll(stage.product.sandbox.mail.url, 'https://mailbox.test');
      await mkdir(FOLDER, { recursive: true });
      await writeFile(new URL(`${name.toLowerCase()}.rows.jsonl`, FOLDER), masked(`${lines.join('\n')}\n`));
      await writeFile(new URL(`${name.toLowerCase()}.seen.jsonl`, FOLDER), masked(seen.map((each) => `${JSON.stringify(each)}\n`).join('')));
    });
  });
});
