import type { Knex } from 'knex';
import { z } from 'zod';
import {
  MOST_SOURCES_SHOWN,
  type FaultyDocumentPage,
  type IndexedSourceList,
  type IndexedSourceView,
} from '../../../contract/indexing.ts';
import { addToAudit } from '../../foundation/audit/auditStore.ts';
import { toIso, toIsoOrNull } from '../../foundation/database/rows.ts';
import type { UnitOfWork } from '../../foundation/database/unitOfWork.ts';
import { ProblemError } from '../../foundation/errors.ts';
import { decodeCursor, toPage } from '../../foundation/http/cursor.ts';
import { countItems, listFaulty, retrySoon } from './itemStore.ts';
import { listKinds, listSoon } from './kindStore.ts';
import { listSources, readAnew, readSoon, releaseHeld, type IndexedSource } from './sourceStore.ts';

/** The state of indexing, and what administrators can do about it (behaviour 5.6). */
export interface IndexingService {
  list(): Promise<IndexedSourceList>;
  /** A source's documents with a fault. @throws ProblemError for a cursor we did not make */
  faulty(source: string, page: { limit: number; cursor?: string | undefined }): Promise<FaultyDocumentPage>;
  /** Looks for changes now, and retries failed documents. @param source null: all sources, and list them again */
  readNow(source: string | null, actor: string): Promise<void>;
  /** Reads a source from scratch. @throws ProblemError `invalid_transition` if it no longer exists */
  readAnew(source: string, actor: string): Promise<void>;
  /** Reads everything from scratch: the index was replaced, and is empty. */
  readAllAnew(): Promise<void>;
  /** Lists sources now: the readable ones may have changed. */
  listNow(): Promise<void>;
  /** Releases what a dead server held: for a database with a single server. */
  release(): Promise<void>;
}

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  now(): number;
}

const Where = z.tuple([z.string().max(100)]);

export function createIndexingService({ units, reader, now }: Parts): IndexingService {
  async function view(source: IndexedSource): Promise<IndexedSourceView> {
    const { id, title, siteName, address, state, documents, fault, readAt, walkedAt, nextAt } = source;
    const counts = await countItems(reader, id, now());
    return {
      ...{ id, title, siteName, address, state, documents, fault },
      ...counts,
      readAt: toIso(readAt),
      walkedAt: toIsoOrNull(walkedAt),
      nextAt: state === 'gone' ? null : toIso(nextAt),
    };
  }

  return {
    async list() {
      const { sources, total } = await listSources(reader, MOST_SOURCES_SHOWN);
      const kind = (await listKinds(reader)).find((each) => each.kind === 'library'); // the kind administrators set up here
      const items: IndexedSourceView[] = [];
      for (const source of sources) items.push(await view(source)); // sequential: the indexer needs the connections
      return { items, total, listedAt: toIsoOrNull(kind?.listedAt ?? null), fault: kind?.fault ?? null };
    },
    async faulty(source, { limit, cursor }) {
      const [after] = cursor === undefined ? [''] : decodeCursor(Where, cursor);
      const found = await listFaulty(reader, source, after, limit + 1);
      const { items, nextCursor } = toPage(found, limit, ({ id }) => [id]);
      return {
        items: items.map(({ id, title, fault, attempts, nextAt }) => ({
          ...{ item: id, title, fault: fault!, attempts },
          nextAt: toIso(Math.max(nextAt, now())),
        })),
        nextCursor,
      };
    },
    readNow: (source, actor) =>
      units.run(async ({ trx }) => {
        const at = now();
        if (source === null) await listSoon(trx, at);
        await readSoon(trx, source, at);
        await retrySoon(trx, source);
        const subject = source ?? 'all';
        await addToAudit(trx, [{ at, actor, verifiedBy: 'session', action: 'index.requested', subject }]);
      }),
    readAnew: (source, actor) =>
      units.run(async ({ trx }) => {
        const at = now();
        if (!(await readAnew(trx, source, at)))
          throw new ProblemError('invalid_transition', 'This library is not read any more.');
        await addToAudit(trx, [{ at, actor, verifiedBy: 'session', action: 'index.restarted', subject: source }]);
      }),
    readAllAnew: () => units.run(({ trx }) => readAnew(trx, null, now()).then(() => undefined)),
    release: () => units.run(({ trx }) => releaseHeld(trx, now())),
    listNow: () => units.run(({ trx }) => listSoon(trx, now())),
  };
}
