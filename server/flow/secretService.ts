import type { Knex } from 'knex';
import type { SecretBody, SecretSummary } from '../../contract/secrets.ts';
import { addToAudit, type AuditRow } from '../foundation/audit/auditStore.ts';
import { toIso } from '../foundation/database/rows.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { check, failed, notFound, ProblemError } from '../foundation/errors.ts';
import { isAdministrator, type Caller } from '../foundation/http/authenticate.ts';
import type { Cipher } from '../foundation/settings/cipher.ts';
import {
  deleteSecret,
  findSecret,
  insertSecret,
  listSecrets,
  openSecret,
  updateSecret,
  type StoredSecret,
} from './secretStore.ts';

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  cipher: Cipher;
  /** Whether the caller may change a flow, and so let it use a secret. */
  mayChangeFlow(caller: Caller, flowId: string): Promise<boolean>;
  now(): number;
}

/** Which field of which visit uses a secret. */
export interface Opening {
  executionId: string;
  flowId: string;
  visitKey: string;
  field: string;
}

/**
 * Authors' secrets. The owner and administrators may change one, nobody can read it, and the flows that it lists may
 * use it.
 */
export interface SecretService {
  list(caller: Caller): Promise<SecretSummary[]>;
  /** Creates or changes a secret. @throws ProblemError not_found for another author's secret, validation_failed */
  put(caller: Caller, name: string, body: SecretBody): Promise<SecretSummary>;
  /** @throws ProblemError not_found */
  remove(caller: Caller, name: string): Promise<void>;
  /** Its value, recorded in the audit; null if there is none that this flow may use. @throws UnsealableError */
  open(name: string, opening: Opening): Promise<string | null>;
}

const isOwner = ({ ownerId }: StoredSecret, caller: Caller): boolean =>
  ownerId === caller.person.id || isAdministrator(caller);

export function createSecretService({ units, reader, cipher, mayChangeFlow, now }: Parts): SecretService {
  /** A caller may only add flows that they may change. Flows that could use the secret before are kept. */
  async function checkFlows(caller: Caller, flows: string[], before: string[]): Promise<void> {
    for (const id of flows)
      if (!before.includes(id) && !(await mayChangeFlow(caller, id)))
        throw failed({ flows: check('flowUnknown', { id }) });
  }

  async function store(caller: Caller, name: string, { value, flows }: SecretBody, before: StoredSecret | null) {
    const put = { name, value, flows, by: caller.person, now: now() };
    const entry: AuditRow = {
      at: put.now,
      actor: caller.person.id,
      verifiedBy: 'session',
      action: before ? 'secret.changed' : 'secret.made',
      subject: name,
    };
    await units.run(async ({ trx }) => {
      if (before) await updateSecret(trx, cipher, put);
      else if (value === undefined) throw failed({ value: check('missing') });
      else if (!(await insertSecret(trx, cipher, { ...put, value }))) throw taken(name);
      const detail = { flows: flows.join(' '), isNewValue: value !== undefined };
      await addToAudit(trx, [{ ...entry, detail }]);
    });
  }

  return {
    async list(caller) {
      return (await listSecrets(reader, isAdministrator(caller) ? null : caller.person.id)).map(toSummary);
    },

    async put(caller, name, body) {
      const before = await findSecret(reader, name);
      if (before && !isOwner(before, caller)) throw taken(name);
      await checkFlows(caller, body.flows, before?.flows ?? []);
      await store(caller, name, body, before);
      return toSummary((await findSecret(reader, name))!);
    },

    async remove(caller, name) {
      const secret = await findSecret(reader, name);
      if (!secret || !isOwner(secret, caller)) throw notFound('secret');
      await units.run(async ({ trx }) => {
        await deleteSecret(trx, name);
        const by = { actor: caller.person.id, verifiedBy: 'session' };
        await addToAudit(trx, [{ at: now(), ...by, action: 'secret.removed', subject: name }]);
      });
    },

    async open(name, { executionId, flowId, visitKey, field }) {
      const value = await openSecret(reader, cipher, name, flowId);
      const action = value === null ? 'secret.refused' : 'secret.opened';
      const detail = { node: visitKey, field, secret: name.slice(0, 64) };
      await units.run(({ trx }) =>
        addToAudit(trx, [{ at: now(), actor: 'flow', verifiedBy: null, action, subject: executionId, detail }]),
      );
      return value;
    },
  };
}

const taken = (name: string) =>
  new ProblemError('secret_exists', `There is a secret called ${name} already, and it belongs to somebody else.`);

const toSummary = ({ name, flows, owner, updatedAt }: StoredSecret): SecretSummary => ({
  name,
  flows,
  owner,
  updatedAt: toIso(updatedAt),
});
