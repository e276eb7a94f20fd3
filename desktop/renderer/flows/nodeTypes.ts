import type { Text, TextId } from '../text.ts';

const WORDS = {
  start: 'nodeType.start',
  end: 'nodeType.end',
  human: 'nodeType.human',
  set: 'nodeType.set',
  condition: 'nodeType.condition',
  parallel: 'nodeType.parallel',
  join: 'nodeType.join',
  delay: 'nodeType.delay',
  http: 'nodeType.http',
  message: 'nodeType.message',
  llm: 'nodeType.llm',
  directory_get_user: 'nodeType.directory_get_user',
  directory_get_manager: 'nodeType.directory_get_manager',
  directory_get_direct_reports: 'nodeType.directory_get_direct_reports',
  directory_search_users: 'nodeType.directory_search_users',
  search: 'nodeType.search',
  mail_read: 'nodeType.mail_read',
  mail_send: 'nodeType.mail_send',
  mailbox_settings: 'nodeType.mailbox_settings',
  calendar_read: 'nodeType.calendar_read',
  calendar_create_event: 'nodeType.calendar_create_event',
  drive_read: 'nodeType.drive_read',
  drive_write: 'nodeType.drive_write',
} as const satisfies Record<string, TextId>;

export type NodeTypeName = keyof typeof WORDS;

/** Whether this client knows the node type. */
export const isNodeType = (type: string): type is NodeTypeName => Object.hasOwn(WORDS, type);

/** The name of a node type; an unknown one keeps its id. */
export const wordOfType = (type: string, text: Text): string => (isNodeType(type) ? text(WORDS[type]) : type);
