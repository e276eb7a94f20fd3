import { expect } from 'chai';
import type { UserNotification } from '../../../contract/notifications.ts';
import type { AssigneeView, RequestView } from '../../../contract/requests.ts';
import { speechFor } from '../../../contract/speech.ts';
import { advanceTime } from '../../support/pageTime.ts';
import { inboxOn } from '../support/screens/inbox.ts';
import { questionIn } from '../support/screens/question.ts';
import { ada, approvalSpec, EXECUTION } from '../support/samples.ts';
import { called, holdBack, until, visit, withClient } from './client.ts';
import { withQuestions } from './questions.ts';

const { say } = speechFor('en');
const FILE = { id: '01ARZ3NDEKTSV4RRFFQ69G5FAV', name: 'offer.pdf', size: 2048, type: 'application/pdf' };

const QUESTION: Partial<UserNotification> = {
  title: 'A standing desk for Linus',
  prompt: 'Linus wants a standing desk.\nIt is cheap.',
  content: [
    { kind: 'paragraph', spans: [{ text: 'Linus wants a ' }, { text: 'standing desk', strong: true }, { text: '.' }] },
    { kind: 'item', indent: 1, spans: [{ text: 'It is cheap.' }] },
  ],
  facts: [
    { label: 'Amount', kind: 'money', value: { amount: 1250, currency: 'EUR' } },
    { label: 'Cost centre', kind: 'text', value: '711' },
    { label: 'Budget left', kind: 'number', value: null },
  ],
  attachments: [
    { label: 'Catalogue', kind: 'link', url: 'https://erp.test/17' },
    { label: 'Offer', kind: 'file', file: FILE },
    { label: 'Second offer', kind: 'file', file: null },
  ],
  strategy: 'all',
};

const person = (n: number, respondedAt: string | null): AssigneeView => ({
  id: `10000000-0000-4000-8000-0000000001${String(n).padStart(2, '0')}`,
  displayName: `Person ${n}`,
  email: null,
  userPrincipalName: null,
  respondedAt,
  channel: null,
  answer: null,
});

const requestOf = ({ id, title, prompt, expiresAt }: UserNotification): RequestView => ({
  id,
  executionId: EXECUTION,
  flowId: 'expense-approval',
  nodeId: 'review',
  title,
  prompt,
  inputType: 'approval',
  strategy: 'all',
  status: 'waiting',
  raisedAt: expiresAt,
  expiresAt,
  closedAt: null,
  outcome: null,
  askedAs: { kind: 'group', name: 'Facilities' },
  next: [
    {
      when: { kind: 'answer', field: 'value', values: ['approved'] },
      places: [
        { kind: 'node', name: 'Order the desk' },
        { kind: 'node', name: 'Ask finance' },
      ],
      dependsOn: 'data',
    },
    { when: { kind: 'answer', field: 'value', values: ['rejected'] }, places: [{ kind: 'end' }] },
    { when: { kind: 'timeout' }, places: [{ kind: 'failure' }] },
  ],
  mayOpen: { execution: true, flow: false },
  counts: { assignees: 30, responses: 1 },
  assignees: [
    { ...ada, respondedAt: null, channel: null, answer: null },
    ...Array.from({ length: 29 }, (_, n) => person(n, n === 25 ? expiresAt : null)),
  ],
  deliveries: [],
});

