import { expect } from 'chai';
import fc from 'fast-check';
import { say, summaryInEnglish, type ShownField } from '../../contract/summaries.ts';
import {
  decideAnswers,
  placesOf,
  refusalOf,
  whyUnusable,
  type SubmissionFacts,
  type Refusal,
  type RequestState,
  type Submission,
  type Verdict,
} from '../../server/requests/requestRules.ts';

const NOW = 1000;
const OVER = NOW - 1;

const request = (more: Partial<RequestState> = {}): RequestState => ({
  id: 'r',
  executionId: 'e',
  strategy: 'any',
  status: 'waiting',
  assigneeCount: 3,
  answeredCount: 0,
  version: 1,
  expiresAt: NOW + 1,
  outcome: null,
  answeredBy: null,
  ...more,
});

const submission = (more: Partial<Submission> = {}): Submission => ({
  id: 'mine',
  requestId: 'r',
  person: 'ada',
  displayName: 'Ada',
  payload: { isForm: false, values: { value: 'yes' }, note: '' },
  shown: [{ text: 'yes' }],
  channel: 'web',
  verifiedBy: 'token',
  ...more,
});

const token = (more: Partial<NonNullable<SubmissionFacts['token']>> = {}) => ({
  requestId: 'r',
  person: 'ada',
  isUsed: false,
  isExpired: false,
  ...more,
});

/** The known state, and the refusal; earlier rows win over later ones. */
const REFUSALS: [
  what: string,
  known: Partial<SubmissionFacts>,
  tokenHash: string | undefined,
  said: Refusal | 'repeat' | null,
][] = [
  ['an open request', {}, undefined, null],
  ['an open request, with a token', { token: token() }, 'h', null],
  ['no request', { request: undefined }, undefined, 'not_found'],
  ['no request, with a token', { request: undefined }, 'h', 'link_unusable'],
  ['an unknown token', {}, 'h', 'link_unusable'],
  ['a token for another request', { token: token({ requestId: 'other' }) }, 'h', 'link_unusable'],
  ['a foreigner', { isAssignee: false }, undefined, 'not_assignee'],
  [
    'a stranger after the end',
    { isAssignee: false, request: request({ status: 'completed' }) },
    undefined,
    'not_assignee',
  ],
  ['the token of another assignee', { token: token({ person: 'grace' }) }, 'h', 'not_assignee'],
  ['the used token of another assignee', { token: token({ person: 'grace', isUsed: true }) }, 'h', 'not_assignee'],
  ['a repeat', { respondedWith: 'mine' }, undefined, 'repeat'],
  ['a repeat after the end', { respondedWith: 'mine', request: request({ status: 'completed' }) }, undefined, 'repeat'],
  ['a repeat with its token used', { respondedWith: 'mine', token: token({ isUsed: true }) }, 'h', 'repeat'],
  ['a repeat with its token expired', { respondedWith: 'mine', token: token({ isExpired: true }) }, 'h', 'repeat'],
  ['a second answer', { respondedWith: 'other' }, undefined, 'already_responded'],
  ['a second answer with an unused token', { respondedWith: 'other', token: token() }, 'h', 'already_responded'],
  [
    'a second answer with a used token',
    { respondedWith: 'other', token: token({ isUsed: true }) },
    'h',
    'link_unusable',
  ],
  ['a used token', { token: token({ isUsed: true }) }, 'h', 'link_unusable'],
  ['an expired token', { token: token({ isExpired: true }) }, 'h', 'link_unusable'],
  ['a closed request', { request: request({ status: 'completed' }) }, undefined, 'request_closed'],
  ['a cancelled request', { request: request({ status: 'cancelled' }), token: token() }, 'h', 'request_closed'],
  ['a request past its deadline', { request: request({ expiresAt: NOW }) }, undefined, 'request_closed'],
  ['a request just before its deadline', { request: request({ expiresAt: NOW + 1 }) }, undefined, null],
];

const YES = [{ text: 'yes' }];
const FORM = [
  { label: 'Urgent', text: 'Yes', word: 'yes' as const },
  { label: 'Colour', text: 'Red' },
];
const ALL_OF_THREE = { strategy: 'all', assigneeCount: 3, answeredCount: 2 } as const;

const OUTCOMES: [more: Partial<RequestState>, shown: ShownField[], outcome: string | null][] = [
  [{ strategy: 'any' }, YES, 'Ada answered: yes'],
  [{ strategy: 'any' }, FORM, 'Ada answered: Urgent: Yes, Colour: Red'],
  [{ strategy: 'any' }, [], 'Ada answered'],
  [{ strategy: 'all', assigneeCount: 1 }, YES, 'Ada answered: yes'],
  [ALL_OF_THREE, YES, 'All 3 people answered, last Ada: yes'],
  [ALL_OF_THREE, [], 'All 3 people answered, last Ada'],
  [{ ...ALL_OF_THREE, assigneeCount: 2, answeredCount: 1 }, YES, 'Both answered, last Ada: yes'],
  [{ ...ALL_OF_THREE, answeredCount: 1 }, YES, null],
];

