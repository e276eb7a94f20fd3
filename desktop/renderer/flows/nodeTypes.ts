import type { Text, TextId } from '../text.ts';

const TYPES: Record<string, TextId> = {
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
};

/** A node type in words; one that this client does not know yet keeps its own name. */
export function wordOfType(type: string, text: Text): string {
  const word = TYPES[type];
  return word ? text(word) : type;
}
