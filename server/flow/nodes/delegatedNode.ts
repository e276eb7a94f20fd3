import type { z } from 'zod';
import type { FieldChecks } from '../../../contract/problem.ts';
import type { Summary } from '../../../contract/summaries.ts';
import { check } from '../../foundation/errors.ts';
import { isAddress } from '../../people/directory/directory.ts';
import { DelegationError, type Delegations } from '../../people/onBehalf/delegations.ts';
import { MyGraphError, type MyGraph } from '../../people/onBehalf/myGraph.ts';
import { BadPath, namesIn } from '../../people/onBehalf/myPaths.ts';
import { nodeFailure, outputOf, type NodeContext, type NodeError, type NodeType } from '../nodeType.ts';

export interface DelegatedParts {
  delegations: Pick<Delegations, 'obstacleTo' | 'tokenOf' | 'doubt'>;
  /** Microsoft Graph with one person's token. */
  graphAs(token: string): MyGraph;
}

/** One visit of a tool that acts for the starter of the flow, with access to its rendered templates. */
export interface DelegatedVisit<Config> {
  config: Config;
  graph: MyGraph;
  visit: NodeContext<Config>;
  /** A template, rendered and trimmed; empty if there is none. @throws NodeError */
  text(template: string | undefined): Promise<string>;
  /** A template, rendered but not trimmed, for texts that are stored. @param encode applied to inserted values */
  whole(template: string | undefined, encode?: (value: string) => string): Promise<string>;
  /** Addresses, separated by commas. @throws NodeError `address_invalid` */
  addresses(template: string | undefined): Promise<string[]>;
  /** The path segments within the person's drive. @throws NodeError `path_refused` */
  names(template: string | undefined): Promise<string[]>;
}

interface Tool<Config> {
  type: string;
  displayName: string;
  /** The delegated permission that it needs (behaviour 5.3 B). */
  permission: string;
  effect: NodeType['effect'];
  configSchema: z.ZodType<Config>;
  /** The fields that are templates. */
  templates: readonly (keyof Config & string)[];
  run(visit: DelegatedVisit<Config>): Promise<{ output: unknown; summary?: Summary }>;
}

/** A node that acts as the starter of its execution, on that person's own data only. */
export function delegatedNode<Config extends { outputVariable?: string | undefined }>(
  { permission, templates, run, ...tool }: Tool<Config>,
  { delegations, graphAs }: DelegatedParts,
): NodeType<Config> {
  return {
    ...tool,
    permission,
    isInstant: false,
    waits: false,
    checkNew(): FieldChecks {
      const obstacle = delegations.obstacleTo(permission);
      if (obstacle === null) return {};
      const isOff = obstacle === 'delegation_off';
      return { '': check(isOff ? 'delegationOff' : 'delegationImpossible', { permission }) };
    },
    expressionsIn: (config) =>
      templates.flatMap((field) => {
        const text: unknown = config[field];
        return typeof text === 'string' ? [{ field, text, kind: 'template' as const }] : [];
      }),
    async run(visit) {
      try {
        const graph = beginningOnWrite(graphAs(await delegations.tokenOf(visit.startedBy.id, permission)), visit);
        const { output, summary } = await run({ config: visit.config, graph, visit, ...computing(visit) });
        return { kind: 'output', ...outputOf(output, outputNameOf(visit.config)), ...(summary && { summary }) };
      } catch (error) {
        const isRefused = error instanceof MyGraphError && error.fault === 'unauthenticated';
        if (isRefused) await delegations.doubt(visit.startedBy.id, error.claims);
        throw failureOf(error, permission);
      }
    },
  };
}

/** Calls `begin` right before a write: everything up to there may be repeated. */
const beginningOnWrite = (graph: MyGraph, { begin }: Pick<NodeContext<unknown>, 'begin'>): MyGraph => ({
  ...graph,
  async write(...asked) {
    await begin();
    return graph.write(...asked);
  },
});

const outputNameOf = ({ outputVariable }: { outputVariable?: string | undefined }) =>
  outputVariable === undefined ? {} : { outputVariable };

function computing({ expressions, context }: Pick<NodeContext<unknown>, 'expressions' | 'context'>) {
  const whole: DelegatedVisit<unknown>['whole'] = async (template, encode) =>
    template === undefined ? '' : expressions.render(template, context, encode);
  const text = async (template: string | undefined): Promise<string> => (await whole(template)).trim();
  return {
    text,
    whole,
    async addresses(template: string | undefined): Promise<string[]> {
      const given = (await text(template))
        .split(/[,;]/)
        .map((address) => address.trim())
        .filter((address) => address !== '');
      const wrong = given.find((address) => !isAddress(address));
      if (wrong !== undefined) throw nodeFailure('address_invalid', { address: wrong.slice(0, 100) });
      return given;
    },
    async names(template: string | undefined): Promise<string[]> {
      const path = await text(template);
      try {
        return namesIn(path);
      } catch (error) {
        throw error instanceof BadPath ? nodeFailure('path_refused', { path: path.slice(0, 100) }) : error;
      }
    },
  };
}

/** The failure that a flow can catch; any other error is returned unchanged. */
export function failureOf(error: unknown, permission: string): NodeError | unknown {
  if (error instanceof DelegationError) return failureOfDelegation(error, permission);
  if (!(error instanceof MyGraphError)) return error;
  const { fault, reason } = error;
  switch (fault) {
    case 'not_found':
      return nodeFailure('graph_not_found', { reason });
    case 'name_taken':
      return nodeFailure('graph_name_taken', { reason });
    case 'unauthenticated':
      return error.claims === null
        ? nodeFailure('sign_in_required', { permission })
        : nodeFailure('sign_in_challenged', { permission, claims: error.claims });
    case 'denied':
      return nodeFailure('consent_missing', { permission });
    case 'busy':
      return nodeFailure('graph_unavailable');
    case 'outcome_unknown':
      return nodeFailure('graph_outcome_unknown');
    case 'too_large':
      return nodeFailure('file_too_large');
    case 'refused':
      return nodeFailure('graph_refused', { reason });
  }
}

function failureOfDelegation({ code, claims }: DelegationError, permission: string): NodeError {
  switch (code) {
    case 'directory_unavailable':
      return nodeFailure('graph_unavailable');
    case 'directory_denied':
      return nodeFailure('graph_refused', { reason: 'invalid_client' });
    case 'sign_in_challenged':
      return nodeFailure(code, { permission, claims });
    default:
      return nodeFailure(code, { permission });
  }
}
