import { expect } from 'chai';
import fc from 'fast-check';
import { createBrowserStorage } from '../../../desktop/renderer/browserStorage.ts';
import { createOutbox, type NewSubmission } from '../../../desktop/renderer/outbox/outbox.ts';
import { createLossyBrowser, ENDS, type LossyPage } from '../support/lossyBrowser.ts';
import { MemoryStorage } from '../support/memoryStorage.ts';

const QUESTIONS = ['q0', 'q1', 'q2'] as const;
/** What the server refuses for good; everything else passes. */
const FOR_GOOD = ['already_responded', 'request_closed', 'internal'];

const answer = (requestId: string, body: string): NewSubmission => ({
  requestId,
  flowName: 'Lunch',
  words: body,
  body,
  key: `key of ${body}`,
});

const byHand = ['type', 'send', 'pick', 'again', 'undo', 'sendNow'] as const;
const byPage = ['hide', 'close', 'crash', 'open', 'nextPerson', 'full', 'room', 'retry'] as const;
const action = fc.record({
  what: fc.constantFrom(...byHand, ...byPage, 'pass', 'clock', 'type', 'send', 'pick', 'pass', 'end', 'end', 'end'),
  index: fc.nat(2),
  question: fc.constantFrom(...QUESTIONS),
  ms: fc.constantFrom(0, 1000, 5000, 86_400_000),
  jumpMs: fc.constantFrom(-3_600_000, -30_000, 30_000),
  how: fc.constantFrom(...ENDS, 'taken' as const),
  waits: fc.boolean(),
});
type Action = typeof action extends fc.Arbitrary<infer One> ? One : never;

/** People who answer in turn in one browser. */
async function createPeople() {
  const browser = createLossyBrowser();
  let person = 'ada';
  let count = 0;
  let isHeldInMemory = false;
  /** The last words of each person for each question, unless taken back. */
  const given = new Map<string, { question: string; person: string; words: string }>();
  const open = async (): Promise<void> => {
    browser.openPage(person);
    await browser.idle();
  };
  const own = (): LossyPage[] => browser.open().filter((page) => page.person === person);
  const giving = (question: string, words: string): string => {
    given.set(`${question} ${person}`, { question, person, words });
    return words;
  };
  const canAnswer = (page: LossyPage, question: string): boolean =>
    !page.heard.includes(question) &&
    !own().some(({ outbox }) =>
      outbox.read().submissions.some(({ requestId, refusal }) => requestId === question && refusal === null),
    );

  function answerBy(page: LossyPage, { what, question }: Action): void {
    const refused = page.outbox.read().submissions.find((each) => each.requestId === question);
    if (!canAnswer(page, question)) return;
    if (what === 'type') browser.type(page, question, giving(question, `words ${count++}`));
    if (what === 'pick') page.outbox.hold([answer(question, giving(question, `pick ${count++}`))], 5000);
    if (what === 'again' && refused) browser.send(page, refused);
    const typed = page.drafts.read(question)?.values['value'];
    if (what === 'send' && typeof typed === 'string') browser.send(page, answer(question, giving(question, typed)));
  }

  async function leave(page: LossyPage, isSudden: boolean): Promise<void> {
    if (isHeldInMemory) return; // the browser asks first
    browser.close(page, isSudden);
    if (own().length === 0) await open();
  }

  function undo({ outbox }: LossyPage): void {
    for (const { requestId } of outbox.lastHeld()) {
      outbox.takeBack(requestId);
      given.delete(`${requestId} ${person}`);
    }
  }

  async function act(one: Action): Promise<void> {
    const { what, index, question, ms, jumpMs, how } = one;
    const page = own()[index % own().length]!;
    if (what === 'open' && own().length < 3) await open();
    if (what === 'nextPerson') {
      for (const each of own()) browser.close(each, false);
      person = person === 'ada' ? 'grace' : 'ada';
      await open();
    }
    if (what === 'pass') await browser.pass(ms);
    if (what === 'clock') browser.jump(jumpMs);
    if (what === 'end') browser.calls[index % Math.max(1, browser.calls.length)]?.end(how);
    if (what === 'full') isHeldInMemory = true;
    if (what === 'full' || what === 'room') browser.become(what === 'room');
    if (what === 'undo') undo(page);
    if (what === 'sendNow') page.outbox.sendNow(question);
    if (what === 'retry') void page.outbox.retry();
    if (what === 'hide') page.outbox.leave();
    if (what === 'hide') await browser.pass(2);
    if (what === 'close' || what === 'crash') await leave(page, what === 'crash');
    answerBy(page, one);
    if (one.waits) await browser.idle();
  }

  /** The server is well again, and everybody is back. */
  async function settle(): Promise<void> {
    browser.become(true);
    for (person of ['ada', 'grace']) if (own().length === 0) await open();
    for (let tries = 0; tries < 12; tries += 1) {
      await browser.pass(60_000);
      for (const call of browser.calls.slice()) {
        call.end('taken');
        await browser.idle();
      }
    }
  }

  await open();
  return { browser, given, act, settle, hadRoom: () => !isHeldInMemory };
}

