import { startMailCatcher } from '../../sandbox/mail/mailCatcher.ts';
import { emailKind } from '../../server/channels/email/emailChannel.ts';
import { insertExecutions } from '../../server/flow/executionStore.ts';
import { openDatabase } from '../../server/foundation/database/connection.ts';
import { migrateToLatest } from '../../server/foundation/database/migrate.ts';
import { createUnitOfWork } from '../../server/foundation/database/unitOfWork.ts';
import { createDeliveryLoop } from '../../server/messages/deliveries/deliveryLoop.ts';
import { subjectsOf } from '../../server/messages/deliveries/subject.ts';
import { createPresenter } from '../../server/requests/presenter.ts';
import { requestSubject } from '../../server/requests/requestSubject.ts';
import { aChannelHost } from '../support/channelHost.ts';
import { FREE_CALLS } from '../support/limits.ts';
import { aRequest, anExecution, raise } from '../support/seeds.ts';
import type { Finding } from './finding.ts';

interface Flood {
  databaseUrl: string;
  /** From one flow, to as many people. */
  mails: number;
  /** How long the mail server takes for each. */
  mailMs: number;
  connections: number;
}

const HOUR_MS = 3_600_000;
const LOOK_EVERY_MS = 100;
/** Another flow's mail waits for at most so many mails of the flood. */
const BOUND_MAILS = 10;

/**
 * One flow floods a slow mail server, with one question to many and with many questions; then another flow asks one
 * person.
 */
export async function floodMails({ databaseUrl, mails, mailMs, connections }: Flood): Promise<Finding> {
  const db = await openDatabase(databaseUrl);
  await migrateToLatest(db.writer);
  const units = createUnitOfWork(db.writer);
  const { reader } = db;
  const now = Date.now;
  const catcher = await startMailCatcher('127.0.0.1', 0, now);
  catcher.delayEach(mailMs);
  const publicUrl = 'https://handback.test';
  const kind = emailKind(FREE_CALLS, { connections });
  const settings = { enabled: true, smtpUrl: catcher.smtpUrl, from: 'handback@sandbox.test' };
  const email = kind.open(settings, aChannelHost({ publicUrl }))!;
  const errors: unknown[] = [];
  const presenter = createPresenter({ reader, publicUrl, nameOfChannel: String, workOf: async () => null, now });
  const loop = createDeliveryLoop({
    units,
    reader,
    channels: new Map([['email', { ...kind, ...email, capabilities: kind.capabilities(settings) }]]),
    subjects: subjectsOf([requestSubject({ reader, presenter })]),
    now,
    steady: () => performance.now(),
    random: Math.random,
    report: (error) => void errors.push(error),
    log: { warn: (details) => void errors.push(details) },
  });

  async function ask(name: string, flowId: string, people: string[]): Promise<void> {
    const body = { ...aRequest(name).body, prompt: `Question ${name}` };
    const request = aRequest(name, { flowId, raisedAt: now(), expiresAt: now() + HOUR_MS, body });
    await units.run(async ({ trx }) => {
      await insertExecutions(trx, [anExecution(name)]);
      await raise(trx, request, people);
    });
  }
  const isThere = () => catcher.mails().some(({ text }) => text.includes('Question single'));

  /** Ticks like the server, until the condition holds. */
  async function tickUntil(isDone: () => boolean, giveUpMs: number): Promise<number> {
    const began = performance.now();
    while (!isDone() && performance.now() - began < giveUpMs) {
      await loop.tick(now(), performance.now());
      if (loop.nextDueAt() > performance.now()) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
    }
    return performance.now() - began;
  }

  try {
    const half = Math.ceil(mails / 2);
    await ask(
      'to-many',
      'flood',
      Array.from({ length: half }, (_, n) => `person${n}`),
    );
    for (let n = half; n < mails; n++) await ask(`flood${n}`, 'flood', [`person${n}`]);
    await tickUntil(() => catcher.mails().length > 0, mails * mailMs + HOUR_MS);
    await ask('single', 'other', ['grace']);
    const boundMs = BOUND_MAILS * mailMs;
    const waited = await tickUntil(isThere, boundMs * 3);
    const before = catcher.mails().length;
    const isKept = isThere() && waited <= boundMs && before < mails && errors.length === 0;
    return {
      fault: `${mails} mails of one flow, a mail server that takes ${mailMs} ms for each`,
      bound: `a mail of another flow within ${boundMs} ms`,
      measured: `${Math.round(waited)} ms, after ${before} mails, ${errors.length} errors`,
      isKept,
    };
  } finally {
    catcher.delayEach(0);
    await loop.stop();
    void email.close!();
    await catcher.close();
    await db.close();
  }
}
