import type { Channel } from '../../../contract/channel.ts';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { requeueSwitchedOff } from './deliveryStore.ts';
import type { Subjects } from './subject.ts';

interface Parts {
  units: UnitOfWork;
  channels: ReadonlyMap<string, Channel>;
  subjects: Subjects;
  now(): number;
  steady(): number;
}

/** Delivers what was given up while a channel was switched off, once it is switched on. */
export interface SwitchedOn {
  /** Checks the channels that were switched on since, and at intervals all of them. */
  run(): Promise<void>;
}

/**
 * Another server may notice later that a channel is on, or have no settings for it at all. What that one gives up is
 * delivered by those that have the channel.
 */
const LOOK_EVERY_MS = 60_000;
/** Deliveries per unit, so that other writers do not wait long. */
const AT_ONCE = 500;

export function createSwitchedOn({ units, channels, subjects, now, steady }: Parts): SwitchedOn {
  const known = new Map<string, { channel: Channel; lookAt: number }>();

  async function requeue(name: string): Promise<void> {
    const order = { now: now(), limit: AT_ONCE };
    let count: number;
    do count = await units.run(({ trx }) => requeueSwitchedOff(trx, subjects.kinds, name, order));
    while (count === AT_ONCE);
  }

  return {
    async run() {
      for (const name of known.keys()) if (!channels.has(name)) known.delete(name);
      for (const [name, channel] of channels) {
        const before = known.get(name);
        if (before?.channel === channel && steady() < before.lookAt) continue;
        await requeue(name);
        known.set(name, { channel, lookAt: steady() + LOOK_EVERY_MS });
      }
    },
  };
}
