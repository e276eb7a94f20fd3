import { fromPublic, type HumanInputPayload, type Payload } from '../../contract/payload.ts';
import type { OpenAnswered } from '../flow/nodes/http.ts';
import { readReference } from '../flow/secretReferences.ts';
import { addToAudit } from '../foundation/audit/auditStore.ts';
import type { Db } from '../foundation/database/statements.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import type { Cipher } from '../foundation/settings/cipher.ts';
import { fieldOfOlder, openField } from './sealedAnswers.ts';

interface Parts {
  units: UnitOfWork;
  reader: Db;
  cipher: Cipher;
  now(): number;
}

interface Row {
  request_id: string;
  person: string;
  payload: string;
}

interface Found {
  requestId: string;
  person: string;
  variable: string;
  values: Payload['values'];
}

/**
 * Opens answered passwords, only for the execution in which they were answered. Every opening and every refusal is in
 * the audit before the password is returned.
 */
export function createOpenAnswered({ units, reader, cipher, now }: Parts): OpenAnswered {
  const answersOf = (executionId: string) =>
    reader('responses')
      .join('requests', 'requests.id', 'responses.request_id')
      .where('requests.execution_id', executionId)
      .select<Row[]>('responses.request_id', 'responses.person', 'responses.payload');

  async function find(reference: string, executionId: string): Promise<Found | null> {
    const field = readReference(reference);
    const answers = answersOf(executionId);
    if (field) void answers.where({ request_id: field.requestId, person: field.person });
    for (const { request_id: requestId, person, payload } of await answers) {
      const { values } = fromPublic(JSON.parse(payload) as HumanInputPayload);
      const variable = field?.variable ?? fieldOfOlder(values, reference);
      if (variable !== null) return { requestId, person, variable, values };
    }
    return null;
  }

  return async (reference, { executionId, visitKey, field }) => {
    const found = await find(reference, executionId);
    const plain = found && openField(cipher, { ...found, executionId }, found.values, found.variable);
    const action = plain === null ? 'secret.refused' : 'secret.opened';
    const from = found && { request: found.requestId, variable: found.variable, person: found.person };
    const detail = { node: visitKey, field, ...from };
    const byFlow = { at: now(), actor: 'flow', verifiedBy: null };
    await units.run(({ trx }) => addToAudit(trx, [{ ...byFlow, action, subject: executionId, detail }]));
    return plain;
  };
}
