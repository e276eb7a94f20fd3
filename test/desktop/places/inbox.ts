import { notification } from '../support/samples.ts';
import { attach, click, keep, point, selectTwo, type, unfold } from './steps.ts';
import { answersOnTheirWay, draftOf, filed, refusing } from './given.ts';
import type { Place } from './place.ts';
import { SEND_ANSWER, UNDO } from '../support/screens/question.ts';

/** Three with the same question. */
const EQUAL = { flowId: 'expense-approval', nodeId: 'review' };
const equal = () => ({
  notifications: ['one', 'two', 'three'].map((id) => notification({ id, ...EQUAL, prompt: `May ${id} have access?` })),
});

export const INBOX: Place[] = [
  { name: 'the inbox', hash: '#/notifications', words: 'From Linus Torvalds' },
  {
    name: 'a question pointed at',
    hash: '#/notifications',
    open: point('link', /^Unread/),
    words: 'From Linus Torvalds',
  },
  { name: 'what is completed', hash: '#/notifications?tab=completed', words: 'Grace Hopper answered' },
  { name: 'what has expired', hash: '#/notifications?tab=expired', words: 'Withdrawn' },
  { name: 'a filtered inbox', hash: '#/notifications?q=desk&type=approval', words: 'From Linus Torvalds' },
  {
    name: 'the inbox by flow, compact',
    hash: '#/notifications?sort=flow',
    given: {},
    open: click('Compact rows'),
    words: 'From Linus Torvalds',
  },
  {
    name: 'equal questions in one row',
    hash: '#/notifications?group=equal',
    words: 'Expense approval',
    given: equal,
  },
  {
    name: 'equal questions as a table',
    hash: `#/notifications?flow=${EQUAL.flowId}&node=${EQUAL.nodeId}`,
    words: /3 questions of/,
    given: equal,
  },
  {
    name: 'until when to snooze',
    hash: '#/notifications',
    open: async ({ page }) => {
      await page
        .getByRole('link', { name: /^Unread/ })
        .first()
        .focus();
      await page.keyboard.press('h');
    },
    words: 'Another time',
  },
  {
    name: 'what is snoozed',
    hash: '#/notifications?tab=snoozed',
    words: 'Snoozed until',
    given: () => ({
      notifications: [notification({ id: 'asleep', snoozedUntil: new Date(Date.now() + 3_600_000).toISOString() })],
    }),
  },
  {
    name: 'what one has asked',
    hash: '#/notifications?scope=asked',
    words: 'Waits for Grace Hopper, Alan Turing and 5 more people',
  },
  {
    name: 'withdrawing what one has asked',
    hash: '#/notifications?scope=asked',
    open: click('Withdraw'),
    words: 'Withdraw this question?',
  },
  {
    name: 'everyone that a question waits for',
    hash: '#/notifications?scope=asked',
    open: click('Show everyone'),
    words: 'Who has not answered yet',
  },
  {
    name: 'whom no message about a question has reached',
    hash: '#/notifications?scope=asked',
    open: click('Show who was not reached'),
    words: 'Whom no message has reached',
  },
  {
    name: 'what one has asked and is over',
    hash: '#/notifications?scope=asked&tab=closed',
    words: 'No longer needed.',
  },
  { name: 'saved views', hash: '#/notifications', open: click('Views'), words: 'Save this view' },
  { name: 'a filter that finds nothing', hash: '#/notifications?q=nothing', words: 'Nothing found' },
  { name: 'an empty inbox', hash: '#/notifications', words: 'All caught up', given: { notifications: [] } },
  { name: 'a refused inbox', hash: '#/', words: 'Try again', given: refusing('GET /user/notifications') },
  {
    name: 'a question that came meanwhile',
    hash: '#/notifications',
    given: {},
    open: async ({ page, standIn }) => {
      await page.getByText('From Linus Torvalds').first().waitFor();
      const [createdAt, expiresAt] = [0, 60_000].map((ms) => new Date(Date.now() + ms).toISOString()); // before all others
      standIn.state.notifications.unshift(notification({ id: 'fresh', createdAt, expiresAt }));
      standIn.tell({ event: 'notification_changed', data: { id: 'fresh' } });
    },
    words: '1 new',
  },
  { name: 'several selected', hash: '#/notifications', open: selectTwo, words: 'Mark as read' },
  {
    name: 'one answer for several',
    hash: '#/notifications',
    open: async (client) => {
      await selectTwo(client);
      await click('Approve')(client);
    },
    words: 'Answer 2 questions with',
  },
  {
    name: 'what became of several',
    hash: '#/notifications',
    given: refusing('POST /user/notifications/soon/respond'),
    open: async (client) => {
      await selectTwo(client);
      await click('Approve', 'Send 2 answers')(client);
    },
    words: 'You are not allowed',
  },
];

