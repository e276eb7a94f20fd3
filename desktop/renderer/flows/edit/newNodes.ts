import type { Text } from '../../text.ts';
import type { NewNode, Part } from '../draft/draft.ts';
import { wordOfType } from '../nodeTypes.ts';

/** The initial content of a new node: minimal, and valid if possible. */
export function newNode(type: string, text: Text): NewNode {
  return { type, name: wordOfType(type, text), config: CONFIGS[type]?.(text) ?? {} };
}

const CONFIGS: Record<string, (text: Text) => Part> = {
  human: (text) => ({ inputType: 'approval', prompt: text('draw.new.prompt'), assignees: { starter: true } }),
  message: (text) => ({ text: text('draw.new.message') }),
  delay: () => ({ for: 'P1D' }),
  set: () => ({ values: { name1: '""' } }),
  http: () => ({ method: 'GET', url: 'https://' }),
  llm: (text) => ({ prompt: text('draw.new.llm') }),
  directory_search_users: () => ({ text: '' }),
  search: () => ({ query: '' }),
  mail_send: () => ({ to: '', subject: '', body: '' }),
  calendar_create_event: () => ({ subject: '', start: '', end: '' }),
  drive_write: () => ({ action: 'upload', path: '', content: '' }),
};
