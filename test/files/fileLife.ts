import { PassThrough, Readable } from 'node:stream';
import { expect } from 'chai';
import type { FileView } from '../../contract/files.ts';
import { ProblemError } from '../../contract/problem.ts';
import { say } from '../../contract/summaries.ts';
import { UNBOUND_MS } from '../../contract/unboundFiles.ts';
import { answerBatch } from '../../server/requests/answerBatch.ts';
import { insertAttachedFiles } from '../../server/requests/attachedFileStore.ts';
import { mayReadFile } from '../../server/requests/concerned.ts';
import { requestRetention } from '../../server/requests/requestRetention.ts';
import { closeRequests } from '../../server/requests/requestStore.ts';
import type { TestStore } from '../support/openStore.ts';
import { aPerson, aRequest, aSubmission, raise, requestIdOf, seedWaiting } from '../support/seeds.ts';
import { someBytes } from '../support/someBytes.ts';
import { until } from '../support/until.ts';
import { RECEIPT, UploadServers, type UploadServer } from './uploadServers.ts';

const HOUR_MS = 60 * 60_000;
/** Clocks may be set back from it. */
const START = 1e12;
/** Both are asked every question; grace has an id that drives know. */
export const ASKED = ['10000000-0000-4000-8000-000000000002', 'alan'] as const;
/** Asked only the questions that files are attached to. */
const LATER = 'tim';
const PEOPLE = [...ASKED, LATER, 'ada', 'nobody'];

/** What is known of an acknowledged upload. */
interface Known {
  person: string;
  bytes: Buffer;
  question: string;
  begunAt: number;
  isAnswered: boolean;
  /** Kept for an answer whose fate the sender does not know. */
  isDoubtful: boolean;
  attachedTo: string | null;
}

interface Begun {
  content: PassThrough;
  bytes: Buffer;
  over: Promise<unknown>;
}

/** Files of some questions, on two servers, with a model of what was promised about them. */
export class FileLife {
  readonly files = new Map<string, Known>();
  private readonly gone = new Set<string>();
  private readonly begun: Begun[] = [];
  private servers: UploadServer[];
  private latest = START;
  private count = 0;
  question = '';

  private constructor(
    readonly all: UploadServers,
    private readonly store: TestStore,
  ) {
    this.servers = [all.serve(), all.serve()];
  }

  static async begin(store: TestStore): Promise<FileLife> {
    const life = new FileLife(await UploadServers.open(store, START), store);
    await life.ask();
    return life;
  }

  async ask(): Promise<void> {
    this.question = `q${++this.count}`;
    const { body } = aRequest(this.question);
    const asked = { expiresAt: START * 2, body: { ...body, inputType: 'form' as const, variables: [RECEIPT] } };
    await seedWaiting(this.store.db.writer, this.question, [...ASKED], asked);
  }

  pass(ms: number): void {
    this.all.now += ms;
    this.latest = Math.max(this.latest, this.all.now);
  }

  /** On a server that may die meanwhile; then another takes its place. Null: it died. */
  private async on<T>(n: number, work: (server: UploadServer) => Promise<T>): Promise<T | null> {
    const server = this.servers[n]!;
    const result = await Promise.race([work(server), server.mortal.death]);
    if (server.mortal.isDead()) this.servers[n] = this.all.serve();
    return result;
  }

  dieIn = (n: number, units: number, isStored: boolean) => this.servers[n]!.mortal.dieIn(units, isStored);

  private async send(n: number, person: string, content: Readable, bytes: Buffer): Promise<void> {
    const { question } = this;
    const begunAt = this.all.now;
    const more = { person, bytes, question, begunAt, isAnswered: false, isDoubtful: false, attachedTo: null };
    await this.on(n, (server) => this.all.upload(server, person, content, question)).then(
      (file) => void (file && this.files.set(file.id, more)),
      (error: unknown) => {
        const isCut = error instanceof Error && error.message === 'cut';
        if (!isCut && !(error instanceof ProblemError)) throw error;
      },
    );
  }

