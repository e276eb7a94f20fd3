import type { Readable } from 'node:stream';
import type { Knex } from 'knex';
import { MAX_FILE_BYTES, type FileLink, type FileView, type UploadQuery } from '../../contract/files.ts';
import { UNBOUND_MS } from '../../contract/unboundFiles.ts';
import { countBounds } from '../../contract/answers.ts';
import { inEnglish } from '../../contract/english.ts';
import { labelOf, type VariableSpec } from '../../contract/variables.ts';
import { addToAudit, type AuditRow } from '../foundation/audit/auditStore.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { check, failed, notFound, ProblemError } from '../foundation/errors.ts';
import { newId } from '../foundation/newId.ts';
import type { Loop } from '../foundation/schedule/loops.ts';
import { DirectoryError, throwAsProblem } from '../people/directory/directory.ts';
import { createFilePurge } from './filePurge.ts';
import { isAccepted, safeName, uploadAllowance, type UploadLimits } from './fileRules.ts';
import {
  Gone,
  LeftBehind,
  NoRoom,
  StorageUnusable,
  TooLarge,
  type FileContent,
  type FileStorage,
} from './fileStorage.ts';
import {
  bindFiles,
  completeFile,
  deleteFiles,
  findFiles,
  giveUpFile,
  insertFile,
  lockUploads,
  unbindFiles,
  uploadedBy,
  viewOf,
  type NewFile,
  type StoredFile,
} from './fileStore.ts';

/** Uploads per person that no answer refers to yet. */
export const MAX_UNBOUND_FILES = 100;

export interface Upload extends UploadQuery {
  person: string;
  type: string;
  content: Readable;
  /** The size according to the sender, in bytes. */
  announced: number | null;
}

export interface FileService {
  /**
   * Stores a file for a field of an open question. @throws ProblemError not_found, request_closed, validation_failed,
   * payload_too_large, storage_full, unavailable
   */
  upload(upload: Upload): Promise<FileView>;
  /** @throws ProblemError not_found */
  find(id: string): Promise<StoredFile>;
  /** The content, for the person with the id `by`. @throws ProblemError not_found if it is gone, unavailable */
  read(file: StoredFile, by: string): Promise<FileContent>;
  /** Its size in bytes, without reading it; null: not known in advance. @throws ProblemError as `read` */
  sizeOf(file: StoredFile): Promise<number | null>;
  /**
   * The server's records of the files in an answer's `file` fields. From now on these are kept as long as their
   * request.
   * @throws ProblemError validation_failed naming the fields with a file that this person did not upload for that field
   */
  take(requestId: string, person: string, specs: VariableSpec[], values: Record<string, unknown>): Promise<Taken>;
  /**
   * The person's uploads for this request, except `kept`, count as unused again. Only for somebody who can no longer
   * answer it.
   */
  release(requestId: string, person: string, kept: string[]): Promise<void>;
  loop: Loop;
}

/** Field name to its files. */
type Taken = Record<string, (FileView | FileLink)[]>;

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  storage: FileStorage;
  now(): number;
  /** Bytes per person in 24 hours. */
  dayBytes: number;
  /** The question's title and fields, as asked of this person. @throws ProblemError not_found, request_closed */
  askedOf(requestId: string, person: string): Promise<{ title: string; variables: VariableSpec[] }>;
}

export function createFileService({ units, reader, storage, now, dayBytes, askedOf }: Parts): FileService {
  const limits: UploadLimits = { fileBytes: MAX_FILE_BYTES, unboundFiles: MAX_UNBOUND_FILES, dayBytes };

  async function upload({ requestId, variable, person, name, type, content, announced }: Upload): Promise<FileView> {
    const { title, variables } = await askedOf(requestId, person);
    const spec = variables.find((each) => each.name === variable && each.type === 'file');
    if (!spec) throw failed({ variable: check('noFileField') });
    const file = { name: safeName(name), type };
    if (!isAccepted(spec.accept ?? [], file))
      throw failed({ [variable]: check('fileType', { field: labelOf(spec), types: spec.accept!.join(', ') }) });
    const [id, createdAt] = [newId(now()), now()];
    const place = storage.placeFor({ id, person, name: file.name, title, createdAt });
    const row = { id, requestId, variable, person, ...file, size: null, place, createdAt };
    const reserved = await reserve(units, limits, row, announced);
    try {
      const kept = await keep(row, content, reserved);
      return { id, ...file, size: kept };
    } catch (error) {
      const isLeft = error instanceof LeftBehind; // the row must stay, so that the purge finds the remains
      await units.run(({ trx }) => (isLeft ? giveUpFile(trx, row) : deleteFiles(trx, [id]))); // frees the reserved bytes
      throw toRefusal(isLeft ? error.cause : error, variable, reserved, limits);
    }
  }

  /** Removes the bytes again if their row cannot be completed, or is gone. @throws what the storage throws */
  async function keep(row: StoredFile, content: Readable, reserved: number): Promise<number> {
    const kept = await storage.put(row, content, reserved);
    try {
      const isKept = await units.run(({ trx }) => completeFile(trx, row.id, kept));
      if (!isKept) throw new Gone();
      return kept.size;
    } catch (error) {
      await storage.remove({ ...row, place: kept.place }).catch(() => Promise.reject(new LeftBehind(error)));
      throw error;
    }
  }

  async function find(id: string): Promise<StoredFile> {
    const file = (await findFiles(reader, [id])).get(id);
    if (!file || file.size === null) throw notFound('file');
    return file;
  }

  return {
    upload,
    find,
    read: reading({ units, storage, now }),
    async sizeOf(file) {
      const { content, size } = await opened(storage, file);
      content.destroy();
      return size;
    },
    take: taking({ units, reader, now }),
    release: (requestId, person, kept) => units.run(({ trx }) => unbindFiles(trx, requestId, person, kept)),
    loop: createFilePurge({ units, reader, storage }),
  };
}

