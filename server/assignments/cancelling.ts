import type { Knex } from 'knex';
import { among } from '../foundation/database/rows.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { every, type Loop } from '../foundation/schedule/loops.ts';
import { LAPSED, openIdsOf } from './assignmentStore.ts';
import type { Changes } from './changes.ts';

/** A request to cancel all open assignments of a sending. */
export interface Cancellation {
  sendingId: string;
  /** The person who cancels. */
  person: string;
  reason: string | null;
}

interface CancellationRow {
  sending_id: string;
  person: string;
  reason: string | null;
}

/** The first request sets the reason. False if a cancellation is under way already. */
export async function askToCancel(
  trx: Knex,
  { sendingId, person, reason }: Cancellation,
  askedAt: number,
): Promise<boolean> {
  const row = { sending_id: sendingId, person, reason, asked_at: askedAt };
  const added = await trx('sending_cancellations').insert(row).onConflict().ignore().returning('sending_id');
  return added.length === 1;
}

/** Those of these sendings that are being cancelled. */
export async function beingCancelled(db: Knex, sendingIds: string[]): Promise<Set<string>> {
  return new Set(
    await db('sending_cancellations')
      .where(among(db, 'sending_id', sendingIds))
      .pluck('sending_id'),
  );
}

/**
 * Unless something has been assigned meanwhile: until this is stored, whoever asks to cancel that too is told that it is
 * under way.
 */
const endCancellation = (trx: Knex, sendingId: string, now: number): Promise<number> =>
  trx('sending_cancellations')
    .where({ sending_id: sendingId })
    .whereNotExists(
      trx('assignments')
        .where({ sending_id: sendingId, is_over: 0 })
        .whereRaw(`not (${LAPSED})`, [now])
        .select(trx.raw('1')),
    )
    .delete();

async function cancellations(db: Knex, limit: number): Promise<Cancellation[]> {
  const rows = await db<CancellationRow>('sending_cancellations').orderBy('asked_at').limit(limit);
  return rows.map(({ sending_id, ...rest }) => ({ sendingId: sending_id, ...rest }));
}

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  changes: Changes;
  report(error: unknown, sendingId: string): void;
}

const CANCEL_EVERY_MS = 10_000;
const SENDINGS_AT_ONCE = 20;
/** Assignments per unit, so that other writers do not wait long. */
const AT_ONCE = 50;

/** Works off cancellations, some assignments of each sending in turn, until none is open. */
export function createCancelling({ units, reader, changes, report }: Parts): Loop & { poke(): void } {
  /** @returns whether more may be left */
  async function cancelSome({ sendingId, person, reason }: Cancellation, now: number): Promise<boolean> {
    const ids = await openIdsOf(reader, sendingId, now, AT_ONCE);
    await units.run(async (unit) => {
      if (ids.length === 0) await endCancellation(unit.trx, sendingId, now);
      for (const id of ids.sort()) {
        const before = await changes.lock(unit, id);
        const event = { trigger: 'revoke', actor: person, verifiedBy: 'session' } as const;
        if (before) await changes.apply(unit, before, { ...event, changes: { reason, cancelledBy: 'revoked' } });
      }
    });
    return ids.length > 0;
  }

  return every('assignments.cancel', CANCEL_EVERY_MS, async (now) => {
    let isMoreLeft = false;
    for (const cancellation of await cancellations(reader, SENDINGS_AT_ONCE))
      try {
        if (await cancelSome(cancellation, now)) isMoreLeft = true;
      } catch (error) {
        report(error, cancellation.sendingId);
      }
    return isMoreLeft;
  });
}
