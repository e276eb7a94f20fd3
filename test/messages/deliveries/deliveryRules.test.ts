import { expect } from 'chai';
import fc from 'fast-check';
import type { Message, Outcome, Question } from '../../../contract/messages.ts';
import type { ShownState } from '../../../contract/requests.ts';
import {
  afterAttempt,
  asCopied,
  backOffMs,
  GIVE_UP_MS,
  MAX_FAILURES,
  MOST_PROGRESS_OF,
  nextFallback,
  nextStep,
  outcomeOf,
  PROGRESS_REST_MS,
  rewriteDueAt,
  toShown,
  wantedOf,
  type Attempted,
  type Copy,
  type ShownCopy,
  type BeforeAttempt,
  type WantedCopy,
} from '../../../server/messages/deliveries/deliveryRules.ts';

const NOW = 1_000_000_000;
const STATES: ShownState[] = ['question', 'answered', 'closed'];
const rank = (state: ShownState) => STATES.indexOf(state);

const state = fc.constantFrom(...STATES);
const version = fc.integer({ min: 1, max: 5 });
const shown: fc.Arbitrary<ShownCopy> = fc.record({ version, state });
const copy: fc.Arbitrary<Copy> = fc.record({
  shown: fc.option(shown),
  shownAt: fc.integer({ min: NOW - 60_000, max: NOW }),
});
const wanted: fc.Arbitrary<WantedCopy> = fc.record({
  version,
  state,
  isNews: fc.boolean(),
  progressOf: fc.option(fc.integer({ min: 2, max: 40 })),
});
const a = (more: Partial<WantedCopy> = {}): WantedCopy => ({
  version: 2,
  state: 'question',
  isNews: true,
  progressOf: null,
  ...more,
});
const posted = (more: Partial<ShownCopy> = {}, shownAt = NOW): Copy => ({
  shown: { version: 1, state: 'question', ...more },
  shownAt,
});
const can = { canRewrite: true, now: NOW };

