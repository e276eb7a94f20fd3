import { createLlmNode } from './chats/llmNode.ts';
import { createMessageNode } from './chats/messageNode.ts';
import type { LlmClient } from './chats/llmClient.ts';
import type { NodeType } from './flow/nodeType.ts';
import { createCalendarNodes } from './flow/nodes/calendar.ts';
import { conditionNode } from './flow/nodes/condition.ts';
import { createDelayNode } from './flow/nodes/delay.ts';
import type { DelegatedParts } from './flow/nodes/delegatedNode.ts';
import { createDirectoryNodes } from './flow/nodes/directory.ts';
import { createDriveNodes } from './flow/nodes/drive.ts';
import { endNode } from './flow/nodes/end.ts';
import { createHttpNode, type HttpParts } from './flow/nodes/http.ts';
import { createMailNodes } from './flow/nodes/mail.ts';
import { joinNode, parallelNode } from './flow/nodes/parallel.ts';
import { createSearchNode } from './flow/nodes/search.ts';
import { setNode } from './flow/nodes/set.ts';
import { startNode } from './flow/nodes/start.ts';
import type { Signals } from './foundation/database/signals.ts';
import type { Directory } from './people/directory/directory.ts';
import type { SearchService } from './search/searchService.ts';
import { createHumanNode, type HumanNodeParts } from './requests/humanNode.ts';

export interface NodeTypeParts extends HttpParts, HumanNodeParts, DelegatedParts {
  directory: Directory;
  search: Pick<SearchService, 'findAs'>;
  signals: Signals;
  llm: LlmClient;
}

/** All node types, by name. */
export function createNodeTypes(parts: NodeTypeParts): ReadonlyMap<string, NodeType> {
  const types: NodeType[] = [
    startNode,
    endNode,
    setNode,
    conditionNode,
    parallelNode,
    joinNode,
    createDelayNode(parts),
    createHttpNode(parts),
    createMessageNode(parts.signals),
    createLlmNode(parts),
    createHumanNode(parts),
    ...createDirectoryNodes(parts.directory),
    createSearchNode(parts),
    ...createMailNodes(parts),
    ...createCalendarNodes(parts),
    ...createDriveNodes(parts),
  ];
  return new Map(types.map((type) => [type.type, type]));
}
