import { expect } from 'chai';
import type { Assignment } from '../../contract/assignments.ts';
import { assignOne, done, toldTo } from '../assignments/support.ts';
import type { Driver, SuiteStage } from './driver.ts';

const HOUR_MS = 3_600_000;

/** How a channel verifies a press. */
const VERIFIED_BY: Record<string, string> = { email: 'token', teams: 'bot_token', slack: 'signing_secret' };

/** An assignee's notice of an assigned chat on a channel, and the results of pressing it there (behaviour 6). */
export function assignmentSuite(stage: SuiteStage, { channel, noticeOf, unusable }: Driver): void {
  let count = 0;
  beforeEach(() => stage.after(HOUR_MS)); // frequent notices are combined

  /** Radia assigns a chat to Grace; returns her assignment and her copy. */
  async function assigned() {
    const name = `Policy ${channel} ${++count}.`;
    const terms = { allowRejection: true, note: `Before Friday, ${name}` };
    const { id } = await assignOne(stage.radia, stage.grace, terms, { name });
    await stage.settle();
    return { id, name, copy: await noticeOf!('grace', `Assigned to you: ${name}`) };
  }
  const stands = async (id: string) => (await stage.grace.call<Assignment>('GET', `/assignments/${id}`)).body.status;
  const entriesOf = async (id: string): Promise<{ action: string; verifiedBy: string }[]> =>
    (
      await stage.services.ground
        .reader('audit')
        .where({ subject: id })
        .whereIn('action', ['assignment.completed', 'assignment.declined'])
    ).map(({ action, detail }) => ({ action, verifiedBy: JSON.parse(detail).verifiedBy }));
  const toldOf = async (kind: string) =>
    (await toldTo(stage.radia)).filter((each) => each === `outbound ${kind}`).length;

  it('says what it is, who sent it, and what can be done about it', async () => {
    const { name, copy } = await assigned();
    const text = await copy.text();
    for (const words of [name, 'From Radia Perlman', `Before Friday, ${name}`, 'Mark complete', 'Decline'])
      expect(text).to.include(words);
  });

  it('is complete after one press, and stays so after any other', async () => {
    const { id, copy } = await assigned();
    const before = await toldOf('completed');
    expect(await copy.press('Mark complete'))
      .to.include('Completed')
      .and.not.include('Mark complete');
    expect(await stands(id)).to.equal('completed');
    expect(await entriesOf(id)).to.deep.equal([{ action: 'assignment.completed', verifiedBy: VERIFIED_BY[channel] }]);
    await stage.settle();
    const end = channel === 'email' ? unusable() : 'Completed'; // the press has used up its link
    expect(await copy.text())
      .to.include(end)
      .and.not.include('Mark complete');
    expect(await toldOf('completed'), 'of which its sender is told').to.equal(before + 1);
  });

  it('changes once, however often and by whichever button it is pressed at once', async () => {
    const { id, copy } = await assigned();
    const before = (await toldOf('completed')) + (await toldOf('rejected'));
    const labels = ['Mark complete', 'Decline', 'Mark complete', 'Mark complete'];
    await Promise.all(labels.map((label) => copy.press(label)));
    await stage.settle();
    const entries = await entriesOf(id);
    expect(entries).to.have.length(1);
    expect(await stands(id)).to.equal(entries[0]!.action === 'assignment.completed' ? 'completed' : 'rejected');
    expect((await toldOf('completed')) + (await toldOf('rejected'))).to.equal(before + 1);
  });

  it('shows its state after a change elsewhere, and then offers nothing', async () => {
    const { id, copy } = await assigned();
    await done(stage.grace, id, 'decline', { reason: 'I have read it' });
    expect(await copy.press('Mark complete'), 'of whoever has not seen it yet').to.not.match(/Mark complete/);
    await stage.settle();
    expect(await stands(id)).to.equal('rejected');
    expect(await copy.text())
      .to.include('Declined')
      .and.not.include('Mark complete');
    expect(await entriesOf(id)).to.have.length(1);
  });

  it('cannot be pressed by somebody else', async () => {
    const { id, copy } = await assigned();
    await copy.tryAs('alan', 'Mark complete');
    expect([await stands(id), await entriesOf(id)]).to.deep.equal(['pending', []]);
    await copy.press('Decline');
    expect(await stands(id), 'whose it is still can').to.equal('rejected');
  });
}
