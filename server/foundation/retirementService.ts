import type { Knex } from 'knex';
import { addToAudit, type AuditRow } from './audit/auditStore.ts';
import type { UnitOfWork } from './database/unitOfWork.ts';
import type { Caller } from './http/authenticate.ts';
import type { RetirementStore } from './retirementStore.ts';

/** Retires things and brings them back, for those who own them. Repeating a call changes nothing. */
export interface RetirementService<Shown> {
  /**
   * From then on nobody can begin to use it; what has begun continues. A beginning either happened before, or is refused.
   * @throws ProblemError not_found, forbidden
   */
  retire(id: string, caller: Caller): Promise<Shown>;
  /** @throws ProblemError not_found, forbidden */
  restore(id: string, caller: Caller): Promise<Shown>;
}

interface Parts<Shown> {
  units: UnitOfWork;
  store: RetirementStore;
  actions: Record<'retired' | 'restored', AuditRow['action']>;
  /** @throws ProblemError not_found, forbidden */
  requireOwner(id: string, caller: Caller): Promise<unknown>;
  show(id: string, caller: Caller): Promise<Shown>;
  now(): number;
}

export function createRetirement<Shown>(parts: Parts<Shown>): RetirementService<Shown> {
  const { units, store, actions, requireOwner, show, now } = parts;

  /** @param perform false if there is nothing to change */
  async function change(
    id: string,
    caller: Caller,
    action: AuditRow['action'],
    perform: (trx: Knex, at: number) => Promise<boolean>,
  ): Promise<Shown> {
    await requireOwner(id, caller);
    await units.run(async ({ trx }) => {
      const at = now();
      if (!(await perform(trx, at))) return;
      await addToAudit(trx, [{ at, actor: caller.person.id, verifiedBy: 'session', action, subject: id }]);
    });
    return show(id, caller);
  }

  return {
    retire: (id, caller) =>
      change(id, caller, actions.retired, async (trx, at) => {
        await store.holdUses(trx, id);
        return store.retire(trx, id, at);
      }),
    restore: (id, caller) => change(id, caller, actions.restored, (trx) => store.restore(trx, id)),
  };
}