describe('request rules', () => {
  it('tell why a token cannot be used, but nothing of a token for another request', () => {
    const why = (change: Parameters<typeof token>[0]) => whyUnusable('r', token(change));
    expect(whyUnusable('r', undefined)).to.equal('unknown');
    expect(why({ requestId: 'other', isUsed: true })).to.equal('unknown');
    expect(why({ isUsed: true, isExpired: true })).to.equal('used');
    expect(why({ isExpired: true })).to.equal('expired');
    expect(why({})).to.equal('unknown');
  });

  for (const [what, known, tokenHash, said] of REFUSALS)
    it(`${said === null ? 'accept' : `say ${said} to`} ${what}`, () => {
      expect(refusalOf(submission({ tokenHash }), { request: request(), isAssignee: true, ...known }, NOW)).to.equal(
        said,
      );
    });

  for (const [more, shown, outcome] of OUTCOMES)
    it(`give the outcome ${outcome} to ${JSON.stringify(more)} with ${JSON.stringify(shown)}`, () => {
      const known = [{ request: request(more), isAssignee: true }];
      const { verdicts, requests } = decideAnswers([submission({ shown })], known, NOW);
      const status = outcome === null ? 'waiting' : 'completed';
      expect(requests).to.have.length(1);
      const said = requests[0]!.outcome;
      expect(said && summaryInEnglish(said)).to.equal(outcome);
      expect(verdicts).to.deep.equal([{ accepted: true, request: requests[0], isRepeat: false }]);
      expect(requests[0]).to.include({ status, version: 1, answeredBy: outcome === null ? null : 'Ada' });
    });

  it('use up a token within a batch', () => {
    const attempts = [
      submission({ tokenHash: 'h' }),
      submission({ id: 'again', tokenHash: 'h' }),
      submission({ id: 'web' }),
    ];
    const known = attempts.map(({ tokenHash }) => ({
      request: request({ strategy: 'all' }),
      isAssignee: true,
      token: tokenHash === undefined ? undefined : token(),
    }));
    const { verdicts, stored } = decideAnswers(attempts, known, NOW);
    expect(verdicts.map((verdict) => verdict.accepted || verdict.refusal)).to.deep.equal([
      true,
      'link_unusable',
      'already_responded',
    ]);
    expect(stored).to.deep.equal([attempts[0]]);
  });

  it('give a repeat within a batch the first result', () => {
    const [first, again] = [submission({}), submission({})];
    const known = { request: request({}), isAssignee: true };
    const { verdicts, stored, requests } = decideAnswers([first, again], [known, known], NOW);
    expect(verdicts).to.deep.equal([
      { accepted: true, request: requests[0], isRepeat: false },
      { accepted: true, request: requests[0], isRepeat: true },
    ]);
    expect(stored).to.deep.equal([first]);
  });

  it('number the answers to a request, also after earlier ones', () => {
    const stored = ['r', 'q', 'r', 'r'].map((requestId) => submission({ requestId }));
    const after = [request({ answeredCount: 5 }), request({ id: 'q', answeredCount: 1 })];
    expect(placesOf(stored, after)).to.deep.equal([3, 1, 4, 5]);
  });

  it('decide nothing for an empty batch', () => {
    expect(decideAnswers([], [], NOW)).to.deep.equal({ verdicts: [], stored: [], requests: [] });
  });
});

/** A miniature database: what units with single answers would do. Written from the promises, not from the rules. */
class World {
  readonly requests = new Map<string, RequestState>();
  readonly assignees = new Map<string, string[]>();
  readonly responses = new Map<string, string>();
  readonly tokens = new Map<string, NonNullable<SubmissionFacts['token']>>();

  known({ requestId, person, tokenHash }: Submission): SubmissionFacts {
    return {
      request: this.requests.get(requestId),
      isAssignee: this.assignees.get(requestId)?.includes(person) ?? false,
      respondedWith: this.responses.get(`${requestId} ${person}`),
      token: tokenHash === undefined ? undefined : this.tokens.get(tokenHash),
    };
  }

  submit(attempt: Submission): Verdict {
    const refused = (refusal: Refusal): Verdict => ({ accepted: false, refusal });
    const found = this.requests.get(attempt.requestId);
    const withToken = attempt.tokenHash !== undefined;
    const its = withToken ? this.tokens.get(attempt.tokenHash!) : undefined;
    if (!found || (withToken && its?.requestId !== found.id)) return refused(withToken ? 'link_unusable' : 'not_found');
    const mayAnswer = this.assignees.get(found.id)!.includes(attempt.person) && (!its || its.person === attempt.person);
    if (!mayAnswer) return refused('not_assignee');
    const key = `${found.id} ${attempt.person}`;
    const request = () => this.requests.get(found.id)!;
    if (this.responses.get(key) === attempt.id) return { accepted: true, request: request(), isRepeat: true };
    if (this.responses.has(key)) return refused(its?.isUsed ? 'link_unusable' : 'already_responded');
    if (its?.isUsed || its?.isExpired) return refused('link_unusable');
    if (found.status !== 'waiting' || found.expiresAt <= NOW) return refused('request_closed');
    this.responses.set(key, attempt.id);
    if (its) this.tokens.set(attempt.tokenHash!, { ...its, isUsed: true });
    this.count(found, attempt);
    return { accepted: true, request: request(), isRepeat: false };
  }