describe('the next step for a copy', () => {
  const question = { kind: 'question', version: 3, progress: null } as Question;
  const outcome = { kind: 'outcome', version: 4, progress: { answered: 1, of: 3 } } as Outcome;
  const notice: Message = { kind: 'notice', title: '', text: '', webUrl: null };
  const wants: [string, Message, WantedCopy][] = [
    ['a question', question, { version: 3, state: 'question', isNews: true, progressOf: null }],
    [
      'their own answer',
      { ...outcome, status: 'answered' },
      { version: 4, state: 'answered', isNews: false, progressOf: 3 },
    ],
    [
      'how it ended',
      { ...outcome, status: 'timed_out' },
      { version: 4, state: 'closed', isNews: false, progressOf: 3 },
    ],
    ['a notice', notice, { version: 1, state: 'closed', isNews: true, progressOf: null, isNotice: true }],
    [
      'a notice about something in progress',
      { ...notice, about: { subjectId: 'a', version: 2, isOver: false } },
      { version: 2, state: 'question', isNews: true, progressOf: null, isNotice: true },
    ],
    [
      'a notice about something finished',
      { ...notice, about: { subjectId: 'a', version: 3, isOver: true } },
      { version: 3, state: 'closed', isNews: false, progressOf: null, isNotice: true },
    ],
  ];
  for (const [name, message, expected] of wants)
    it(`follows from ${name}`, () => expect(wantedOf(message)).to.deep.equal(expected));

  it('counts answers only where the copy follows them', () => {
    const asked = (of: number): Question => ({ ...question, progress: { answered: 1, of } });
    const [few, many] = [asked(MOST_PROGRESS_OF), asked(MOST_PROGRESS_OF + 1)];
    const copied = [few, many, question, notice].map(asCopied);
    expect(copied).to.deep.equal([few, { ...many, progress: null }, question, notice]);
    const ended = (status: Outcome['status']): Outcome => ({
      ...outcome,
      status,
      progress: { answered: 1, of: MOST_PROGRESS_OF + 1 },
    });
    const [answered, timedOut] = [ended('answered'), ended('timed_out')];
    expect(asCopied(answered), 'by its reader, while it waits for others').to.deep.equal({
      ...answered,
      progress: null,
    });
    expect(asCopied(timedOut), 'that is final').to.deep.equal(timedOut);
  });

  const steps: [string, Copy, WantedCopy | null, object][] = [
    ['posts new versions', { shown: null, shownAt: null }, a(), { kind: 'post' }],
    ['skips what is not new', { shown: null, shownAt: null }, a({ isNews: false }), { kind: 'skip' }],
    ['skips missing subjects', { shown: null, shownAt: null }, null, { kind: 'skip' }],
    ['settles copies of missing subjects', posted(), null, { kind: 'settle' }],
    ['settles copies that show the outcome', posted({ state: 'closed' }), a({ version: 9 }), { kind: 'settle' }],
    ['rewrites answered ones at once', posted(), a({ state: 'answered' }), { kind: 'rewrite' }],
    ['rewrites closed ones at once', posted(), a({ state: 'closed' }), { kind: 'rewrite' }],
    [
      'rewrites ones that close after an answer at once',
      posted({ state: 'answered' }),
      a({ state: 'closed' }),
      { kind: 'rewrite' },
    ],
    ['rewrites ones closed only by their deadline', posted(), a({ version: 1, state: 'closed' }), { kind: 'rewrite' }],
    ['records ones without visible progress', posted(), a(), { kind: 'note' }],
    ['rewrites a changed notice at once', posted(), a({ isNotice: true }), { kind: 'rewrite' }],
    ['records a shown notice', posted({ version: 2 }), a({ isNotice: true }), { kind: 'note' }],
    ['records progress with many assignees', posted({}, 0), a({ progressOf: MOST_PROGRESS_OF + 1 }), { kind: 'note' }],
    ['records what is shown', posted({ version: 2 }, 0), a({ progressOf: 3 }), { kind: 'note' }],
    ['never goes back to an older version', posted({ version: 3 }), a({ state: 'closed' }), { kind: 'note' }],
    ['never asks again', posted({ state: 'answered' }, 0), a({ progressOf: 3 }), { kind: 'note' }],
    [
      'delays progress',
      posted({}, NOW - 1000),
      a({ progressOf: MOST_PROGRESS_OF }),
      { kind: 'wait', until: NOW + PROGRESS_REST_MS - 1000 },
    ],
    ['rewrites progress after a pause', posted({}, NOW - PROGRESS_REST_MS), a({ progressOf: 2 }), { kind: 'rewrite' }],
    [
      'rewrites progress of a copy without a recorded time',
      { ...posted(), shownAt: null },
      a({ progressOf: 2 }),
      { kind: 'rewrite' },
    ],
  ];
  for (const [name, before, now, expected] of steps)
    it(name, () => expect(nextStep(before, now, can)).to.deep.equal(expected));

  it('settles copies that can never change', () => {
    expect(nextStep(posted(), a({ state: 'closed' }), { ...can, canRewrite: false })).to.deep.equal({ kind: 'settle' });
  });

  it('treats a copy with only a known version as a question', () => {
    expect(toShown(3, null)).to.deep.equal({ version: 3, state: 'question' });
    expect(toShown(3, 'closed')).to.deep.equal({ version: 3, state: 'closed' });
    expect(toShown(null, null)).to.equal(null);
  });

  it('ends eventually, shows more each time, and rests between two counts', () => {
    fc.assert(
      fc.property(
        copy,
        fc.array(wanted, { minLength: 1, maxLength: 12 }),
        fc.boolean(),
        (first, changes, canRewrite) => {
          let [current, now] = [first, NOW];
          for (const change of changes) {
            now += 5000;
            const step = nextStep(current, change, { canRewrite, now });
            if (step.kind === 'wait') expect(step.until).to.be.within(now + 1, now + PROGRESS_REST_MS);
            if (step.kind === 'post') expect([current.shown, change.isNews]).to.deep.equal([null, true]);
            if (step.kind === 'rewrite') {
              const before = current.shown!;
              expect(canRewrite && before.state !== 'closed').to.equal(true);
              expect(change.version).to.be.at.least(before.version);
              expect(rank(change.state)).to.be.at.least(rank(before.state));
              const isCount = change.state === before.state;
              if (isCount) expect(now - current.shownAt!).to.be.at.least(PROGRESS_REST_MS);
            }
            if (step.kind !== 'post' && step.kind !== 'rewrite') continue;
            current = { shown: change, shownAt: now };
            expect(rewriteDueAt(current, change, now), 'once').to.equal(null);
          }
        },
      ),
    );
  });

  it('lets nobody see a question that is over', () => {
    fc.assert(
      fc.property(shown, wanted, (before, now) => {
        fc.pre(before.state !== 'closed' && now.state === 'closed' && now.version >= before.version);
        expect(nextStep({ shown: before, shownAt: NOW }, now, can)).to.deep.equal({ kind: 'rewrite' });
      }),
    );
  });
});