describe('desktop in a browser: the background of a question', () => {
  const client = withClient();
  const put = withQuestions(client);
  const page = () => client().page;
  const question = () => questionIn(page());

  async function ask(change: Partial<RequestView> = {}): Promise<void> {
    const notification = await put(QUESTION, [approvalSpec]);
    client().standIn.state.requests[notification.id] = { ...requestOf(notification), ...change };
    await visit(client(), '#/notifications');
    await inboxOn(page()).rowOf(notification.id).click();
    await page()
      .getByText(say('askedAs.group', { group: 'Facilities' }))
      .waitFor();
  }

  it('shows the question with its title, its marks, its key figures and attachments', async () => {
    await ask();
    const article = page().getByRole('article', { name: 'A standing desk for Linus' });
    await article.getByText('standing desk', { exact: true }).waitFor();
    expect(
      await article
        .getByRole('table', { name: say('facts.label') })
        .getByRole('row')
        .count(),
    ).to.equal(3);
    const attachments = article.getByRole('region', { name: say('attachments.label') });
    expect(await attachments.getByRole('link', { name: 'erp.test' }).getAttribute('href')).to.equal(
      'https://erp.test/17',
    );
    expect(await attachments.getByRole('listitem').filter({ hasText: 'Second offer' }).innerText()).to.include(
      say('fact.notAvailable'),
    );
    const download = page().waitForEvent('download');
    await attachments.getByRole('button', { name: say('file.download', { name: FILE.name }) }).click();
    expect((await download).suggestedFilename()).to.equal(FILE.name);
  });

  it('says why me, who else and how far they are, and what each answer leads to', async () => {
    await ask();
    const others = page().getByRole('list', { name: say('asked.others') });
    expect(await others.isVisible(), 'many are folded away').to.equal(false);
    await page()
      .getByText(say('asked.all', { responses: 1, assignees: 30 }))
      .click();
    const shown = await others.getByRole('listitem').allInnerTexts();
    expect(shown).to.have.length(21);
    expect(shown[0], 'who has answered goes first').to.equal(`Person 25 ${say('asked.state.answered')}`);
    expect(shown[1]).to.equal(`Person 0 ${say('asked.state.waiting')}`);
    expect(shown.at(-1), 'without whoever looks').to.equal(say('asked.others.more', { count: 9 }));
    for (const words of [
      'If “Approve”: “Order the desk” or “Ask finance”, depending on the data.',
      'If “Reject”: the flow ends.',
      'If the time runs out: the flow stops with an error.',
    ])
      await page().getByText(words).waitFor();
    const more = page().getByRole('navigation', { name: say('question.elsewhere') });
    expect(await more.getByRole('link').allInnerTexts()).to.deep.equal([say('question.openExecution')]);
  });

  /** Opens a question whose background does not come yet. @returns what lets it come */
  async function askWithout(part: RegExp, by: Partial<UserNotification> = {}): Promise<() => Promise<void>> {
    const letGo = await holdBack(client(), 'GET', part);
    const notification = await put({ ...QUESTION, ...by }, [approvalSpec]);
    client().standIn.state.requests[notification.id] = requestOf(notification);
    await visit(client(), `#/notifications/${notification.id}`);
    await page().getByRole('heading', { name: 'A standing desk for Linus' }).waitFor();
    await until(client(), `document.querySelector('article time') !== null`);
    return letGo;
  }

  it('comes before the buttons, which would be moved by it', async () => {
    await ask(); // from here on the form is known
    const letGo = await askWithout(/\/api\/requests\//);
    expect(await question().approve.count()).to.equal(0);
    await letGo();
    await question().approve.waitFor();
    expect(await page().getByText('If the time runs out').count()).to.equal(1);
  });

  it('is not waited for when it takes long', async () => {
    const letGo = await askWithout(/\/api\/requests\//, { promptTemplateId: 'fetched-meanwhile' });
    await called(client(), '/prompts/fetched-meanwhile');
    await advanceTime(page(), 2000);
    await question().approve.waitFor();
    await letGo();
    await page().getByText('If the time runs out').waitFor();
    await question().approve.waitFor();
  });

  for (const [width, name] of [
    [1180, 'Margaret Hamilton'],
    [360, 'Radia Perlman'], // whose profile is not known yet either
  ] as const)
    it(`says who asks, and what they do, without moving the buttons, in a window ${width} pixels wide`, async () => {
      await page().setViewportSize({ width, height: 1200 });
      const { people } = client().standIn.sandbox.tenant;
      const { id, jobTitle, department } = people.find(({ displayName }) => displayName === name)!;
      const letGo = await askWithout(/\/directory\/profiles/, { requesterId: id, requester: name });
      await question().approve.waitFor();
      const before = await question().approve.boundingBox();
      await letGo();
      await page().getByText(`(${jobTitle}, ${department})`).waitFor();
      expect(await question().approve.boundingBox()).to.deep.equal(before);
      await page().setViewportSize({ width: 1180, height: 800 });
    });

  it('links nowhere that the person may not go, and shows no next steps for a question of an older server', async () => {
    await ask({ mayOpen: { execution: false, flow: false }, next: undefined });
    await page()
      .getByText(say('asked.all', { responses: 1, assignees: 30 }))
      .waitFor();
    expect(
      await page()
        .getByRole('navigation', { name: say('question.elsewhere') })
        .count(),
    ).to.equal(0);
    expect(await page().getByText(say('next.title')).count()).to.equal(0);
  });
});