export const QUESTIONS: Place[] = [
  { name: 'an approval', hash: '#/notifications/approval', words: 'Everyone has to answer' },
  {
    name: 'what was said before',
    hash: '#/notifications/approval',
    open: unfold('What was said'),
    words: 'Hello there',
  },
  { name: 'a link pointed at', hash: '#/notifications/done', open: point('link', 'Open chat'), words: 'You answered' },
  { name: 'a note to an answer', hash: '#/notifications/soon', open: click('Add a note'), words: SEND_ANSWER },
  { name: 'a long question', hash: '#/notifications/text', words: SEND_ANSWER },
  { name: 'a form of every type', hash: '#/notifications/form', words: SEND_ANSWER },
  {
    name: 'a form with faults',
    hash: '#/notifications/form',
    open: click('Add a row', 'Add an entry', SEND_ANSWER),
    words: 'fields need another look',
  },
  { name: 'an open list', hash: '#/notifications/form', open: type('Severity', ''), words: 'People cannot work' },
  { name: 'a picker that finds people', hash: '#/notifications/form', open: type('Owner', 'Ada'), words: /ada@/ },
  {
    name: 'a picker that finds nobody',
    hash: '#/notifications/form',
    open: type('Other teams', 'zzzz'),
    words: /^Nothing found/,
  },
  { name: 'a long list', hash: '#/notifications/many', open: type('Place', ''), words: 'Place 3' },
  {
    name: 'an option pointed at',
    hash: '#/notifications/many',
    open: async (client) => {
      await type('Place', '')(client);
      await point('option', 'Place 3')(client);
    },
    words: 'Place 3',
  },
  {
    name: 'a search in a long list',
    hash: '#/notifications/many',
    open: type('Other places', '19'),
    words: 'Place 119',
  },
  {
    name: 'a question that takes files from elsewhere',
    hash: '#/notifications/filed',
    given: filed,
    words: 'Put into your OneDrive',
  },
  {
    name: 'a document library',
    hash: '#/notifications/filed',
    given: filed,
    open: async (client) => {
      await click('Choose from a document library')(client);
      await client.page.getByRole('dialog').getByRole('searchbox').fill('hand');
      await click('Company handbook', /^Documents$/, /^Travel$/)(client);
    },
    words: 'Expenses.md',
  },
  { name: 'a file that is sent', hash: '#/notifications/form', open: attach, words: /plan.png/ },
  {
    name: 'a file that is refused',
    hash: '#/notifications/form',
    given: refusing('POST /files'),
    open: attach,
    words: /You are not allowed/,
  },
  {
    name: 'an answer that is asked about once more',
    hash: '#/notifications/sure',
    open: click('Close the office for good'),
    words: 'Nothing has been sent yet',
  },
  { name: 'an answer that was begun', hash: '#/notifications/soon', kept: draftOf('soon'), words: 'You started this' },
  { name: 'an answer too late', hash: '#/notifications/late', kept: draftOf('late'), words: 'did not send' },
  {
    name: 'an answer on its way',
    hash: '#/notifications/soon',
    open: (client) => keep(answersOnTheirWay('soon'))(client),
    words: UNDO,
  },
  {
    name: 'answers on their way',
    hash: '#/flows',
    open: (client) => keep(answersOnTheirWay('soon', 'approval', 'form'))(client),
    words: 'Open the question',
  },
  { name: 'an answer of one’s own', hash: '#/notifications/done', words: 'You answered' },
  { name: 'an answer of somebody else', hash: '#/notifications/by-others', words: 'Who has answered' },
  { name: 'a question out of time', hash: '#/notifications/late', words: 'The time to answer ran out' },
  { name: 'a question that was withdrawn', hash: '#/notifications/stopped', words: 'no answer is needed' },
  { name: 'no question', hash: '#/notifications/none', words: 'This question is not in your inbox' },
];
