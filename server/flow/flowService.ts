import type { Knex } from 'knex';
import { checkAnswers } from '../../contract/answers.ts';
import type { FlowDefinition, SavedFlow } from '../../contract/flows.ts';
import type { FieldErrors } from '../../contract/problem.ts';
import { addToAudit } from '../foundation/audit/auditStore.ts';
import { toIso } from '../foundation/database/rows.ts';
import type { UnitOfWork } from '../foundation/database/unitOfWork.ts';
import { invalid, notFound, ProblemError } from '../foundation/errors.ts';
import { checkDefinition, type CompiledFlow } from './definition.ts';
import { addVersion, findDefinition, findFlow, insertFlow, type SaveFlow } from './flowStore.ts';
import type { NodeType } from './nodeType.ts';
import { matches } from './patterns.ts';

export interface FlowService {
  /** Saves the first version. @throws ProblemError flow_exists, validation_failed */
  create(definition: FlowDefinition, by: string): Promise<SavedFlow>;
  /** Saves the next version. @throws ProblemError not_found, validation_failed */
  update(id: string, definition: FlowDefinition, by: string): Promise<SavedFlow>;
  /** A version of a flow, the newest where none is named. @throws ProblemError not_found */
  get(id: string, version?: number): Promise<SavedFlow>;
  /** A version ready to be run. */
  compiled(id: string, version: number): Promise<CompiledFlow>;
  /**
   * The newest version ready to be started, and what it is started with, checked.
   *
   * @param offered what its variables hold that have these names and nothing else given; no flow need have them
   * @throws ProblemError
   */
  prepareStart(
    id: string,
    variables: Record<string, unknown>,
    offered?: Record<string, unknown>,
  ): Promise<{ flow: CompiledFlow; version: number; variables: Record<string, unknown> }>;
}

type StoreVersion = (db: Knex, save: SaveFlow) => Promise<number | null>;

interface Parts {
  units: UnitOfWork;
  reader: Knex;
  nodeTypes: ReadonlyMap<string, NodeType>;
  now(): number;
}

/** Versions that are kept compiled; a version never changes. */
const KEPT = 500;

export function createFlowService({ units, reader, nodeTypes, now }: Parts): FlowService {
  const kept = new Map<string, CompiledFlow>();

  function compile(definition: FlowDefinition): CompiledFlow {
    const checked = checkDefinition(definition, nodeTypes);
    if (!checked.ok) throw invalid(checked.fields);
    return checked.flow;
  }

  async function compiled(id: string, version: number): Promise<CompiledFlow> {
    const key = `${id}@${version}`;
    const found = kept.get(key);
    if (found) return found;
    const stored = await findDefinition(reader, id, version);
    if (!stored) throw notFound('version of this flow');
    const flow = compile(stored.definition);
    if (kept.size >= KEPT) kept.delete(kept.keys().next().value!);
    kept.set(key, flow);
    return flow;
  }

  /** Checks, then stores with an audit row of the version that `store` gave it; null where it gave none. */
  async function save(definition: FlowDefinition, by: string, store: StoreVersion): Promise<SavedFlow | null> {
    const row = { definition, variables: compile(definition).variables, by, now: now() };
    const version = await units.run(async ({ trx }) => {
      const next = await store(trx, row);
      const deed = { at: row.now, actor: by, action: 'flow.saved', subject: definition.id };
      if (next !== null) await addToAudit(trx, [{ ...deed, detail: { version: next } }]);
      return next;
    });
    return version === null ? null : saved(definition, version, row.now);
  }

  return {
    compiled,

    async create(definition, by) {
      const version = await save(definition, by, async (trx, row) => ((await insertFlow(trx, row)) ? 1 : null));
      if (!version) throw new ProblemError('flow_exists', `There is a flow with the id ${definition.id} already.`);
      return version;
    },

    async update(id, definition, by) {
      if (definition.id !== id) throw invalid({ id: `A flow keeps its id: ${id}.` });
      const version = await save(definition, by, addVersion);
      if (!version) throw notFound('flow');
      return version;
    },

    async get(id, version) {
      const flow = await findFlow(reader, id);
      const stored = flow && (await findDefinition(reader, id, version ?? flow.version));
      if (!stored) throw notFound(version === undefined ? 'flow' : 'version of this flow');
      return saved(stored.definition, version ?? flow.version, stored.createdAt);
    },

    async prepareStart(id, variables, offered = {}) {
      const stored = await findFlow(reader, id);
      if (!stored) throw notFound('flow');
      const flow = await compiled(id, stored.version);
      const wanted = Object.entries(offered).filter(([name]) => flow.variables.some((each) => each.name === name));
      const given = { ...Object.fromEntries(wanted), ...variables };
      const checked = checkAnswers(flow.variables, given, { matches });
      if (!checked.ok) throw invalid(underVariables(checked.fields));
      return { flow, version: stored.version, variables: checked.values };
    },
  };
}

const underVariables = (fields: FieldErrors): FieldErrors =>
  Object.fromEntries(Object.entries(fields).map(([name, text]) => [`variables.${name}`, text]));

const saved = (definition: FlowDefinition, version: number, at: number): SavedFlow => ({
  ...definition,
  version,
  updatedAt: toIso(at),
});
