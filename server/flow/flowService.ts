import type { Knex } from 'knex';
import { LRUCache } from 'lru-cache';
import { FlowDefinition, type FlowChange, type SavedFlow } from '../../contract/flows.ts';
import type { Person } from '../../contract/people.ts';
import type { FieldChecks } from '../../contract/problem.ts';
import { addToAudit } from '../foundation/audit/auditStore.ts';
import { toIso, toIsoOrNull } from '../foundation/database/rows.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { check, failed, notFound, ProblemError } from '../foundation/errors.ts';
import { faultsIn } from '../foundation/issues.ts';
import type { Limits } from '../foundation/limits.ts';
import { makeOnce } from '../foundation/madeKeyStore.ts';
import type { RequestKey } from '../foundation/requestKey.ts';
import { checkWithPatterns, withOffsets } from './answerChecks.ts';
import { createCheckingTime, type CheckingTime } from './checkingTime.ts';
import { checkDefinition, type CompiledFlow } from './definition.ts';
import { checkNew } from './definition/checkNew.ts';
import { doubtsIn } from './definition/doubtsIn.ts';
import { unusedSettings } from './definition/unusedSettings.ts';
import { mentionsInFlow } from './definition/flowExpressions.ts';
import { addGrants } from './flowAccessStore.ts';
import { flowRetired } from './flowRetired.ts';
import {
  addVersion,
  findDefinition,
  findFlow,
  insertFlow,
  type SaveFlow,
  type StoredFlow,
  type StoredVersion,
} from './flowStore.ts';
import { titleOf } from './executionTitle.ts';
import type { ExpressionService } from './expressions.ts';
import { checkPrincipals, type PrincipalFinder } from './namedPrincipals.ts';
import type { NodeType } from './nodeType.ts';

export interface FlowService {
  /**
   * What `create` would refuse, field by field; empty if nothing.
   * @param written a draft in any state
   * @throws ProblemError limit_reached
   */
  check(written: unknown, by: Person): CheckedDraft;
  /** Compiles a draft for a trial. @throws ProblemError validation_failed, limit_reached */
  compileDraft(written: unknown, by: Person): CompiledFlow;
  /**
   * Saves the first version; its author becomes the owner.
   * @param key if a flow was saved under this key before, that one is returned and nothing is saved
   * @throws ProblemError flow_exists; limit_reached; validation_failed, also if the key belongs to another definition
   */
  create(definition: FlowDefinition, by: Person, key?: RequestKey | null): Promise<SavedFlow>;
  /**
   * Saves the next version.
   * @throws ProblemError not_found, validation_failed, flow_retired, invalid_transition, limit_reached
   */
  update(id: string, change: FlowChange, by: Person): Promise<SavedFlow>;
  /** A version of a flow; the newest if none is given. @throws ProblemError not_found */
  get(id: string, version?: number): Promise<SavedFlow>;
  /** A version ready to run. */
  compiled(id: string, version: number): Promise<CompiledFlow>;
  /**
   * A version ready to start, with its checked start variables.
   * @param offered default values of variables by name; the flow need not have these variables
   * @throws ProblemError
   */
  prepareStart(
    id: string,
    version: number,
    variables: Record<string, unknown>,
    starter: Person,
    offered?: Record<string, unknown>,
  ): Promise<PreparedStart>;
}

/** Faults that saving would refuse, and doubts: mistakes that it would accept. */
export interface CheckedDraft {
  checks: FieldChecks;
  doubts: FieldChecks;
}

/** A version of a flow, and the data of a new execution. */
export interface PreparedStart {
  flow: CompiledFlow;
  version: number;
  variables: Record<string, unknown>;
  /** Display title; the flow's name if null. */
  title: string | null;
}

type StoreVersion = (db: Knex, save: SaveFlow) => Promise<number | null>;

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  /** The server's time zone. */
  zone: string;
  nodeTypes: ReadonlyMap<string, NodeType>;
  expressions: Pick<ExpressionService, 'of'>;
  directory: PrincipalFinder;
  now(): number;
  limits: Pick<Limits, 'checkingSecondsPerMinute'>;
}

/** Number of compiled versions in the cache; a version never changes. */
const MOST_COMPILED = 500;

export function createFlowService({
  units,
  reader,
  nodeTypes,
  expressions,
  directory,
  zone,
  now,
  limits,
}: Parts): FlowService {
  const checking = createCheckingTime(limits);
  function compile(definition: FlowDefinition): CompiledFlow {
    const checked = checkDefinition(definition, nodeTypes);
    if (!checked.ok) throw failed(checked.faults);
    return checked.flow;
  }
  const compiled = compiledFlows(reader, compile);

  /** Checks, then stores with an audit row for the version that `store` returns; null if it returns none. */
  async function save(definition: FlowDefinition, by: Person, store: StoreVersion): Promise<SavedFlow | null> {
    const { flow, faults } = checking.of(by.id, () => {
      const compiled = compile(definition);
      return { flow: compiled, faults: checkNew(compiled) };
    });
    if (Object.keys(faults).length > 0) throw failed(faults);
    const row = { definition, variables: flow.variables, by, now: now() };
    const version = await units.run(async ({ trx }) => {
      const next = await store(trx, row);
      const entry = { at: row.now, actor: by.id, verifiedBy: 'session', subject: definition.id };
      if (next !== null) await addToAudit(trx, [{ ...entry, action: 'flow.saved', detail: { version: next } }]);
      return next;
    });
    return version === null ? null : saved(definition, version, { createdAt: row.now, createdBy: by, retiredAt: null });
  }

  const get: FlowService['get'] = async (id, version) => {
    const flow = await findFlow(reader, id);
    const stored = flow && (await findDefinition(reader, id, version ?? flow.version));
    if (!stored) throw notFound(version === undefined ? 'flow' : 'version of this flow');
    return saved(stored.definition, version ?? flow.version, { ...stored, retiredAt: flow.retiredAt });
  };

  return {
    compiled,
    ...draftsOf(nodeTypes, compile, checking),
    create: creating({ reader, now }, save, get),

    async update(id, { version, updatedAt: _at, updatedBy: _by, retiredAt: _retired, ...definition }, by) {
      if (definition.id !== id) throw failed({ id: check('flowKeepsId', { id }) });
      const next = await save(definition, by, (trx, row) => addVersion(trx, row, version));
      if (next) return next;
      const newest = await findFlow(reader, id);
      if (!newest) throw notFound('flow');
      if (newest.retiredAt !== null) throw flowRetired();
      throw new ProblemError(
        'invalid_transition',
        `The newest version of this flow is ${newest.version}; the change was made on version ${version}.`,
      );
    },

    get,

    prepareStart: preparing({ expressions, directory, zone }, compiled),
  };
}

