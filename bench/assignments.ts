import { createAssignable } from '../server/assignments/assignable.ts';
import { createAssigning } from '../server/assignments/assigning.ts';
import { listAssignments } from '../server/assignments/assignmentStore.ts';
import { toAssignment } from '../server/assignments/assignmentView.ts';
import { createSend } from '../server/assignments/sending.ts';
import { listSendings } from '../server/assignments/sendingStore.ts';
import { toSendings } from '../server/assignments/sendingView.ts';
import { insertChat } from '../server/chats/chatStore.ts';
import { openDatabase, type Database } from '../server/foundation/database/connection.ts';
import { migrateToLatest } from '../server/foundation/database/migrate.ts';
import { createLocalSignals } from '../server/foundation/database/signals.ts';
import { createUnitOfWork } from '../server/foundation/database/unitOfWork.ts';
import type { Caller } from '../server/foundation/http/authenticate.ts';
import { newId } from '../server/foundation/newId.ts';
import { createCompany, GROUP, personOf } from './company.ts';
import { percentiles } from './load.ts';
import { DATABASES, type Conditions, type Figures, type Variant } from './variant.ts';

const ASSIGNMENTS = 20_000;
const GROUP_SIZE = 5000;
const LOOKS = 300;

const callerOf = (n: number): Caller => ({
  person: personOf(n),
  roles: [],
  groups: [],
  isGuest: false,
  tokenExpiresAt: Infinity,
});

/**
 * One sender has assigned a chat to a group of 5,000 four times: 20,000 assignments. Measures the fourth time, then the
 * sender's view of all of them, and the view of the first assignee, who has got 5,000 more.
 */
async function measureAssignments({ databaseUrl, scale }: Conditions): Promise<Figures> {
  const database = await openDatabase(databaseUrl);
  await migrateToLatest(database.writer);
  const size = Math.ceil(GROUP_SIZE * scale);
  const { assign, assignTo } = await sender(database, size);
  let assignMs = 0;
  for (let sent = 0; sent < ASSIGNMENTS / GROUP_SIZE; sent++) assignMs = await assign();
  await assignTo(personOf(1), size);
  const { reader } = database;
  const now = Date.now();
  const page = async (direction: 'inbound' | 'outbound', n: number) => {
    const startedAt = performance.now();
    const found = await listAssignments(reader, { direction, person: personOf(n).id, tab: 'active', limit: 51, now });
    found.map((each) => toAssignment(each, callerOf(n), now));
    return performance.now() - startedAt;
  };
  const dashboard = async () => {
    const startedAt = performance.now();
    await toSendings(reader, await listSendings(reader, { creatorId: personOf(0).id, limit: 51 }), now);
    return performance.now() - startedAt;
  };
  const p99 = async (look: () => Promise<number>) => {
    const durations: number[] = [];
    for (let n = 0; n < Math.ceil(LOOKS * Math.min(1, scale * 2)); n++) durations.push(await look());
    return percentiles(durations).p99Ms!;
  };
  const figures = {
    assignMs,
    inboxP99Ms: await p99(() => page('inbound', 1)),
    sentP99Ms: await p99(() => page('outbound', 0)),
    dashboardP99Ms: await p99(dashboard),
  };
  await database.close();
  return figures;
}

/** Person 0, with a chat to assign to everybody in a group, or to one person repeatedly. */
async function sender({ writer, reader }: Database, size: number) {
  const units = createUnitOfWork(writer);
  const parts = { signals: createLocalSignals(), now: Date.now };
  const send = createSend(parts);
  const directory = {
    ...createCompany(size),
    personByAddress: async () => null,
    groupById: async () => null,
  };
  const assignable = createAssignable({ reader, directory, administrators: () => [], now: Date.now });
  const assigning = createAssigning({ ...parts, units, reader, directory, assignable, send, onCancelled() {} });
  const chat = {
    id: newId(),
    name: 'The policy',
    instructions: '',
    flowId: null,
    users: [],
    assistant: { enabled: false, instructions: '' },
    version: 1,
    createdBy: personOf(0).id,
    updatedAt: Date.now(),
    retiredAt: null,
  };
  await units.run(({ trx }) => insertChat(trx, chat));
  const bodyTo = (kind: 'user' | 'group', id: string) => ({
    chatId: chat.id,
    principals: [{ kind, id }],
    criterion: 'manual' as const,
    retryBudget: 0,
    allowDelegation: false,
    allowRejection: false,
  });
  return {
    async assign(): Promise<number> {
      const startedAt = performance.now();
      await assigning.create(bodyTo('group', GROUP.id), callerOf(0), null);
      return performance.now() - startedAt;
    },
    /** In a few units, because creating them is not measured. */
    async assignTo(person: ReturnType<typeof personOf>, times: number): Promise<void> {
      const { sending } = await assigning.create(bodyTo('user', person.id), callerOf(0), null);
      const stored = (await listSendings(reader, { creatorId: personOf(0).id, limit: 1 }))[0]!;
      if (stored.id !== sending.id) throw new Error('another sending is the newest');
      const again = Array.from({ length: times }, () => ({ person, group: null }));
      await units.run((unit) => send(unit, stored, again, { actor: null, occurrenceAt: null }));
    },
  };
}

export const assignmentVariants: Variant[] = DATABASES.map((database) => ({
  part: 'assignments',
  database,
  subject: 'product',
  measure: measureAssignments,
}));
