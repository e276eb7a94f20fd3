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

/** How far documents are read, and what administrators do about it (behaviour 5.6). */
export interface IndexingService {
  list(): Promise<IndexedSourceList>;
  /** Documents of a source that have a fault. @throws ProblemError for a cursor that is none of ours */
  faulty(source: string, page: { limit: number; cursor?: string | undefined }): Promise<FaultyDocumentPage>;
  /** Looks for changes at once, and reads again what could not be read. @param source null: of all, and which there are */
  readNow(source: string | null, actor: string): Promise<void>;
  /** Reads a source from its beginning. @throws ProblemError `invalid_transition` where it is not there any more */
  readAnew(source: string, actor: string): Promise<void>;
  /** Reads everything from its beginning: the index is another one, and empty. */
  readAllAnew(): Promise<void>;
  /** It may be others now that can be read. */
  listNow(): Promise<void>;
  /** Takes back what a server held that is gone: for a database that no other server uses. */
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
      const kind = (await listKinds(reader)).find((each) => each.kind === 'library'); // what administrators set up here
      const items: IndexedSourceView[] = [];
      for (const source of sources) items.push(await view(source)); // one after the other: whoever works needs the connections
      return { items, total, listedAt: toIsoOrNull(kind?.listedAt ?? null), fault: kind?.fault ?? null };
    },
    async faulty(source, { limit, cursor }) {
      const [after] = cursor === undefined ? [''] : decodeCursor(Where, cursor);
      const found = await listFaulty(reader, source, after, limit + 1);
      const { items, nextCursor } = toPage(found, limit, ({ id }) => [id]);
      return {
        items: items.map(({ id, title, fault, attempts, nextAt }) => ({
          ...{ item: id, title, fault: fault!, attempts },
          nextAt: toIso(nextAt),
        })),
        nextCursor,
      };
    },
    readNow: (source, actor) =>
      units.run(async ({ trx }) => {
        const at = now();
        if (source === null) await listSoon(trx, at);
        await readSoon(trx, source, at);
        await retrySoon(trx, source, at);
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
