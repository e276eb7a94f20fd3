import type { Knex } from 'knex';
import type { Address } from '../../../contract/channel.ts';
import type { Signals } from '../../foundation/database/signals.ts';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { findAddress, putAddress } from './addressStore.ts';
import { requeueFailed } from './deliveryStore.ts';
import type { Subjects } from './subject.ts';

interface Parts {
  channel: string;
  reader: Knex;
  units: UnitOfWork;
  signals: Signals;
  subjects: Subjects;
  now(): number;
}

/** The addresses of the people whom a channel has met. */
export interface Addresses {
  get(person: string): Promise<Address | null>;
  /** Stores an address and retries what could not be delivered to the person and is still open. */
  put(person: string, address: Address): Promise<void>;
}

export const createAddresses = ({ channel, reader, units, signals, subjects, now }: Parts): Addresses => ({
  get: (person) => findAddress(reader, channel, person),
  put: (person, address) =>
    units.run(async ({ trx, afterCommit }) => {
      await putAddress(trx, { channel, person, address, at: now() });
      if (await requeueFailed(trx, subjects.kinds, { channel, person }, now()))
        afterCommit(() => signals.publish('delivery', person));
    }),
});
