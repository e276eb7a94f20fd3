// cspell:ignore Diese Frage Ihnen Ihre gestellt öffnen Ablehnen Antwort Antworten Formular Geben Genehmigen Sie Zeichen absenden bis ein Erledigt begonnen gehört geantwortet hat mindestens nicht wurde zugewiesen
import { expect } from 'chai';
import { ENGLISH_SPEECH, speechFor } from '../../../contract/speech.ts';
import { assignOne } from '../../assignments/support.ts';
import { settling } from '../../contracts/everything.ts';
import { answered, HOUR_MS } from '../../scenarios/support.ts';
import { eventually } from '../../support/product.ts';
import { textOf, useSlackStage } from './slackStage.ts';

const FORM = { inputType: 'form', prompt: 'Which?', variables: [{ name: 'what', type: 'text' }] };

describe('the language of messages in Slack (behaviour 4.1)', function () {
  this.timeout(60_000);
  const stage = useSlackStage();
  const settle = settling(stage);

  it("is the directory's until Slack has reported one", async () => {
    const { message } = await stage.askInSlack('hedy', FORM);
    expect(textOf(message.blocks)).to.include('Antworten bis').and.to.include('Formular öffnen');
  });

  it("is Slack's once the person was looked up there, and stays on a copy that is rewritten", async () => {
    const { say } = speechFor('de');
    const grace = stage.slack.member('grace');
    grace.locale = 'de-DE';
    const first = await stage.askInSlack('grace');
    expect(textOf(first.message.blocks), 'nobody knows yet').to.include(ENGLISH_SPEECH.say('approval.approved'));
    await stage.press('grace', first, 'answer:0');
    await stage.shows('grace', first.message.ts, /Grace Hopper/);

    const second = await stage.askInSlack('grace');
    expect(textOf(second.message.blocks)).to.include(say('approval.approved')).and.to.include(say('approval.rejected'));
    grace.locale = 'en-US';
    await answered(stage.grace, second.request, 'rejected');
    await stage.after(60_000);
    await stage.shows(
      'grace',
      second.message.ts,
      new RegExp(say('summary.answeredWith', { name: 'Grace Hopper', answer: say('approval.rejected') })),
    );
  });

  it('is that of the person who presses, for refusals', async () => {
    stage.slack.member('alan').locale = 'de-DE';
    const { message } = await stage.askInSlack('hedy');
    const { channel } = stage.slack.member('alan');
    await stage.press('alan', { message: { ...message, channel } }, 'answer:0');
    await stage.seesEphemeral('alan', /Diese Frage wurde nicht Ihnen gestellt/);
  });

  it("is Slack's on notices too, before and after a press, whatever language the directory has", async () => {
    const grace = stage.slack.member('grace');
    grace.locale = 'de-DE';
    await stage.slack.interactions.openHome(grace);
    await stage.after(HOUR_MS);
    await assignOne(stage.radia, stage.grace, { allowRejection: true }, { name: 'Travel policy' });
    await settle();
    const message = await eventually(async () =>
      stage.slack.workspace.desk(grace.userId).messages.findLast(({ blocks }) => /Travel policy/.test(textOf(blocks))),
    );
    expect(textOf(message.blocks)).to.include('Ihnen zugewiesen: Travel policy').and.include('Nicht begonnen');
    await stage.press('grace', { message }, 'act:0');
    const after = await stage.shows('grace', message.ts, /Erledigt/);
    expect(after).to.include('Ihnen zugewiesen: Travel policy');
  });
});