type Item = { id: string } | FileLink;

/** Each file once, however often it is listed. */
const once = (items: Item[]): Item[] => [
  ...new Map(items.map((item) => ['id' in item ? item.id : item.url, item])).values(),
];

/** Binds the files of an answer to its request. */
const taking =
  ({ units, reader, now }: Pick<Parts, 'units' | 'reader' | 'now'>): FileService['take'] =>
  async (requestId, person, specs, values) => {
    const fields = specs.filter(({ name, type }) => type === 'file' && Array.isArray(values[name]));
    const listed = ({ name }: VariableSpec) => (values[name] as Item[]).length;
    const itemsOf = ({ name }: VariableSpec) => once(values[name] as Item[]);
    const idsOf = (spec: VariableSpec) => itemsOf(spec).flatMap((item) => ('id' in item ? [item.id] : []));
    const tooFew = fields.filter((spec) => itemsOf(spec).length < Math.min(countBounds(spec).min, listed(spec)));
    if (tooFew.length > 0)
      throw failed(
        Object.fromEntries(tooFew.map((spec) => [spec.name, check('atLeastFiles', { count: countBounds(spec).min })])),
      );
    const ids = [...new Set(fields.flatMap(idsOf))];
    const files = ids.length === 0 ? new Map<string, StoredFile>() : await findFiles(reader, ids);
    const isOwn = (spec: VariableSpec, file: StoredFile | undefined) =>
      file?.requestId === requestId && file.person === person && file.variable === spec.name && file.size !== null;
    const refuse = (isGone: (spec: VariableSpec, id: string) => boolean) =>
      refuseGone(fields.filter((spec) => idsOf(spec).some((id) => isGone(spec, id))));
    refuse((spec, id) => !isOwn(spec, files.get(id)));
    const kept = ids.length === 0 ? new Set() : await units.run(({ trx }) => bindFiles(trx, ids, now()));
    refuse((_spec, id) => !kept.has(id)); // the purge is removing it
    const taken = (item: Item) => ('id' in item ? viewOf(files.get(item.id)!) : item);
    return Object.fromEntries(fields.map((spec) => [spec.name, itemsOf(spec).map(taken)]));
  };

/** @throws ProblemError validation_failed naming these fields, if there are any */
function refuseGone(fields: VariableSpec[]): void {
  if (fields.length > 0) throw failed(Object.fromEntries(fields.map(({ name }) => [name, check('fileGone')])));
}

/** @throws ProblemError not_found if it is gone, unavailable */
const opened = (storage: FileStorage, file: StoredFile): Promise<FileContent> =>
  storage.get(file).catch((error: unknown) => {
    if (error instanceof Gone) throw notFound('file');
    if (error instanceof StorageUnusable) throw unusable(error);
    return throwAsProblem(error);
  });

/** Reads a file for a person. The audit row is written before the first byte is sent. */
const reading =
  ({ units, storage, now }: Pick<Parts, 'units' | 'storage' | 'now'>): FileService['read'] =>
  async (file, by) => {
    const { id, requestId } = file;
    const read = await opened(storage, file);
    const entry: AuditRow = {
      at: now(),
      actor: by,
      verifiedBy: 'session',
      action: 'file.downloaded',
      subject: id,
      detail: { request: requestId },
    };
    await units
      .run(({ trx }) => addToAudit(trx, [entry]))
      .catch((error: unknown) => {
        read.content.destroy();
        throw error;
      });
    return read;
  };

/** Counts and inserts in one unit, so that concurrent uploads cannot exceed the limits together. @returns bytes */
function reserve(
  units: UnitOfWork,
  limits: UploadLimits,
  row: Omit<NewFile, 'reserved'>,
  announced: number | null,
): Promise<number> {
  return units.run(async ({ trx }) => {
    await lockUploads(trx, row.person);
    const place = uploadAllowance(announced, await uploadedBy(trx, row.person, row.createdAt - UNBOUND_MS), limits);
    if ('refusal' in place) throw refusalOf(place.refusal, row.variable, limits);
    await insertFile(trx, { ...row, reserved: place.bytes });
    return place.bytes;
  });
}

const FULL_DRIVE = 'There is no room for the file in the personal drive.';

const unusable = ({ cause }: StorageUnusable): ProblemError =>
  new ProblemError(
    'unavailable',
    'The server cannot use its folder for files right now. The reason has been logged for the administrator.',
    { retryAfterSeconds: 60 },
    { cause },
  );

/** The error that the uploader sees when an upload fails. */
function toRefusal(error: unknown, variable: string, reserved: number, limits: UploadLimits): unknown {
  if (error instanceof NoRoom)
    return new ProblemError('storage_full', error.where === 'drive' ? FULL_DRIVE : 'The server has no room for files.');
  if (error instanceof DirectoryError) return error.toProblem();
  if (error instanceof StorageUnusable) return unusable(error);
  if (error instanceof Gone) return failed({ [variable]: check('fileGone') });
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
