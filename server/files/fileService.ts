import type { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { MAX_FILE_BYTES, type FileView, type UploadQuery } from '../../contract/files.ts';
import type { FailedCheck } from '../../contract/problem.ts';
import { labelOf, type VariableSpec } from '../../contract/variables.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { check, failed, notFound, ProblemError, wordsOf } from '../foundation/errors.ts';
import { newId } from '../foundation/newId.ts';
import { every, type Loop } from '../foundation/schedule/loops.ts';
import { isAccepted, safeName } from './fileRules.ts';
import { TooLarge, type FileStorage } from './fileStorage.ts';
import {
  bindFiles,
  completeFile,
  countUnbound,
  deleteFiles,
  findFiles,
  findUnneeded,
  insertFile,
  type StoredFile,
} from './fileStore.ts';

/** Uploads of one person that no answer refers to yet. */
export const MAX_UNBOUND_FILES = 100;
/** Uploads that no answer refers to are kept so long. */
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
  /** Keeps a file for a field of an open question. @throws ProblemError not_found, request_closed, validation_failed, payload_too_large */
  upload(upload: Upload): Promise<FileView>;
  /** @throws ProblemError not_found */
  find(id: string): Promise<StoredFile>;
  /** @throws ProblemError not_found when its bytes have gone */
  read(file: StoredFile): Promise<Readable>;
  /**
   * What the `file` fields of an answer refer to, as the server knows it; from now on these are kept with their request.
   * @throws ProblemError validation_failed naming the field whose file was not uploaded for it, by this person
   */
  take(requestId: string, person: string, specs: VariableSpec[], values: Record<string, unknown>): Promise<Taken>;
  loop: Loop;
}

/** Field name to its files. */
type Taken = Record<string, FileView[]>;

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  storage: FileStorage;
  now(): number;
  /** The fields this person is asked for. @throws ProblemError not_found, request_closed */
  fieldsOf(requestId: string, person: string): Promise<VariableSpec[]>;
}

export function createFileService({ units, reader, storage, now, fieldsOf }: Parts): FileService {
  async function upload({ requestId, variable, person, name, type, content, announced }: Upload): Promise<FileView> {
    const spec = (await fieldsOf(requestId, person)).find((each) => each.name === variable && each.type === 'file');
    if (!spec) throw failed({ variable: check('noFileField') });
    const file = { name: safeName(name), type };
    if (!isAccepted(spec.accept ?? [], file))
      throw failed({
        [variable]: { id: 'fileType', values: { field: labelOf(spec), types: spec.accept!.join(', ') } },
      });
    if (announced !== null && announced > MAX_FILE_BYTES) throw tooLarge(variable);
    if ((await countUnbound(reader, person)) >= MAX_UNBOUND_FILES)
      throw failed({ [variable]: { id: 'tooManyUploads', values: {} } });
    const id = newId(now());
    await units.run(({ trx }) =>
      insertFile(trx, { id, requestId, variable, person, ...file, size: null, createdAt: now() }),
    );
    const size = await storage.put(id, content, MAX_FILE_BYTES).catch((error: unknown) => {
      throw error instanceof TooLarge ? tooLarge(variable) : error;
    });
    await units.run(({ trx }) => completeFile(trx, id, size));
    return { id, ...file, size };
  }

  async function find(id: string): Promise<StoredFile> {
    const file = (await findFiles(reader, [id])).get(id);
    if (!file || file.size === null) throw notFound('file');
    return file;
  }

  async function read(file: StoredFile): Promise<Readable> {
    return storage.get(file.id).catch((error: NodeJS.ErrnoException) => {
      throw error.code === 'ENOENT' ? notFound('file') : error;
    });
  }

  async function take(requestId: string, person: string, specs: VariableSpec[], values: Record<string, unknown>) {
    const fields = specs.filter(({ name, type }) => type === 'file' && Array.isArray(values[name]));
    const idsOf = ({ name }: VariableSpec) => (values[name] as { id: string }[]).map(({ id }) => id);
    const ids = [...new Set(fields.flatMap(idsOf))];
    if (ids.length === 0) return {};
    const files = await findFiles(reader, ids);
    const isOwn = (spec: VariableSpec, file: StoredFile | undefined) =>
      file?.requestId === requestId && file.person === person && file.variable === spec.name && file.size !== null;
    const wrong = fields.filter((spec) => idsOf(spec).some((id) => !isOwn(spec, files.get(id))));
    if (wrong.length > 0)
      throw failed(
        Object.fromEntries(wrong.map(({ name }) => [name, { id: 'fileGone', values: {} } satisfies FailedCheck])),
      );
    await units.run(({ trx }) => bindFiles(trx, ids, now()));
    return Object.fromEntries(fields.map((spec) => [spec.name, idsOf(spec).map((id) => viewOf(files.get(id)!))]));
  }

  /** The bytes go first: a row without bytes is found again, bytes without a row are not. */
  async function purge(at: number): Promise<boolean> {
    const ids = await findUnneeded(reader, at - UNBOUND_MS, PURGED_AT_ONCE);
    await Promise.all(ids.map((id) => storage.remove(id)));
    if (ids.length > 0) await units.run(({ trx }) => deleteFiles(trx, ids));
    return ids.length === PURGED_AT_ONCE;
  }

  return { upload, find, read, take, loop: every('files.purge', PURGE_EVERY_MS, purge) };
}

const viewOf = ({ id, name, size, type }: StoredFile): FileView => ({ id, name, size: size!, type });

function tooLarge(variable: string): ProblemError {
  const check: FailedCheck = { id: 'fileTooLarge', values: { mebibytes: MAX_FILE_BYTES / 1024 / 1024 } };
  const fields = wordsOf({ [variable]: check });
  return new ProblemError('payload_too_large', fields[variable]!, { fields, checks: { [variable]: check } });
}
