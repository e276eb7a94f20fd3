import type { Knex } from 'knex';
import type { FlowRole, PrincipalKind } from '../../contract/flowAccess.ts';
import { gathered } from '../foundation/database/gathered.ts';
import { among, insertRows, selectRows, type Columns } from '../foundation/database/rows.ts';
import type { Caller } from '../foundation/http/authenticate.ts';
import { listsOf, type AccessLists, type Grant, type Standing } from './flowAccessRules.ts';

interface GrantRow {
  role: FlowRole;
  principal: string;
  kind: PrincipalKind;
  display_name: string;
  email: string | null;
}

const toGrant = ({ role, principal, kind, display_name, email }: GrantRow): Grant => ({
  role,
  kind,
  id: principal,
  displayName: display_name,
  email,
});

const COLUMNS: Columns = {
  flow_id: 'text',
  role: 'text',
  principal: 'text',
  kind: 'text',
  display_name: 'text',
  email: 'text',
};

/** The ids under which access lists can name a person: their own and their groups'. */
export const idsOf = ({ person, groups }: Pick<Caller, 'person' | 'groups'>): string[] => [person.id, ...groups];

/** The ids under which lists can make a person an owner or reader; none for guests. */
export const readingIds = (caller: Pick<Caller, 'person' | 'groups' | 'isGuest'>): string[] =>
  caller.isGuest ? [] : idsOf(caller);

/** The caller's access to each of these flows; flows that do not exist are missing. */
export async function standingsOf(
  db: Knex,
  flowIds: string[],
  caller: Pick<Caller, 'person' | 'groups'>,
): Promise<Map<string, Standing>> {
  const rows: { id: string; starters: string; role: FlowRole | null }[] = await db('flows')
    .leftJoin('flow_access', (join) =>
      join.on('flow_access.flow_id', 'flows.id').andOn(among(db, 'flow_access.principal', idsOf(caller))),
    )
    .whereRaw(among(db, 'flows.id', flowIds))
    .select('flows.id', 'flows.starters', 'flow_access.role');
  const standings = new Map<string, Standing>();
  for (const { id, starters, role } of rows) {
    const roles = standings.get(id)?.roles ?? [];
    standings.set(id, { roles: role ? [...roles, role] : roles, isOpen: starters === 'everyone' });
  }
  return standings;
}

/** The access lists, each entry with its flow. */
const withFlows = (db: Knex): Knex.QueryBuilder => db('flow_access').join('flows', 'flows.id', 'flow_access.flow_id');

/** Ids of retired flows that the caller may read as an owner or reader, in order, starting after `after`. */
export async function idsOfRetired(
  db: Knex,
  caller: Pick<Caller, 'person' | 'groups' | 'isGuest'>,
  { after, limit }: { after?: string; limit: number },
): Promise<string[]> {
  const rows = withFlows(db)
    .whereNotNull('retired_at')
    .whereRaw(among(db, 'principal', readingIds(caller)))
    .whereIn('role', ['owner', 'reader'])
    .distinct('flow_id as id')
    .orderBy('flow_id')
    .limit(limit);
  if (after !== undefined) void rows.where('flow_id', '>', after);
  return ((await rows) as { id: string }[]).map(({ id }) => id);
}

/** Ids of flows that concern the caller and are not retired, in order, starting after `after`. */
export async function idsOfConcerning(
  db: Knex,
  caller: Pick<Caller, 'person' | 'groups' | 'isGuest'>,
  { after, limit }: { after?: string; limit: number },
): Promise<string[]> {
  const some = (rows: Knex.QueryBuilder, id: string) => {
    if (after !== undefined) void rows.where(id, '>', after);
    return rows.orderBy(id).limit(limit);
  };
  const naming = withFlows(db)
    .whereNull('retired_at')
    .whereRaw(among(db, 'principal', idsOf(caller)));
  if (caller.isGuest) void naming.where({ role: 'starter' });
  const named = some(naming.distinct('flow_id as id'), 'flow_id');
  const open = some(db('flows').where({ starters: 'everyone', retired_at: null }).select('id'), 'id');
  const all = db.from(named.as('named')).select('id');
  if (!caller.isGuest) void all.union([db.from(open.as('open')).select('id')]);
  const rows = (await all.orderBy('id').limit(limit)) as { id: string }[];
  return rows.map(({ id }) => id);
}

