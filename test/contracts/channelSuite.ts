import { expect } from 'chai';
import { VARIABLE_TYPES } from '../../contract/variables.ts';
import type { UserNotification } from '../../contract/notifications.ts';
import { notificationOf } from '../scenarios/support.ts';
import { asking, FORM } from './asking.ts';
import { contentSuite } from './contentSuite.ts';
import type { Driver, SuiteStage } from './driver.ts';
import { outcomeSuite } from './outcomeSuite.ts';

const MARKED = [
  '**May the printer be bought?**',
  '',
  'See [the offer](https://shop.example/offer).',
  '',
  '1. first',
  '2. second',
  '',
  '| Part | EUR |',
  '| --- | --- |',
  '| Toner | 40 |',
  '',
  '> said so',
  '',
  '```',
  'select 1',
  '```',
].join('\n');

/** Every channel's promises to people (behaviour 1, 2.3, 4, 5.2), the same for all, whatever they look like. */
export function channelSuite(stage: SuiteStage, driver: Driver): void {
  const { channel, sources, copyOf } = driver;
  const { ask, responsesTo, statusOf, approve, reject } = asking(stage, driver);

  it('shows what is asked, by which flow, for whom, and until when', async () => {
    const request = await ask();
    const text = await (await copyOf('grace', request)).text();
    const { flowName, requester, expiresAt }: UserNotification = await notificationOf(
      stage.product,
      stage.grace,
      request,
    );
    for (const each of ['May the printer be bought?', flowName, requester, driver.instant(expiresAt)])
      expect(text).to.include(each);
  });

  it('starts with the title, and then shows the rest of the prompt', async () => {
    const request = await ask({ title: 'A printer for {{ "room 5" }}', prompt: 'May the printer be bought?' });
    const text = await (await copyOf('grace', request)).text();
    expect(text).to.include('A printer for room 5').and.to.include('May the printer be bought?');
    expect(text.indexOf('A printer for room 5')).to.be.below(text.indexOf('May the printer be bought?'));
  });

  it('shows formatting as formatting, and no markup', async () => {
    const request = await ask({ prompt: MARKED });
    const text = await (await copyOf('grace', request)).text();
    for (const words of ['May the printer be bought?', 'the offer', 'first', 'Toner', 'select 1', 'said so'])
      expect(text).to.include(words);
    const withoutDates = text.replace(/<!date[^>]*>/g, ''); // Slack's own way to tell one
    expect(withoutDates).to.not.match(/\*\*|```|\]\(|\|/);
  });

  it('shows values literally, without links', async () => {
    const value = '**loud** [here](https://evil.example) # x';
    const request = await ask({ prompt: `May the printer be bought?\n\n_Reason_: {{ ${JSON.stringify(value)} }}` });
    const text = await (await copyOf('grace', request)).text();
    expect(text.replaceAll('\u200b', '').replaceAll('[:]', ':')).to.include(value);
    expect(text).to.not.include('_Reason_');
  });

  it("shows no characters that change the direction of others' text", async () => {
    const turned = (words: string): string => `\u2067${words}\u202e`;
    const request = await ask({
      ...FORM,
      prompt: turned('May the printer be bought?'),
      variables: [{ ...FORM.variables[0], label: turned('What happened'), description: turned('Say it all.') }],
    });
    const [copy, other] = [await copyOf('grace', request), await copyOf('alan', request)];
    expect(await copy.text())
      .to.include('May the printer be bought?')
      .and.not.match(/\p{Bidi_Control}/u);
    await copy.answer({ what: turned('It burnt down') });
    await stage.settle();
    expect(await other.text()).to.not.match(/\p{Bidi_Control}/u);
    expect((await stage.result(request))['values'], 'the flow has it as it was written').to.deep.equal({
      what: turned('It burnt down'),
    });
  });

  it('brings the answer to the flow: the value, who gave it, and how', async () => {
    const request = await ask();
    await (await copyOf('grace', request)).answer(reject());
    const { verifiedBy, note } = sources.simple;
    const result = await stage.result(request);
    expect(result).to.include({ value: 'rejected', channel, verifiedBy, note });
    expect(result['respondedBy']).to.include({ displayName: 'Grace Hopper' });
  });

  it('brings a form to the flow, field by field', async () => {
    const request = await ask(FORM);
    await (await copyOf('grace', request)).answer({ what: 'It burnt down', size: '12' });
    const { verifiedBy, note } = sources.form;
    const result = await stage.result(request);
    expect(result['values']).to.deep.equal({ what: 'It burnt down', size: 12 });
    expect(result).to.include({ value: null, channel, verifiedBy, note });
  });

  it('accepts one answer per person; a second one changes nothing', async () => {
    const request = await ask({ strategy: 'all' });
    const copy = await copyOf('grace', request);
    await copy.answer(reject());
    await copy.answer(approve());
    expect(await responsesTo(request)).to.have.length(1);
    expect((await notificationOf(stage.product, stage.grace, request)).response).to.equal('rejected');
    expect(await statusOf(request)).to.equal('waiting');
  });

  it('repeats what was recorded when the same answer arrives again', async () => {
    const request = await ask();
    const copy = await copyOf('grace', request);
    const first = await copy.answer(approve());
    expect(await copy.again()).to.equal(first);
    expect(await responsesTo(request)).to.have.length(1);
  });

  contentSuite(stage, driver);

  outcomeSuite(stage, driver);

  it('can show every type of variable, or leave it out', () => {
    const table = driver.capabilities();
    expect(Object.keys(table)).to.have.members([...VARIABLE_TYPES]);
    expect(table.hidden).to.equal('omitted');
    for (const type of ['text', 'select', 'number', 'boolean'] as const) expect(table[type], type).to.equal('native');
  });
}
