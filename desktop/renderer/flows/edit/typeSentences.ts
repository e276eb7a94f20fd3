import type { Text, TextId } from '../../text.ts';
import { isNodeType, type NodeTypeName } from '../nodeTypes.ts';

/** A sentence on what a node type does; empty for a type that this client does not know. */
export const sentenceOfType = (type: string, text: Text): string =>
  isNodeType(type) ? text(`nodeType.${type}.text` satisfies `nodeType.${NodeTypeName}.text` & TextId) : '';

/** The groups of node types, most used first; types in no group come last. */
export const TYPE_GROUPS = [
  {
    id: 'people',
    types: [
      'human',
      'message',
      'directory_get_manager',
      'directory_get_direct_reports',
      'directory_get_user',
      'directory_search_users',
    ],
  },
  { id: 'course', types: ['condition', 'parallel', 'join', 'delay', 'set', 'end'] },
  { id: 'outside', types: ['http', 'llm'] },
  {
    id: 'own',
    types: [
      'search',
      'mail_read',
      'mail_send',
      'mailbox_settings',
      'calendar_read',
      'calendar_create_event',
      'drive_read',
      'drive_write',
    ],
  },
] as const;