  async upload(n: number, who: number, size: number): Promise<void> {
    const bytes = someBytes(size, this.count++);
    await this.send(n, ASKED[who]!, Readable.from([bytes]), bytes);
  }

  /** Half of the bytes arrive now. */
  async beginUpload(n: number, who: number, size: number): Promise<void> {
    const [content, bytes, before] = [
      new PassThrough(),
      someBytes(size, this.count++),
      (await this.all.onDisk()).length,
    ];
    let isOver = false;
    const over = this.send(n, ASKED[who]!, content, bytes).finally(() => (isOver = true));
    content.write(bytes.subarray(0, size / 2));
    await until(async () => isOver || (await this.all.onDisk()).length > before);
    if (!isOver) this.begun.push({ content, bytes, over });
  }

  async endUpload(isCut: boolean): Promise<void> {
    const one = this.begun.shift();
    if (!one) return;
    if (isCut) one.content.destroy(new Error('cut'));
    else one.content.end(one.bytes.subarray(one.bytes.length / 2));
    await one.over;
  }

  /** A person answers with some of their uploads, or with those of somebody else. */
  async answer(n: number, who: number, count: number, isOfOther: boolean): Promise<void> {
    const { question } = this;
    const [person, owner] = [ASKED[who]!, ASKED[isOfOther ? 1 - who : who]!];
    const own = [...this.files].filter(([, file]) => file.question === question && file.person === owner);
    const given = own.slice(-count);
    if (given.length === 0 || this.gone.has(question)) return;
    const ids = given.map(([id]) => ({ id }));
    const requestId = requestIdOf(question);
    for (const [, file] of given) file.isDoubtful ||= !isOfOther;
    const taken = await this.on(n, (server) => server.take(requestId, person, [RECEIPT], { receipt: ids })).catch(
      (error: unknown) => {
        if (error instanceof ProblemError) return 'refused' as const;
        throw error;
      },
    );
    expect(isOfOther && taken !== null ? taken : 'refused', 'files of somebody else').to.equal('refused');
    if (taken === null) return;
    const mayBeGone = given.some(([, file]) => this.latest - file.begunAt >= UNBOUND_MS);
    if (taken === 'refused') return void expect(isOfOther || mayBeGone, 'a file was refused').to.equal(true);
    await this.record(
      n,
      question,
      person,
      given.map(([, file]) => file),
      taken['receipt'] as FileView[],
    );
  }

  private async record(n: number, question: string, person: string, given: Known[], receipt: FileView[]) {
    const requestId = requestIdOf(question);
    const payload = { isForm: true, values: { receipt }, note: '' };
    const submission = aSubmission(requestId, person, { id: `s${++this.count}`, payload });
    const stored = await this.on(n, async (server) => {
      const { verdicts } = await server.mortal.units.run(({ trx }) => answerBatch(trx, [submission], this.all.now));
      const isStored = verdicts[0]!.accepted;
      const kept = (await this.answerOf(requestId, person)).map(({ id }) => id);
      if (!isStored) await server.release(requestId, person, kept);
      return { isStored };
    });
    const answered = new Set((await this.answerOf(requestId, person)).map(({ id }) => id));
    for (const [n2, file] of given.entries()) {
      file.isAnswered ||= answered.has(receipt[n2]!.id);
      if (stored) file.isDoubtful = false;
    }
    if (stored?.isStored) expect([...answered]).to.have.members(receipt.map(({ id }) => id));
  }

  private async answerOf(request_id: string, person: string): Promise<FileView[]> {
    const rows: { payload: string }[] = await this.store.db.reader('responses').where({ request_id, person });
    const [row] = rows;
    return row ? (JSON.parse(row.payload) as { values: { receipt: FileView[] } }).values.receipt : [];
  }

  close = () =>
    this.store.units.run(({ trx }) =>
      closeRequests(trx, [requestIdOf(this.question)], 'timed_out', say('timedOut'), this.all.now),
    );

