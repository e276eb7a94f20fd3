import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { wordsOf } from '../../contract/english.ts';
import { CheckedFlow, NodeTypeList, type NodeTypeView } from '../../contract/nodeTypes.ts';
import type { FieldChecks } from '../../contract/problem.ts';
import { TrialBody, TriedFlow } from '../../contract/trials.ts';
import { requireAuthor, type Authenticate } from '../foundation/http/authenticate.ts';
import type { FlowService } from './flowService.ts';
import type { NodeType } from './nodeType.ts';
import type { TrialService } from './trialService.ts';

interface Parts {
  authenticate: Authenticate;
  flows: Pick<FlowService, 'check'>;
  nodeTypes: ReadonlyMap<string, NodeType>;
  trials: TrialService;
  /** The channels that questions can be pushed to. */
  channelsForAuthors(): NodeTypeList['channels'];
}

/** A draft in any state, as long as it is an object. */
const Unfinished = z.record(z.string(), z.unknown());

/** Routes for writing a flow: the node types, the faults of a draft, trials. They store nothing. */
export const authoringRoutes =
  ({ authenticate, flows, nodeTypes, trials, channelsForAuthors }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);
    app.addHook('onRequest', requireAuthor);

    app.get('/node-types', { schema: { tags: ['flows'], response: { 200: NodeTypeList } } }, async () => ({
      nodeTypes: nodeTypesForAuthors(nodeTypes),
      channels: channelsForAuthors(),
    }));

    app.post(
      '/flows/check',
      { schema: { tags: ['flows'], body: Unfinished, response: { 200: CheckedFlow } } },
      async ({ body, caller }) => {
        const { checks, doubts } = flows.check(body, caller.person);
        const isSure = Object.keys(doubts).length === 0;
        return { ...inWords(checks), ...(!isSure && { doubts: inWords(doubts) }) };
      },
    );

    app.post(
      '/flows/try',
      { schema: { tags: ['flows'], body: TrialBody, response: { 200: TriedFlow } } },
      async ({ body, caller }) => trials.run(body, caller.person),
    );
  };

const inWords = (checks: FieldChecks) => ({ checks, fields: wordsOf(checks) });

/** Each node type with the schema of its config. */
export const nodeTypesForAuthors = (nodeTypes: ReadonlyMap<string, NodeType>): NodeTypeView[] =>
  [...nodeTypes.values()].map(viewOf);

const viewOf = ({ type, displayName, permission, waits, timesOut = false, configSchema }: NodeType): NodeTypeView => ({
  type,
  displayName,
  permission: permission ?? null,
  waits,
  timesOut,
  schema: schemaOf(configSchema),
});

const schemas = new WeakMap<z.ZodType, NodeTypeView['schema']>();

/** The schema of what authors write: before defaults and transforms. */
function schemaOf(config: z.ZodType): NodeTypeView['schema'] {
  let schema = schemas.get(config);
  if (!schema) {
    schema = z.toJSONSchema(config, { io: 'input', unrepresentable: 'any' });
    schemas.set(config, schema);
  }
  return schema;
}
