import type { Knex } from 'knex';
import type { SavedFlow } from '../../contract/flows.ts';
import { addToAudit, type AuditRow } from '../foundation/audit/auditStore.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import type { Caller } from '../foundation/http/authenticate.ts';
import { mayRetireFlow } from './flowAccessRules.ts';
import { requireStanding } from './flowAccessService.ts';
import type { FlowService } from './flowService.ts';
import { holdStarts, restoreFlow, retireFlow } from './retirementStore.ts';

/** Retires flows and brings them back, for their owners and administrators. Repeating a call changes nothing. */
export interface RetirementService {
  /**
   * From then on nobody can start the flow; running executions continue. A start either happened before, or is refused.
   * @throws ProblemError not_found, forbidden
   */
  retire(id: string, caller: Caller): Promise<SavedFlow>;
  /** @throws ProblemError not_found, forbidden */
  restore(id: string, caller: Caller): Promise<SavedFlow>;
}

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  flows: Pick<FlowService, 'get'>;
  now(): number;
}

const OWNERS = 'owners of this flow and administrators';

export function createRetirementService({ units, reader, flows, now }: Parts): RetirementService {
  /** @param store false if there is nothing to change */
  async function change(
    id: string,
    caller: Caller,
    action: AuditRow['action'],
    store: (trx: Knex, at: number) => Promise<boolean>,
  ): Promise<SavedFlow> {
    await requireStanding(reader, id, caller, mayRetireFlow, OWNERS);
    await units.run(async ({ trx }) => {
      const at = now();
      if (!(await store(trx, at))) return;
      await addToAudit(trx, [{ at, actor: caller.person.id, verifiedBy: 'session', action, subject: id }]);
    });
    return flows.get(id);
  }

  return {
    retire: (id, caller) =>
      change(id, caller, 'flow.retired', async (trx, at) => {
        await holdStarts(trx, id);
        return retireFlow(trx, id, at);
      }),
    restore: (id, caller) => change(id, caller, 'flow.restored', (trx) => restoreFlow(trx, id)),
  };
}
