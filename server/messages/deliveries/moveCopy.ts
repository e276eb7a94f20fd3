import type { Address } from '../../../contract/channel.ts';
import { lockRows } from '../../foundation/database/rows.ts';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { deliveryTo } from './deliveryStore.ts';
import type { ShownCopy } from './deliveryRules.ts';

interface Parts {
  units: UnitOfWork;
  now(): number;
}

/** A copy that its channel has posted again, elsewhere. */
interface MovedCopy {
  subjectId: string;
  person: string;
  channel: string;
  shown: ShownCopy;
  address: Address;
}

export type MoveCopy = (copy: MovedCopy) => Promise<Address | null>;

/**
 * Makes the new post the person's copy: later changes of the subject rewrite that one (behaviour 4.1). Resolves with the
 * address of the earlier copy, which nobody rewrites any more. Null, and nothing has changed: there is no earlier copy,
 * or it is being rewritten right now.
 */
export function createMoveCopy({ units, now }: Parts): MoveCopy {
  return ({ shown, address, ...key }) =>
    units.run(async ({ trx }) => {
      const delivery = await deliveryTo(trx, key);
      if (!delivery) return null;
      await lockRows(trx, 'deliveries', [delivery.id]);
      const movable = trx('deliveries').where({ id: delivery.id, state: 'sent', attempt_until: null });
      const before = await movable.clone().whereNotNull('address').first('address');
      if (!before) return null;
      await movable.update({
        attempts: trx.raw('attempts + 1'), // a late result of an attempt on the earlier copy says nothing about this one
        ...{ address: JSON.stringify(address), shown_version: shown.version, shown_state: shown.state },
        ...{ rewritten_at: now(), next_attempt_at: null, failures: 0, error: null, error_said: null, settled_at: null },
      });
      return JSON.parse(before.address) as Address;
    });
}
