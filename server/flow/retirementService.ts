import type { Knex } from 'knex';
import type { SavedFlow } from '../../contract/flows.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { createRetirement, type RetirementService } from '../foundation/retirementService.ts';
import { mayRetireFlow } from './flowAccessRules.ts';
import { requireStanding } from './flowAccessService.ts';
import type { FlowService } from './flowService.ts';
import { flowRetirement } from './retirementStore.ts';

/** Nobody can start a retired flow; running executions continue. */
export type FlowRetirement = RetirementService<SavedFlow>;

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  flows: Pick<FlowService, 'get'>;
  now(): number;
}

const OWNERS = 'owners of this flow and administrators';

export const createFlowRetirement = ({ units, reader, flows, now }: Parts): FlowRetirement =>
  createRetirement({
    units,
    store: flowRetirement,
    actions: { retired: 'flow.retired', restored: 'flow.restored' },
    requireOwner: (id, caller) => requireStanding(reader, id, caller, mayRetireFlow, OWNERS),
    show: (id) => flows.get(id),
    now,
  });