interface StandingAsked {
  /** A flow, or one of its executions. */
  id: string;
  caller: Pick<Caller, 'person' | 'groups'>;
}

/** A caller's access to an existing flow. */
export interface FoundStanding extends Standing {
  /** Newest version of the flow. */
  version: number;
  isRetired: boolean;
}

const ASKED: Columns = { n: 'integer', id: 'text', principal: 'text', is_own: 'integer' };

/** @param flows joins the flow to `given.id` */
const standingsBy = (flows: string) =>
  gathered(async (db, asked: StandingAsked[]) => {
    const given = asked.flatMap(({ id, caller }, n) =>
      idsOf(caller).map((principal, m) => ({ n, id, principal, is_own: m === 0 ? 1 : 0 })),
    );
    type FoundRow = { n: number; version: number; starters: string; retired_at: number | null; role: FlowRole | null };
    const rows = await selectRows<FoundRow>(db, ASKED, given, {
      select: 'given.n as n, version, starters, retired_at, role',
      rest: `${flows}
        left join flow_access on flow_access.principal = given.principal and flow_access.flow_id = flows.id
        where role is not null or is_own = 1`,
    });
    const found: (FoundStanding | null)[] = asked.map(() => null);
    for (const { n, version, starters, retired_at, role } of rows) {
      const roles = found[n]?.roles ?? [];
      found[n] = {
        version,
        isRetired: retired_at !== null,
        roles: role ? [...roles, role] : roles,
        isOpen: starters === 'everyone',
      };
    }
    return found;
  });

const byFlow = standingsBy('join flows on flows.id = given.id');
const byExecution = standingsBy(
  'join executions on executions.id = given.id join flows on flows.id = executions.flow_id',
);

/** Null if there is no such flow. */
export const standingOf = (db: Knex, flowId: string, caller: StandingAsked['caller']): Promise<FoundStanding | null> =>
  byFlow(db, { id: flowId, caller });

/** Access to the flow of an execution. Null if there is none. */
export const standingIn = (
  db: Knex,
  executionId: string,
  caller: StandingAsked['caller'],
): Promise<FoundStanding | null> => byExecution(db, { id: executionId, caller });

/** The lists of a flow sorted by name, and their version; null if there is no such flow. */
export async function readAccess(db: Knex, flowId: string): Promise<(AccessLists & { version: number }) | null> {
  const flow: { starters: string; access_version: number } | undefined = await db('flows')
    .where({ id: flowId })
    .first('starters', 'access_version');
  if (!flow) return null;
  const rows = (await db('flow_access')
    .where({ flow_id: flowId })
    .orderBy(['display_name', 'principal'])) as GrantRow[];
  return { ...listsOf(rows.map(toGrant), flow.starters === 'everyone'), version: flow.access_version };
}

/**
 * Raises the version of the lists; false if they have changed since `version`. Call it before writing the rest of the
 * change.
 */
export async function moveAccess(db: Knex, flowId: string, version: number, isOpen: boolean): Promise<boolean> {
  const moved = await db('flows')
    .where({ id: flowId, access_version: version })
    .update({ starters: isOpen ? 'everyone' : 'listed', access_version: version + 1 });
  return moved === 1;
}

export async function addGrants(db: Knex, flowId: string, grants: Grant[]): Promise<void> {
  const rows = grants.map(({ role, id, kind, displayName, email }) => ({
    flow_id: flowId,
    role,
    principal: id,
    kind,
    display_name: displayName,
    email,
  }));
  await insertRows(db, 'flow_access', COLUMNS, rows);
}

export async function dropGrants(db: Knex, flowId: string, grants: Grant[]): Promise<void> {
  for (const { role, id } of grants) await db('flow_access').where({ flow_id: flowId, role, principal: id }).delete();
}