describe('the outcome of a delivery', () => {
  const fresh: BeforeAttempt = { shown: null, failures: 0, createdAt: NOW };
  const sent: BeforeAttempt = { shown: { version: 1, state: 'question' }, failures: 3, createdAt: 0 };
  const at = { now: NOW, random: 1 };
  const question: ShownCopy = { version: 2, state: 'question' };
  const closed: ShownCopy = { version: 3, state: 'closed' };
  const done = {
    state: 'sent',
    version: null,
    shownState: null,
    nextAttemptAt: null,
    failures: 0,
    error: null,
    isSettled: false,
  };
  const showing = ({ version: of, state: shows }: ShownCopy) => ({ ...done, version: of, shownState: shows });
  const failed = (more: object): Attempted => ({ kind: 'failed', error: 'No.', retryAfterMs: 0, ...more });
  const after: [string, Attempted, BeforeAttempt, object][] = [
    ['posted', { kind: 'posted', shown: question, address: {}, canRewrite: true }, fresh, showing(question)],
    [
      'posted for good',
      { kind: 'posted', shown: question, address: {}, canRewrite: false },
      fresh,
      { ...showing(question), isSettled: true },
    ],
    [
      'posted a notice',
      { kind: 'posted', shown: closed, address: {}, canRewrite: true },
      fresh,
      { ...showing(closed), isSettled: true },
    ],
    ['rewritten', { kind: 'rewritten', shown: question }, sent, showing(question)],
    ['rewritten to the outcome', { kind: 'rewritten', shown: closed }, sent, { ...showing(closed), isSettled: true }],
    ['noted', { kind: 'noted', version: 4 }, sent, { ...done, version: 4 }],
    ['waiting', { kind: 'waiting', until: NOW + 5 }, sent, { ...done, nextAttemptAt: NOW + 5 }],
    ['skipped', { kind: 'skipped' }, fresh, { ...done, state: 'skipped', isSettled: true }],
    ['settled', { kind: 'settled' }, sent, { ...done, isSettled: true }],
    [
      'tried again',
      failed({}),
      fresh,
      { ...done, state: 'queued', failures: 1, error: 'No.', nextAttemptAt: NOW + 5000 },
    ],
    [
      'retried as requested',
      failed({ retryAfterMs: 70_000 }),
      sent,
      { ...done, failures: 4, error: 'No.', nextAttemptAt: NOW + 70_000 },
    ],
    [
      'retried with all others',
      failed({ resumesAt: NOW + 7 }),
      sent,
      { ...done, failures: 3, error: 'No.', nextAttemptAt: NOW + 7 },
    ],
    [
      'given up at once',
      failed({ retryAfterMs: null }),
      fresh,
      { ...done, state: 'failed', failures: 1, error: 'No.', isSettled: true },
    ],
    [
      'given up after many failures',
      failed({}),
      { ...fresh, failures: MAX_FAILURES - 1 },
      { ...done, state: 'failed', failures: MAX_FAILURES, error: 'No.', isSettled: true },
    ],
    [
      'given up if a channel is down for too long',
      failed({ resumesAt: NOW + 7 }),
      { ...fresh, createdAt: NOW - GIVE_UP_MS },
      { ...done, state: 'failed', error: 'No.', isSettled: true },
    ],
    [
      'left as shown if nothing helps',
      failed({ retryAfterMs: null }),
      sent,
      { ...done, failures: 4, error: 'No.', isSettled: true },
    ],
  ];
  for (const [name, attempted, standing, expected] of after)
    it(`that was ${name}`, () => expect(afterAttempt(attempted, standing, at)).to.deep.equal(expected));

  it('is one word, which says of a failure whether it is retried', () => {
    const word = (attempted: Attempted, standing = sent) => outcomeOf(attempted, afterAttempt(attempted, standing, at));
    expect(word({ kind: 'rewritten', shown: closed })).to.equal('rewritten');
    expect(word({ kind: 'waiting', until: NOW + 5 })).to.equal('waiting');
    expect(word(failed({}))).to.equal('retried');
    expect(word(failed({ resumesAt: NOW + 7 }))).to.equal('delayed');
    expect(word(failed({ retryAfterMs: null }))).to.equal('failed');
  });

  it('says what went wrong, in few words', () => {
    const long = afterAttempt(failed({ error: 'x'.repeat(5000) }), fresh, at);
    expect(long.error).to.have.length(500);
  });

  it("keeps others' text if it fits completely, and numbers unchanged", () => {
    const said = { id: 'refused', values: { reason: 'x'.repeat(5000), platform: 'Slack', code: 403 } };
    expect(afterAttempt(failed({ said }), fresh, at).said).to.deep.equal({
      id: 'refused',
      values: { reason: 'x'.repeat(500), platform: 'Slack', code: 403 },
    });
    expect(afterAttempt(failed({ said: null }), fresh, at)).not.to.have.property('said');
  });

  it('backs off longer and longer, but never for more than 3 h', () => {
    expect([1, 2, 3, 4].map((failures) => backOffMs(failures, 1))).to.deep.equal([5000, 10_000, 20_000, 40_000]);
    expect(backOffMs(1, 0)).to.equal(3750);
    expect(backOffMs(30, 1)).to.equal(3 * 60 * 60 * 1000);
  });

  it('is tried on the next channel', () => {
    expect(['chat', 'mail', 'other'].map((channel) => nextFallback(['chat', 'mail'], channel))).to.deep.equal([
      'mail',
      null,
      'chat',
    ]);
  });
});
