import { expect } from 'chai';
import { ApiProblem } from '../../../desktop/renderer/api/apiProblem.ts';
import { createBrowserStorage } from '../../../desktop/renderer/browserStorage.ts';
import { createOutbox, type NewSubmission, type Outbox } from '../../../desktop/renderer/outbox/outbox.ts';
import { MemoryStorage } from '../support/memoryStorage.ts';

const RECEIPT = { requestId: 'x', status: 'completed' as const };
const answer = (requestId: string): NewSubmission => ({
  requestId,
  flowName: 'Lunch',
  words: 'Soup',
  body: 'soup',
  key: `key-${requestId}`,
});
/** The sender waits for the result. */
const STAYS = new AbortController().signal;
const problem = (code: ApiProblem['code']) => new ApiProblem(code, 0, code);

describe('desktop: the outbox', () => {
  let now: number;
  let storage: MemoryStorage;
  let sent: string[];
  let left: string[];
  let failing: ApiProblem | null;
  let timers: Set<{ at: number; work: () => void }>;
  let isBusy: boolean;
  /** Blocks the turn of this page. */
  let turn: Promise<void>;

  beforeEach(() => {
    now = 1_000_000;
    storage = new MemoryStorage();
    sent = [];
    left = [];
    failing = null;
    timers = new Set();
    isBusy = false;
    turn = Promise.resolve();
  });

  function open(): Outbox {
    return createOutbox({
      storage: createBrowserStorage(() => storage),
      person: 'ada',
      send: async ({ requestId, key }) => {
        expect(isBusy, 'one at a time').to.equal(false);
        isBusy = true;
        await Promise.resolve();
        isBusy = false;
        sent.push(`${requestId} ${key}`);
        if (failing) throw failing;
        return RECEIPT;
      },
      sendWhileLeaving: async ({ requestId }) => {
        left.push(requestId);
        if (failing) throw failing;
        return RECEIPT;
      },
      inTurn: (work) => turn.then(work),
      later: (work, delayMs) => {
        const timer = { at: now + delayMs, work };
        timers.add(timer);
        return () => void timers.delete(timer);
      },
      now: () => now,
      random: () => 1,
    });
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve));
  async function pass(ms: number): Promise<void> {
    now += ms;
    for (const timer of [...timers]) if (timer.at <= now && timers.delete(timer)) timer.work();
    await settle();
  }

  it('holds an answer back while it can be undone, then sends it', async () => {
    const outbox = open();
    outbox.hold([answer('a')], 5000);
    await outbox.flush();
    await pass(4999);
    expect(sent).to.deep.equal([]);
    await pass(1);
    expect(sent).to.deep.equal(['a key-a']);
    expect(outbox.read().submissions).to.deep.equal([]);
  });

  it('knows which undoable answer was given last, however quickly they came', async () => {
    const outbox = open();
    const lastIds = () => outbox.lastHeld().map(({ requestId }) => requestId);
    outbox.hold([answer('b')], 5000);
    outbox.hold([answer('a')], 5000);
    outbox.hold([answer('d'), answer('c')], 5000);
    expect(lastIds()).to.have.members(['c', 'd']);
    outbox.takeBack(...lastIds());
    expect(lastIds()).to.deep.equal(['a']);
    outbox.takeBack('a');
    expect(lastIds()).to.deep.equal(['b']);
    await pass(5000);
    expect(lastIds()).to.deep.equal([]);
    expect(sent).to.deep.equal(['b key-b']);
  });

  it('holds an answer back no longer if the clock is set back', async () => {
    const outbox = open();
    outbox.hold([answer('a')], 5000);
    now -= 3_600_000;
    expect(outbox.lastHeld(), 'nobody is told of an hour').to.deep.equal([]);
    for (const { work } of [...timers]) work(); // the timer was set for five seconds, whatever the clock says
    await settle();
    expect(sent).to.deep.equal(['a key-a']);
  });

  it('sends nothing that was undone', async () => {
    const outbox = open();
    outbox.hold([answer('a')], 5000);
    outbox.takeBack('a');
    await pass(60_000);
    expect(sent).to.deep.equal([]);
  });

  it('settles at once for a caller whose answer was undone before its turn', async () => {
    turn = new Promise(() => undefined);
    const outbox = open();
    const submitted = outbox.submit(answer('a'), STAYS);
    outbox.takeBack('a');
    await submitted;
    expect(sent).to.deep.equal([]);
  });

  it('sends at once what is held back or waiting, on request', async () => {
    const outbox = open();
    failing = problem('unavailable');
    await outbox.submit(answer('waits'), STAYS);
    failing = null;
    now += 1;
    outbox.hold([answer('held')], 5000);
    sent = [];
    await outbox.hurry();
    expect(sent).to.deep.equal(['waits key-waits', 'held key-held']);
    expect(outbox.read().submissions).to.deep.equal([]);
  });

  it('forgets everything, sent or not', async () => {
    const outbox = open();
    failing = problem('unavailable');
    await outbox.submit(answer('waits'), STAYS);
    outbox.hold([answer('held')], 5000);
    failing = null;
    sent = [];
    outbox.empty();
    await pass(3_600_000);
    expect(sent).to.deep.equal([]);
    expect(storage.length).to.equal(0);
  });

  it('sends while the page is closed, and again after a restart if no reply arrived, under the same key', async () => {
    const outbox = open();
    outbox.hold([answer('a')], 5000);
    failing = problem('unreachable');
    outbox.leave();
    expect(left, 'begun before anything else happens').to.deep.equal(['a']);
    expect(outbox.read().sendingIds, 'so it cannot be taken back').to.deep.equal(['a']);
    await settle();
    expect(outbox.read().sendingIds).to.deep.equal([]);
    outbox.stop();
    failing = null;
    sent = [];
    now += 1;
    await open().flush();
    expect(sent).to.deep.equal(['a key-a']);
  });

  it('keeps what cannot be sent yet and sends it on return, in order and one at a time', async () => {
    const outbox = open();
    failing = problem('unreachable');
    await Promise.all([outbox.submit(answer('a'), STAYS), outbox.submit(answer('b'), STAYS)]);
    await outbox.submit(answer('c'), STAYS);
    expect(outbox.read().submissions.map(({ requestId }) => requestId)).to.deep.equal(['a', 'b', 'c']);
    expect(outbox.read().obstacle).to.equal('unreachable');
    failing = null;
    sent = [];
    await open().flush();
    expect(sent).to.deep.equal(['a key-a', 'b key-b', 'c key-c']);
    outbox.hear({ key: null, newValue: null });
    expect(outbox.read().submissions).to.deep.equal([]);
  });

  it('retries by itself, less and less often', async () => {
    const outbox = open();
    failing = problem('unavailable');
    await outbox.submit(answer('a'), STAYS);
    await pass(1000);
    await pass(1000);
    expect(sent.length, 'the second pause is longer').to.equal(2);
    await pass(1000);
    expect(sent.length).to.equal(3);
    failing = null;
    await pass(4000);
    expect(outbox.read()).to.deep.equal({ submissions: [], sendingIds: [], obstacle: null });
  });

  it('waits for the result of an answer that was given while others had their turn', async () => {
    const outbox = open();
    outbox.hold([answer('a')], 5000);
    let begin = (): void => undefined;
    turn = new Promise((resolve) => (begin = resolve));
    await pass(5000);
    now += 1; // the turn was requested a moment ago
    const submitted = outbox.submit(answer('b'), STAYS);
    begin();
    await submitted;
    expect(sent).to.deep.equal(['a key-a', 'b key-b']);
    expect(outbox.read().submissions).to.deep.equal([]);
  });

  it('tells a waiting caller of a refusal, and then drops it', async () => {
    const outbox = open();
    failing = problem('validation_failed');
    const refusal = await outbox.submit(answer('a'), STAYS).catch((error: unknown) => error);
    expect(refusal).to.equal(failing);
    expect(outbox.read().submissions).to.deep.equal([]);
  });

  it('keeps a refusal that no caller is left to hear', async () => {
    const outbox = open();
    failing = problem('request_closed');
    const gone = new AbortController();
    const submitted = outbox.submit(answer('a'), gone.signal);
    gone.abort();
    await submitted;
    expect(outbox.read().submissions).to.have.nested.property('[0].refusal', 'request_closed');
  });

  it('retries at once when the connection is back, even while an attempt is just failing', async () => {
    const outbox = open();
    failing = problem('unreachable');
    const submitted = outbox.submit(answer('a'), STAYS);
    await outbox.retry();
    await submitted;
    expect(sent.length, 'without a pause').to.equal(2);
    failing = null;
    await pass(1000);
    expect(sent.length, 'the pauses begin anew').to.equal(3);
    expect(outbox.read().submissions).to.deep.equal([]);
  });

  it('keeps a refused answer with the reason if no caller waited, and continues with the next', async () => {
    const outbox = open();
    outbox.hold([answer('a')], 5000);
    failing = problem('request_closed');
    await pass(5000);
    expect(outbox.read().submissions).to.have.nested.property('[0].refusal', 'request_closed');
    failing = null;
    await outbox.submit(answer('b'), STAYS);
    await pass(60_000);
    expect(sent, 'a refusal is not tried again').to.deep.equal(['a key-a', 'b key-b']);
    outbox.prune(() => false);
    expect(outbox.read().submissions).to.deep.equal([]);
  });

  it('does not report the refusal of an earlier attempt once the same answer was accepted', async () => {
    const outbox = open();
    outbox.hold([answer('a')], 5000);
    failing = problem('internal');
    await pass(5000);
    failing = null;
    await outbox.submit(answer('a'), STAYS);
    expect(sent).to.deep.equal(['a key-a', 'a key-a']);
    expect(outbox.read().submissions).to.deep.equal([]);
  });

  it('tries again what the connection was too slow for', async () => {
    const outbox = open();
    failing = problem('too_slow');
    await outbox.submit(answer('a'), STAYS);
    failing = null;
    await pass(1000);
    expect(sent).to.deep.equal(['a key-a', 'a key-a']);
    expect(outbox.read().submissions).to.deep.equal([]);
  });

  it('replaces an answer that has not been sent yet', async () => {
    const outbox = open();
    outbox.hold([answer('a')], 5000);
    outbox.hold([{ ...answer('a'), key: 'second' }], 5000);
    await pass(5000);
    expect(sent).to.deep.equal(['a second']);
  });

  it('starts empty if the stored data is invalid', () => {
    for (const nonsense of ['{', '"x"', 'null', '{"key":"k"}']) {
      storage.setItem('handback.outbox.ada:a', nonsense);
      expect(open().read().submissions, nonsense).to.deep.equal([]);
    }
  });
});
