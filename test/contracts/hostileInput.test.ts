import { expect } from 'chai';
import type { RequestView } from '../../contract/requests.ts';
import { LIMITS as TEAMS_LIMITS } from '../../bot/teams/limits.ts';
import { BOTS } from '../../bot/index.ts';
import type { SlackMessage } from '../../sandbox/slack/workspace.ts';
import { hasForm, NAMES, partsOf, textOf } from '../bot/teams/teamsStage.ts';
import { asking, publish } from '../scenarios/support.ts';
import { aClosedChannel } from '../support/closedChannel.ts';
import type { Driver } from './driver.ts';
import { slackDriver } from './drivers/slack.ts';
import { teamsDriver } from './drivers/teams.ts';
import { useEverything } from './everything.ts';

const GRACE = { users: [NAMES.grace] };

/** Texts that would mention everybody, make a link, or look like our own words if parsed as markup. */
const HOSTILE = [
  '<!channel>',
  '<@U0HANDBACK>',
  '<https://evil.example|click here>',
  '<at>Tim</at>',
  '[click here](https://evil.example)',
  '**bold** *bold* _slanted_ `code`',
  '{{DATE(2026-01-01T00:00:00Z)}}',
  '${prompt}',
].join(' ');

/** What Slack would parse as its markup. */
const SLACK_MARKUP = /<!channel>|<@U0|<https:/;
/** What Teams would parse as Markdown. */
const MARKDOWN = /\[click here\]\(|https:\/\/evil|\*\*bold|`code`/;
/** What Teams parses everywhere. */
const TEAMS_MARKUP = /<at>|\{\{DATE\(2026-01-01/;

describe('whatever authors write', function () {
  this.timeout(60_000);
  const stage = useEverything({ bots: [...BOTS, aClosedChannel('pigeon'), aClosedChannel('carrier')] });
  stage.drivers = [teamsDriver, slackDriver].map((driver) => driver(stage));
  let count = 0;

  /** Asks Grace in both chats, in a flow with this name. */
  async function ask(human: Record<string, unknown>, name = 'Purchases'): Promise<string> {
    const channels = ['teams', 'slack'];
    const variables = [{ name: 'said', type: 'textarea' }];
    const flow = asking({ id: `hostile-${++count}`, human: { assignees: GRACE, channels, ...human }, variables });
    const id = await publish(stage.ada, { ...flow, name });
    const execution = await stage.product.run(stage.ada, id, { said: HOSTILE });
    await stage.product.reached(stage.ada, execution, 'waiting');
    await stage.settle();
    return `${execution}-ask`;
  }
  const deliveriesOf = async (request: string) =>
    (await stage.ada.call<RequestView>('GET', `/requests/${request}`)).body.deliveries.map(
      ({ channel, state, error }) => [channel, state, error],
    );
  const inSlack = (): SlackMessage => stage.slack.workspace.desk(stage.slack.member('grace').userId).messages.at(-1)!;
  const inTeams = () => stage.last('grace');

  /** Texts that Slack parses as markup: those of type `mrkdwn`, and the fallback text of the blocks. */
  const readBySlack = ({ text, blocks }: SlackMessage): string[] => [
    text,
    ...partsOf(blocks).flatMap((part) => (part['type'] === 'mrkdwn' ? [String(part['text'])] : [])),
  ];
  /** Texts that Teams parses as Markdown: all except text runs, choices and button titles. */
  const readByTeams = (): string[] =>
    partsOf(inTeams().card).flatMap((part) => (part['type'] === 'TextBlock' ? [String(part['text'])] : []));

  const textIn = ({ blocks }: SlackMessage): string =>
    partsOf(blocks)
      .map(({ text }) => (typeof text === 'string' ? text : ''))
      .join('\n');

  const expectHarmless = () => {
    for (const text of readBySlack(inSlack())) expect(text).to.not.match(SLACK_MARKUP);
    for (const text of readByTeams()) expect(text).to.not.match(MARKDOWN);
    expect(JSON.stringify(inTeams())).to.not.match(TEAMS_MARKUP);
  };

  for (const driver of stage.drivers)
    it(`is shown literally in both chats, and is neither markup nor a mention: answered in ${driver.channel}`, async () => {
      const options = [
        { value: 'a,b', label: HOSTILE },
        { value: '<!here>', label: 'No' },
      ];
      const request = await ask(
        { inputType: 'choice', prompt: 'Buy it?\n{{ said }}', options },
        `Flow ${HOSTILE}`.slice(0, 190),
      );
      expect(await deliveriesOf(request)).to.have.deep.members([
        ['teams', 'sent', null],
        ['slack', 'sent', null],
      ]);
      // zero-width characters keep Teams from parsing an instant or a mention
      const shown = [textOf(inTeams()).replaceAll('\u200b', ''), textIn(inSlack())];
      for (const text of shown) expect(text).to.include(HOSTILE);
      expectHarmless();
      await answerFirst(driver, request);
      expect(await stage.result(request)).to.include({ value: 'a,b', channel: driver.channel });
      await stage.settle();
      expect(textOf(inTeams())).to.include('Grace Hopper answered');
      expect(textIn(inSlack())).to.include('Grace Hopper answered');
      expectHarmless();
    });

  /** Labels are cut to fit a button; the choice is made by the visible text. */
  async function answerFirst(driver: Driver, request: string): Promise<void> {
    const copy = await driver.copyOf('grace', request);
    const buttons = partsOf(inSlack().blocks).filter(({ type }) => type === 'button');
    const choices = partsOf(inTeams().card).flatMap((part) => (part['choices'] as { title: string }[]) ?? []);
    const onButton = (buttons[0]!['text'] as { text: string }).text;
    await copy.answer({ value: driver.channel === 'slack' ? onButton : choices[0]!.title });
  }

  describe('beyond what a platform can show', () => {
    const long = (characters: number) =>
      'Sphinx of black quartz, judge my vow. '.repeat(characters / 38 + 1).slice(0, characters);
    const manyOptions = Array.from({ length: 400 }, (_, n) => ({ value: `v${n}`, label: `${n} ${long(300)}` }));

    const BEYOND: [what: string, human: Record<string, unknown>][] = [
      ['a prompt of 20,000 characters', { inputType: 'approval', prompt: long(20_000) }],
      ['an endless line', { inputType: 'text', prompt: 'x'.repeat(20_000) }],
      ['400 options', { inputType: 'choice', prompt: 'Which?', options: manyOptions }],
      [
        '100 fields with long names',
        {
          inputType: 'form',
          prompt: 'All of it?',
          variables: Array.from({ length: 100 }, (_, n) => ({
            name: `field${n}`,
            type: 'textarea',
            label: `${n} ${long(180)}`,
            required: n < 50,
          })),
        },
      ],
      [
        'fields with 400 options each',
        {
          inputType: 'form',
          prompt: 'Which of each?',
          variables: ['one', 'two'].map((name) => ({
            name,
            type: 'multiselect',
            options: manyOptions,
            required: true,
          })),
        },
      ],
    ];
    for (const [what, human] of BEYOND)
      it(`${what}: is delivered to both chats, with a link to the web client`, async () => {
        const request = await ask(human);
        expect(await deliveriesOf(request)).to.have.deep.members([
          ['teams', 'sent', null],
          ['slack', 'sent', null],
        ]);
        const link = `#/open/notifications/${request}`;
        expect(JSON.stringify(inTeams().card).length).to.be.below(TEAMS_LIMITS.cardBytes);
        expect(textOf(inTeams())).to.include(link);
        expect(JSON.stringify(inSlack().blocks), 'Slack').to.include(link);
        expect(hasForm(inTeams()) || /web client/.test(textOf(inTeams()))).to.equal(true);
      });
  });

  describe('and for a channel that is switched off', () => {
    it('says so, and uses the next one', async () => {
      const request = await ask({
        inputType: 'approval',
        prompt: 'By pigeon?',
        channels: ['pigeon'],
        fallback: ['carrier', 'teams'],
      });
      expect(await deliveriesOf(request)).to.have.deep.members([
        ['pigeon', 'failed', 'the channel pigeon is not configured'],
        ['carrier', 'failed', 'the channel carrier is not configured'],
        ['teams', 'sent', null],
      ]);
      await (await stage.drivers[0]!.copyOf('grace', request)).answer({ value: 'Approve' });
      expect(await stage.result(request)).to.include({ value: 'approved', channel: 'teams' });
    });

    it('does without it if there is no other: the web inbox has the question', async () => {
      const request = await ask({ inputType: 'approval', prompt: 'By pigeon only?', channels: ['pigeon'] });
      expect(await deliveriesOf(request)).to.deep.equal([['pigeon', 'failed', 'the channel pigeon is not configured']]);
      const { status } = await stage.grace.call('POST', `/user/notifications/${request}/respond`, 'approved');
      expect(status).to.equal(200);
    });
  });
});