  /** Retention deletes a closed question, whose execution is over. */
  async forget(question: string): Promise<void> {
    const { writer } = this.store.db;
    const open = await writer('requests')
      .where({ id: requestIdOf(question), status: 'waiting' })
      .first('id');
    if (open || this.gone.has(question)) return;
    await writer('executions').where({ id: question }).update({ status: 'completed' });
    while (await this.store.units.run(({ trx }) => requestRetention.purge(trx, Number.MAX_SAFE_INTEGER, 100)));
    await writer('executions').where({ id: question }).update({ status: 'running' });
    this.gone.add(question);
  }

  /** Another question comes with a file of an answer. */
  async attach(): Promise<void> {
    const one = [...this.files].find(
      ([, file]) => file.isAnswered && !file.attachedTo && !this.gone.has(file.question),
    );
    if (!one) return;
    const question = `q${++this.count}`;
    const [id, file] = one;
    const { writer } = this.store.db;
    await seedWaiting(writer, question, [], { id: `${question}-unused` });
    const attachments = [{ label: 'Receipt', kind: 'file' as const, file: { id, name: 'a', size: 1, type: 'a/b' } }];
    const request = aRequest(question);
    await raise(writer, { ...request, templateId: `a-${question}`, body: { ...request.body, attachments } }, [LATER]);
    await insertAttachedFiles(writer, [{ id: request.id, body: { attachments } }]);
    await writer('requests').where({ id: request.id }).update({ status: 'cancelled', closed_at: this.all.now });
    file.attachedTo = question;
  }

  purge = (n: number) => this.on(n, (server) => server.loop.tick(this.all.now).catch(() => undefined));

  private isAt = (question: string | null) => question !== null && !this.gone.has(question);
  isPromised = ({ question, isAnswered, attachedTo }: Known) =>
    (isAnswered && this.isAt(question)) || this.isAt(attachedTo);
  private isYoung = ({ question, begunAt }: Known) => this.isAt(question) && this.latest - begunAt < UNBOUND_MS;

  /** Every promised file has its bytes, and is read by whom it concerns. */
  async look(): Promise<void> {
    const { trouble } = this.all.drives;
    this.all.drives.trouble = null;
    for (const [id, file] of this.files) {
      if (!this.isPromised(file) && !this.isYoung(file)) continue;
      const stored = await this.all.serve().find(id);
      expect((await this.all.contentOf(this.all.serve(), id, file.person)).equals(file.bytes), id).to.equal(true);
      const readers = await Promise.all(
        PEOPLE.map(async (each) => {
          const caller = { person: aPerson(each), roles: [], groups: [], isGuest: false, tokenExpiresAt: 0 };
          return (await mayReadFile(this.store.db.reader, stored, caller)) ? [each] : [];
        }),
      );
      const isSeen = file.isAnswered && this.isAt(file.question);
      const expected = PEOPLE.filter((each) =>
        each === LATER ? this.isAt(file.attachedTo) : isSeen && each !== 'nobody',
      );
      expect(readers.flat(), `who reads ${JSON.stringify({ ...file, bytes: null })}`).to.deep.equal(expected);
    }
    this.all.drives.trouble = trouble;
  }

  /** When nothing fails any more, exactly the promised files are left. */
  async end(): Promise<void> {
    Object.assign(this.all.drives, { trouble: null, hasDrive: true });
    this.all.isDiskFull = false;
    while (this.begun.length > 0) await this.endUpload(true);
    this.servers = [this.all.serve(), this.all.serve()];
    for (let n = 0; n < 4; n++) {
      this.pass(49 * HOUR_MS);
      await this.purge(n % 2);
    }
    await this.look();
    const rows = (await this.all.rows()).map(({ id }) => id);
    const left = (await this.all.onDisk()).length + this.all.drives.items.size;
    expect(left, 'bytes without a row').to.equal(rows.length);
    const promised = [...this.files].filter(([, file]) => this.isPromised(file)).map(([id]) => id);
    const doubtful = [...this.files]
      .filter(([, file]) => file.isDoubtful && this.isAt(file.question))
      .map(([id]) => id);
    expect(rows).to.include.members(promised);
    expect([...promised, ...doubtful], 'rows that nothing refers to').to.include.members(rows);
  }
}
