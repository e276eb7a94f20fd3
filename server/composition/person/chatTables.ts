import { nobody, OF_PROGRAM, OTHERS, type PersonTable } from './personTable.ts';

/** Personal data in chats. */
export const CHAT_TABLES: Record<string, PersonTable> = {
  chat_answers: {
    key: ['chat_id', 'person', 'log_id'],
    columns: { ...nobody('chat_id', 'message_id', 'log_id'), person: 'id' },
    exports: ['chat_id', 'due_at'],
    erases: { rows: 'person' },
  },
  chat_messages: {
    key: ['id'],
    columns: { ...nobody('id', 'chat_id', 'log_id', 'role', 'execution_id', 'notice'), person: 'id', content: OTHERS },
    exports: ['chat_id', 'role', 'content', 'at', 'execution_id'],
    erases: { rows: 'person' },
  },
  chats: {
    key: ['id'],
    columns: {
      ...nobody('id', 'flow_id'),
      name: OTHERS,
      instructions: OTHERS,
      users: 'json',
      created_by: 'id',
      assistant_instructions: OTHERS,
    },
    exports: [
      'id',
      'name',
      'instructions',
      'flow_id',
      'users',
      'created_at',
      'updated_at',
      'retired_at',
      'assistant_instructions',
    ],
    erases: 'values',
  },
  chat_versions: {
    key: ['chat_id', 'version'],
    columns: {
      ...nobody('chat_id', 'flow_id'),
      name: OTHERS,
      instructions: OTHERS,
      assistant_instructions: OTHERS,
    },
    exports: [],
    erases: 'nothing',
  },
  message_keys: {
    key: ['person', 'place', 'message_key'],
    columns: {
      ...nobody('place', 'body_hash', 'message_id', 'execution_id', 'answer_id'),
      person: 'id',
      message_key: OF_PROGRAM,
    },
    exports: ['place', 'message_key', 'message_id', 'execution_id', 'created_at'],
    erases: { rows: 'person' },
  },
};