  private count(found: RequestState, { displayName, shown }: Submission): void {
    const answeredCount = found.answeredCount + 1;
    const isDone = found.strategy === 'any' || answeredCount === found.assigneeCount;
    const isAlone = found.strategy === 'any' || found.assigneeCount === 1;
    const outcome = isAlone
      ? say('answeredWith', { name: displayName }, shown)
      : say('allAnsweredWith', { name: displayName, count: found.assigneeCount }, shown);
    const end = isDone ? { status: 'completed' as const, outcome, answeredBy: displayName } : {};
    this.requests.set(found.id, { ...found, answeredCount, ...end });
  }
}

const PEOPLE = ['ada', 'grace', 'linus'];

const seldom = fc.constantFrom(false, false, false, true);
const anyRequest = fc.record({
  strategy: fc.constantFrom('any' as const, 'all' as const),
  status: fc.constantFrom('waiting', 'waiting', 'waiting', 'completed', 'timed_out'),
  isOver: seldom,
  assignees: fc.subarray(PEOPLE, { minLength: 1 }),
});
const anyToken = fc.record({
  requestId: fc.constantFrom('r0', 'r1', 'r2'),
  person: fc.constantFrom(...PEOPLE),
  isUsed: seldom,
  isExpired: seldom,
});
const anyAttempt = fc.record({
  id: fc.constantFrom('1', '2'),
  requestId: fc.constantFrom('r0', 'r1', 'r2', 'nowhere'),
  person: fc.constantFrom(...PEOPLE, 'eve'),
  tokenHash: fc.option(fc.constantFrom('t0', 't1', 't2', 'unknown'), { nil: undefined }),
});
const anyWorld = fc.record({
  requests: fc.array(anyRequest, { minLength: 3, maxLength: 3 }),
  tokens: fc.array(anyToken, { minLength: 3, maxLength: 3 }),
});

function build({ requests, tokens }: typeof anyWorld extends fc.Arbitrary<infer T> ? T : never): World {
  const world = new World();
  requests.forEach(({ strategy, status, isOver, assignees }, n) => {
    const id = `r${n}`;
    const expiresAt = isOver ? OVER : NOW + 1;
    world.requests.set(id, request({ id, strategy, status, expiresAt, assigneeCount: assignees.length }));
    world.assignees.set(id, assignees);
  });
  tokens.forEach((each, n) => world.tokens.set(`t${n}`, each));
  return world;
}

describe('answers of one batch', () => {
  it('are decided as if each had come alone', () => {
    fc.assert(
      fc.property(anyWorld, fc.array(anyAttempt, { maxLength: 25 }), (state, attempts) => {
        const [before, world] = [build(state), build(state)];
        const submissions = attempts.map((attempt) => submission({ ...attempt, displayName: attempt.person }));
        const known = submissions.map((each) => before.known(each));
        const frozen = structuredClone(known);
        const { verdicts, stored, requests } = decideAnswers(submissions, known, NOW);

        expect(verdicts).to.deep.equal(submissions.map((each) => world.submit(each)));
        expect(known, 'what it was given is as it was').to.deep.equal(frozen);
        const changed = [...world.requests.values()].filter((each) => each.answeredCount > 0);
        expect(new Map(requests.map((each) => [each.id, each]))).to.deep.equal(
          new Map(changed.map((each) => [each.id, each])),
        );
        const isNew = (verdict: Verdict) => verdict.accepted && !verdict.isRepeat;
        expect(stored).to.deep.equal(submissions.filter((_, n) => isNew(verdicts[n]!)));
      }),
      { numRuns: 500 },
    );
  });

  it('may be split anywhere into two batches', () => {
    fc.assert(
      fc.property(anyWorld, fc.array(anyAttempt, { maxLength: 20 }), fc.nat(20), (state, attempts, cut) => {
        const submissions = attempts.map((attempt) => submission({ ...attempt, displayName: attempt.person }));
        const world = build(state);
        const decide = (some: Submission[]) =>
          decideAnswers(
            some,
            some.map((each) => world.known(each)),
            NOW,
          ).verdicts;
        const whole = decide(submissions);
        const first = decide(submissions.slice(0, cut));
        submissions.slice(0, cut).forEach((each) => world.submit(each));
        expect([...first, ...decide(submissions.slice(cut))]).to.deep.equal(whole);
      }),
    );
  });
});
