import { addToAudit, type AuditRow } from '../audit/auditStore.ts';
import type { Signals } from '../database/signals.ts';
import type { Unit, UnitOfWork } from '../database/unitOfWork.ts';
import { notFound, ProblemError, unavailable } from '../errors.ts';
import { isMatch } from '../http/entityTag.ts';
import type { Cipher } from './cipher.ts';
import { mergeProvider, type ProviderKind } from './providers.ts';
import { checked, type SettingChange } from './settingChecks.ts';
import { knownSetting, type NotificationProviders, type SettingName, type SettingValues } from './settingTable.ts';
import type { StoredSettings } from './storedSettings.ts';
import {
  exchangeSetting,
  placeOfSetting,
  readSettingsToChange,
  removeSetting,
  versionOf,
  type StoredByName,
  type StoredSetting,
} from './settingsStore.ts';

/** Who stores a change, and what vouched for them. */
export interface StoredBy {
  /** A person's id, or `operator`. */
  actor: string;
  verifiedBy: 'session' | 'setup_code';
}

/** The current value of a setting, read in the unit of the change and locked until it ends. @throws UnsealableError */
export type CurrentValueOf = <N extends SettingName>(name: N) => SettingValues[N];

/** By name; null deletes the stored value. A function computes changes inside the unit, from the current values. */
export type Changes = Record<string, unknown> | ((before: CurrentValueOf) => Record<string, unknown>);

interface Parts {
  units: UnitOfWork;
  cipher: Cipher;
  now(): number;
  channels: ProviderKind[];
  signals?: Pick<Signals, 'publish'>;
}

/** What one unit has to do. */
interface Order {
  by: StoredBy;
  ifMatch: string | undefined;
  changesOf(rows: StoredByName): SettingChange[];
  detail?: AuditRow['detail'];
}

interface SettingChanges {
  change(changes: Changes, by: StoredBy, ifMatch?: string): Promise<void>;
  changeProvider(channel: string, patch: Record<string, unknown>, by: string, ifMatch?: string): Promise<void>;
}

/** Another writer has inserted the same setting first: a row that does not exist yet cannot be locked. */
class Overtaken extends Error {}

/** How often an overtaken change is tried in total. */
const TRIES = 5;

/** Stores settings, each only if it still has the value that was read in the same unit. */
export function createSettingChanges(parts: Parts, { opened, valueIn, forget }: StoredSettings): SettingChanges {
  const { units, channels, now, signals } = parts;

  function tell({ afterCommit }: Unit, changes: readonly SettingChange[]): void {
    afterCommit(() => {
      forget();
      for (const { name } of changes) signals?.publish('setting', name);
    });
  }

  const attempt = ({ by, ifMatch, changesOf, detail }: Order): Promise<void> =>
    units.run(async (unit) => {
      const at = now();
      const rows = await readSettingsToChange(unit.trx);
      if (ifMatch !== undefined && !isMatch(ifMatch, versionOf(rows))) throw changedMeanwhile();
      const changes = changesOf(rows);
      if (changes.length === 0) return;
      for (const change of changes)
        if (!(await store(parts, unit, { change, before: rows.get(change.name)?.value ?? null, at, by: by.actor })))
          throw new Overtaken();
      const entries = changes.map(({ name, json }) => {
        const action = json === null ? ('setting.removed' as const) : ('setting.changed' as const);
        return { at, ...by, action, subject: name, ...(detail && { detail }) };
      });
      await addToAudit(unit.trx, entries);
      tell(unit, changes);
    });

  async function perform(order: Order): Promise<void> {
    for (let tries = 0; tries < TRIES; tries++)
      try {
        return await attempt(order);
      } catch (error) {
        if (!(error instanceof Overtaken)) throw error;
      }
    throw unavailable('Somebody else is changing this too. Try again.');
  }

  return {
    change(changes, by, ifMatch) {
      const valuesIn = (rows: StoredByName) =>
        typeof changes === 'function' ? changes((name) => valueIn(rows, name)) : changes;
      return perform({ by, ifMatch, changesOf: (rows) => checked(valuesIn(rows), channels) });
    },

    async changeProvider(channel, patch, by, ifMatch) {
      const kind = channels.find((each) => each.name === channel);
      if (!kind) throw notFound('channel');
      const name = 'notificationProviders';
      const merged = (rows: StoredByName) =>
        mergeProvider(opened(name, rows.get(name)) as NotificationProviders, kind, patch);
      await perform({
        by: { actor: by, verifiedBy: 'session' },
        ifMatch,
        changesOf: (rows) => [{ name, json: JSON.stringify(merged(rows)) }],
        detail: { channel: kind.name, fields: Object.keys(patch).sort().join(', ') },
      });
    },
  };
}

const changedMeanwhile = (): ProblemError =>
  new ProblemError('changed_meanwhile', 'Settings were changed meanwhile; read them again.');

interface Storing {
  change: SettingChange;
  before: string | null;
  at: number;
  by: string;
}

/** False if the stored value has changed. */
function store(
  { cipher }: Parts,
  { trx }: Unit,
  { change: { name, json }, before, at, by }: Storing,
): Promise<boolean> {
  if (json === null) return removeSetting(trx, before, name);
  const { isSecret } = knownSetting(name);
  const value = isSecret ? cipher.seal(json, placeOfSetting(name)) : json;
  const setting: StoredSetting = { name, value, isSecret, updatedAt: at, updatedBy: by };
  return exchangeSetting(trx, before, setting);
}
