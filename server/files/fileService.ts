import type { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { MAX_FILE_BYTES, type FileLink, type FileView, type UploadQuery } from '../../contract/files.ts';
import { inEnglish } from '../../contract/english.ts';
import { labelOf, type VariableSpec } from '../../contract/variables.ts';
import { addToAudit, type AuditRow } from '../foundation/audit/auditStore.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { check, failed, notFound, ProblemError } from '../foundation/errors.ts';
import { newId } from '../foundation/newId.ts';
import { every, type Loop } from '../foundation/schedule/loops.ts';
import { isAccepted, placeFor, safeName, type UploadLimits } from './fileRules.ts';
import { NoRoom, TooLarge, type FileStorage } from './fileStorage.ts';
import {
  bindFiles,
  completeFile,
  deleteFiles,
  findFiles,
  findUnneeded,
  insertFile,
  lockUploads,
  uploadedBy,
  viewOf,
  type NewFile,
  type StoredFile,
} from './fileStore.ts';

/** Uploads of one person that no answer refers to yet. */
export const MAX_UNBOUND_FILES = 100;
/** Uploads that no answer refers to are kept so long; what a person may upload is counted over the same time. */
export const UNBOUND_MS = 24 * 60 * 60 * 1000;
const PURGE_EVERY_MS = 60 * 60 * 1000;
const PURGED_AT_ONCE = 200;

export interface Upload extends UploadQuery {
  person: string;
  type: string;
  content: Readable;
  /** What the sender says it will be, in bytes. */
  announced: number | null;
}

export interface FileService {
  /** Keeps a file for a field of an open question. @throws ProblemError not_found, request_closed, validation_failed, payload_too_large, storage_full */
  upload(upload: Upload): Promise<FileView>;
  /** @throws ProblemError not_found */
  find(id: string): Promise<StoredFile>;
  /** The bytes, for the person with the id `by`. @throws ProblemError not_found when they have gone */
  read(file: StoredFile, by: string): Promise<Readable>;
  /**
   * What the `file` fields of an answer refer to, as the server knows it; from now on these are kept with their request.
   * @throws ProblemError validation_failed naming the field whose file was not uploaded for it, by this person
   */
  take(requestId: string, person: string, specs: VariableSpec[], values: Record<string, unknown>): Promise<Taken>;
  loop: Loop;
}

/** Field name to its files. */
type Taken = Record<string, (FileView | FileLink)[]>;

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  storage: FileStorage;
  now(): number;
  /** Bytes that one person may upload in 24 hours. */
  dayBytes: number;
  /** The fields this person is asked for. @throws ProblemError not_found, request_closed */
  fieldsOf(requestId: string, person: string): Promise<VariableSpec[]>;
}