/** Checks what an execution is started with. */
function preparing(
  { expressions, directory, zone }: Pick<Parts, 'expressions' | 'directory' | 'zone'>,
  compiled: FlowService['compiled'],
): FlowService['prepareStart'] {
  return async (id, version, variables, starter, offered = {}) => {
    const flow = await compiled(id, version);
    const wanted = Object.entries(offered).filter(([name]) => flow.variables.some((each) => each.name === name));
    const given = withOffsets(flow.variables, { ...Object.fromEntries(wanted), ...variables }, zone);
    const checked = checkWithPatterns(flow.variables, given);
    if (!checked.ok) throw failed(underVariables(checked.checks));
    const { values } = checked;
    const unknown = asksStrangers(flow) ? {} : await checkPrincipals(flow.variables, values, directory);
    if (Object.keys(unknown).length > 0) throw failed(underVariables(unknown));
    return { flow, version, variables: values, title: await titleOf(flow, values, starter, expressions) };
  };
}

/** Whether a question goes to addresses that the directory need not know. */
const asksStrangers = ({ nodes }: CompiledFlow): boolean =>
  [...nodes.values()].some(({ config }) => (config as { allowExternalEmail?: unknown }).allowExternalEmail === true);

const flowExists = (id: string) => new ProblemError('flow_exists', `There is a flow with the id ${id} already.`);

type Save = (definition: FlowDefinition, by: Person, store: StoreVersion) => Promise<SavedFlow | null>;

/** Saves a new flow, or returns the one that the same call has saved before. */
const creating =
  (parts: Pick<Parts, 'reader' | 'now'>, save: Save, get: FlowService['get']): FlowService['create'] =>
  (definition, by, key = null) => {
    const { id } = definition;
    const make = async (take: (trx: Knex, id: string) => Promise<void>): Promise<SavedFlow> => {
      const saved = await save(definition, by, async (trx, row) => {
        await take(trx, id);
        if (!(await insertFlow(trx, row))) throw flowExists(id);
        await addGrants(trx, id, [{ role: 'owner', kind: 'user', ...by }]);
        return 1;
      });
      return saved!;
    };
    return makeOnce(parts, { person: by.id, kind: 'flow', key }, { make, read: (before) => get(before, 1) });
  };

/** The operations on drafts. */
function draftsOf(
  nodeTypes: ReadonlyMap<string, NodeType>,
  compile: (definition: FlowDefinition) => CompiledFlow,
  checking: CheckingTime,
): Pick<FlowService, 'check' | 'compileDraft'> {
  function checked(written: unknown): CheckedDraft {
    const parsed = FlowDefinition.safeParse(written);
    if (!parsed.success) return { checks: Object.fromEntries(faultsIn(parsed.error.issues, written)), doubts: {} };
    const found = checkDefinition(parsed.data, nodeTypes);
    if (!found.ok) return { checks: found.faults, doubts: {} };
    const mentions = mentionsInFlow(found.flow);
    return {
      checks: checkNew(found.flow, mentions),
      doubts: { ...doubtsIn(found.flow, mentions), ...unusedSettings(found.flow) },
    };
  }

  return {
    check: (written, by) => checking.of(by.id, () => checked(written)),

    compileDraft(written, by) {
      const parsed = FlowDefinition.safeParse(written);
      if (!parsed.success) throw failed(Object.fromEntries(faultsIn(parsed.error.issues, written)));
      return checking.of(by.id, () => compile(parsed.data));
    },
  };
}

function compiledFlows(reader: Knex, compile: (definition: FlowDefinition) => CompiledFlow): FlowService['compiled'] {
  const compiled = new LRUCache<string, CompiledFlow>({ max: MOST_COMPILED });
  return async (id, version) => {
    const key = `${id}@${version}`;
    const found = compiled.get(key);
    if (found) return found;
    const stored = await findDefinition(reader, id, version);
    if (!stored) throw notFound('version of this flow');
    const flow = { ...compile(stored.definition), author: stored.author };
    compiled.set(key, flow);
    return flow;
  };
}

const underVariables = (checks: FieldChecks): FieldChecks =>
  Object.fromEntries(Object.entries(checks).map(([name, check]) => [`variables.${name}`, check]));

type Saving = Pick<StoredVersion, 'createdAt' | 'createdBy'> & Pick<StoredFlow, 'retiredAt'>;

const saved = (
  definition: FlowDefinition,
  version: number,
  { createdAt, createdBy, retiredAt }: Saving,
): SavedFlow => ({
  ...definition,
  version,
  updatedAt: toIso(createdAt),
  updatedBy: createdBy,
  retiredAt: toIsoOrNull(retiredAt),
});
