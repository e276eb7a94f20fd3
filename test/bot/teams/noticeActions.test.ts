import { expect } from 'chai';
import { noticeCard } from '../../../bot/teams/render.ts';
import { aNotice } from '../../support/notices.ts';

const TOKEN = 'token';

describe('the card of a notice', () => {
  it('has a button for each action, if a token comes with it', () => {
    const data = { verb: 'act', subjectId: 'errand-1', token: TOKEN };
    expect(noticeCard(aNotice(), TOKEN).actions).to.deep.equal([
      { type: 'Action.Submit', title: 'Start it', style: 'positive', data: { ...data, actionId: 'start' } },
      { type: 'Action.Submit', title: 'Not me', style: 'destructive', data: { ...data, actionId: 'decline' } },
      { type: 'Action.Submit', title: 'Later', data: { ...data, actionId: 'later' } },
      { type: 'Action.OpenUrl', title: 'Open in Handback', url: aNotice().webUrl },
    ]);
    expect(noticeCard(aNotice()).actions).to.have.length(1);
  });
});