export function createFileService({ units, reader, storage, now, dayBytes, fieldsOf }: Parts): FileService {
  const limits: UploadLimits = { fileBytes: MAX_FILE_BYTES, unboundFiles: MAX_UNBOUND_FILES, dayBytes };

  async function upload({ requestId, variable, person, name, type, content, announced }: Upload): Promise<FileView> {
    const spec = (await fieldsOf(requestId, person)).find((each) => each.name === variable && each.type === 'file');
    if (!spec) throw failed({ variable: check('noFileField') });
    const file = { name: safeName(name), type };
    if (!isAccepted(spec.accept ?? [], file))
      throw failed({ [variable]: check('fileType', { field: labelOf(spec), types: spec.accept!.join(', ') }) });
    const row = { id: newId(now()), requestId, variable, person, ...file, size: null, createdAt: now() };
    const reserved = await reserve(units, limits, row, announced);
    try {
      const size = await storage.put(row.id, content, reserved);
      await units.run(({ trx }) => completeFile(trx, row.id, size));
      return { id: row.id, ...file, size };
    } catch (error) {
      await units.run(({ trx }) => deleteFiles(trx, [row.id])); // what did not come takes nobody's place
      throw toRefusal(error, variable, reserved, limits);
    }
  }

  async function find(id: string): Promise<StoredFile> {
    const file = (await findFiles(reader, [id])).get(id);
    if (!file || file.size === null) throw notFound('file');
    return file;
  }

  async function take(requestId: string, person: string, specs: VariableSpec[], values: Record<string, unknown>) {
    const fields = specs.filter(({ name, type }) => type === 'file' && Array.isArray(values[name]));
    const itemsOf = ({ name }: VariableSpec) => values[name] as ({ id: string } | FileLink)[];
    const idsOf = (spec: VariableSpec) => itemsOf(spec).flatMap((item) => ('id' in item ? [item.id] : []));
    const ids = [...new Set(fields.flatMap(idsOf))];
    if (ids.length === 0) return {};
    const files = await findFiles(reader, ids);
    const isOwn = (spec: VariableSpec, file: StoredFile | undefined) =>
      file?.requestId === requestId && file.person === person && file.variable === spec.name && file.size !== null;
    const wrong = fields.filter((spec) => idsOf(spec).some((id) => !isOwn(spec, files.get(id))));
    if (wrong.length > 0) throw failed(Object.fromEntries(wrong.map(({ name }) => [name, check('fileGone')])));
    await units.run(({ trx }) => bindFiles(trx, ids, now()));
    const taken = (item: { id: string } | FileLink) => ('id' in item ? viewOf(files.get(item.id)!) : item);
    return Object.fromEntries(fields.map((spec) => [spec.name, itemsOf(spec).map(taken)]));
  }

  /** The bytes go first: a row without bytes is found again, bytes without a row are not. */
  async function purge(at: number): Promise<boolean> {
    const ids = await findUnneeded(reader, at - UNBOUND_MS, PURGED_AT_ONCE);
    await Promise.all(ids.map((id) => storage.remove(id)));
    if (ids.length > 0) await units.run(({ trx }) => deleteFiles(trx, ids));
    return ids.length === PURGED_AT_ONCE;
  }

  return {
    upload,
    find,
    read: reading({ units, storage, now }),
    take,
    loop: every('files.purge', PURGE_EVERY_MS, purge),
  };
}

/** The bytes of a file for a person. The audit says so before the first byte goes. */
const reading =
  ({ units, storage, now }: Pick<Parts, 'units' | 'storage' | 'now'>): FileService['read'] =>
  async ({ id, requestId }, by) => {
    const content = await storage.get(id).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? notFound('file') : error;
    });
    const deed: AuditRow = {
      at: now(),
      actor: by,
      verifiedBy: 'session',
      action: 'file.downloaded',
      subject: id,
      detail: { request: requestId },
    };
    await units
      .run(({ trx }) => addToAudit(trx, [deed]))
      .catch((error: unknown) => {
        content.destroy();
        throw error;
      });
    return content;
  };

/** Counts in the unit that adds: of many uploads at once no more get a place than there are. @returns bytes */
function reserve(
  units: UnitOfWork,
  limits: UploadLimits,
  row: Omit<NewFile, 'reserved'>,
  announced: number | null,
): Promise<number> {
  return units.run(async ({ trx }) => {
    await lockUploads(trx, row.person);
    const place = placeFor(announced, await uploadedBy(trx, row.person, row.createdAt - UNBOUND_MS), limits);
    if ('refusal' in place) throw refusalOf(place.refusal, row.variable, limits);
    await insertFile(trx, { ...row, reserved: place.bytes });
    return place.bytes;
  });
}

/** What whoever uploaded is told when an upload ended before its end. */
function toRefusal(error: unknown, variable: string, reserved: number, limits: UploadLimits): unknown {
  if (error instanceof NoRoom) return new ProblemError('storage_full', 'The server has no room for files.');
  if (!(error instanceof TooLarge)) return error;
  return refusalOf(reserved < MAX_FILE_BYTES ? 'tooManyBytes' : 'fileTooLarge', variable, limits);
}

function refusalOf(
  id: 'fileTooLarge' | 'tooManyUploads' | 'tooManyBytes',
  variable: string,
  { fileBytes, dayBytes }: UploadLimits,
): ProblemError {
  if (id === 'tooManyUploads') return failed({ [variable]: check(id) });
  const bytes = id === 'fileTooLarge' ? fileBytes : dayBytes;
  const tooLarge = check(id, { mebibytes: Math.floor(bytes / 1024 / 1024) });
  return new ProblemError('payload_too_large', inEnglish(tooLarge), { checks: { [variable]: tooLarge } });
}
