// cspell:ignore Diese Frage Ihnen Ihre gestellt öffnen Ablehnen Antwort Antworten Formular Geben Genehmigen Sie Zeichen absenden bis ein gehört geantwortet hat mindestens nicht wurde
import { expect } from 'chai';
import { ENGLISH_SPEECH, speechFor } from '../../../contract/speech.ts';
import { answered } from '../../scenarios/support.ts';
import { textOf, useSlackStage } from './slackStage.ts';

const FORM = { inputType: 'form', prompt: 'Which?', variables: [{ name: 'what', type: 'text' }] };

describe('the language of messages in Slack (behaviour 4.1)', function () {
  this.timeout(60_000);
  const stage = useSlackStage();

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
});