/** What a page shows of somebody's answers: refused ones, drafts, forms. */
const shownOn = ({ outbox, drafts, refused }: LossyPage): unknown[] => [
  ...outbox.read().submissions.map(({ body }) => body),
  ...QUESTIONS.map((question) => drafts.read(question)?.values['value']),
  ...[...refused.keys()].map((key) => key.replace('key of ', '')),
];

describe('desktop: what was typed', () => {
  it('is on the server or still on the page, once and under the right name, whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 40 }), async (actions) => {
        const { browser, given, act, settle, hadRoom } = await createPeople();
        for (const each of actions) await act(each);
        await settle();
        for (const { person, outbox, refused } of browser.open()) {
          const { submissions, sendingIds } = outbox.read();
          expect(sendingIds).to.deep.equal([]);
          const said = [
            ...submissions.map(({ key, refusal }) => [key, refusal]),
            ...[...refused].map(([key, { code }]) => [key, code]),
          ];
          for (const [key, refusal] of said) {
            expect(FOR_GOOD).to.include(refusal);
            const isRecorded = [...browser.recorded.values()].some((each) => each.key === key);
            expect(
              isRecorded && refusal !== 'internal',
              `${key} of ${person} counts, and was shown as ${refusal}`,
            ).to.equal(false);
          }
        }
        if (hadRoom())
          for (const { question, person, words } of given.values()) {
            const recorded = browser.recorded.get(`${question} ${person}`)?.body;
            const shown = browser
              .open()
              .filter((page) => page.person === person)
              .flatMap(shownOn);
            expect([recorded, ...shown], `${words} of ${person} for ${question}`).to.include(words);
          }
      }),
      { numRuns: 150 },
    );
  });

  it('is never sent over and over, whatever the storage holds', async () => {
    const part = fc.oneof(fc.constantFrom('a', 'b', null, 0, 1, 1e9, Number.NaN, { values: {} }, {}, []), fc.string());
    const entry = fc.record(
      {
        requestId: part,
        flowName: part,
        words: part,
        body: part,
        key: part,
        givenAt: part,
        dueAt: part,
        refusal: part,
      },
      { requiredKeys: [] },
    );
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          entry.map((each) => JSON.stringify(each)),
          fc.json(),
          fc.string(),
        ),
        async (text) => {
          const storage = new MemoryStorage();
          storage.setItem('handback.outbox.ada:a', text);
          let sent = 0;
          const timers: number[] = [];
          const send = async (): Promise<never> => {
            sent += 1;
            if (sent > 5) throw new Error('over and over');
            return { requestId: 'a', status: 'completed' } as never;
          };
          const outbox = createOutbox({
            storage: createBrowserStorage(() => storage),
            person: 'ada',
            send,
            sendWhileLeaving: send,
            inTurn: (work) => work(),
            later: (_work, delayMs) => (timers.push(delayMs), () => undefined),
            now: () => 1_000_000,
            random: () => 1,
          });
          for (let n = 0; n < 3; n += 1) await outbox.flush();
          outbox.leave();
          expect(sent).to.be.at.most(1);
          expect(timers.filter((ms) => !Number.isFinite(ms))).to.deep.equal([]);
          for (const { requestId } of outbox.read().submissions) outbox.takeBack(requestId);
          expect(outbox.read().submissions).to.deep.equal([]);
        },
      ),
      { numRuns: 300 },
    );
  });
});
