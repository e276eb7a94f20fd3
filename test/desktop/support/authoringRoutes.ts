import type { FastifyInstance } from 'fastify';
import { wordsOf } from '../../../contract/english.ts';
import { createFlowService } from '../../../server/flow/flowService.ts';
import { nodeTypesForAuthors } from '../../../server/flow/authoringRoutes.ts';
import { createRefusalOf } from '../../../server/foundation/http/outbound.ts';
import { NO_LIMITS } from '../../support/limits.ts';
import { createNodeTypes, type NodeTypeParts } from '../../../server/nodeTypes.ts';

/** Node types are only asked for their schemas and rules; none of their dependencies is called. */
const parts = {
  channelKinds: () => ['email', 'teams', 'slack'],
  refusalOf: createRefusalOf({ allowedPrivateHosts: [] }),
  delegations: { obstacleTo: () => null },
} as unknown as NodeTypeParts;

const AUTHOR = { id: 'author', displayName: 'Author', email: null, userPrincipalName: null };

/** The server's own routes for authors, which store nothing. */
export function authoringRoutes(api: FastifyInstance): void {
  const nodeTypes = createNodeTypes(parts);
  const flows = createFlowService({ nodeTypes, limits: NO_LIMITS } as unknown as Parameters<
    typeof createFlowService
  >[0]);
  api.get('/node-types', () => ({
    nodeTypes: nodeTypesForAuthors(nodeTypes),
    channels: [
      { name: 'email', displayName: 'E-mail', isOn: true },
      { name: 'teams', displayName: 'Microsoft Teams', isOn: true },
      { name: 'slack', displayName: 'Slack', isOn: false },
    ],
  }));
  api.post('/flows/check', ({ body }) => {
    const { checks, doubts } = flows.check(body, AUTHOR);
    return { checks, fields: wordsOf(checks), doubts: { checks: doubts, fields: wordsOf(doubts) } };
  });
}
