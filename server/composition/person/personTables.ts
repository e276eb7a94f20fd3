/**
 * How a person can stand in a column: as a whole (`id`, `name`, `address`: an e-mail address or user principal name), or
 * somewhere in JSON or words. What is kept although they may stand in it says why.
 */
export type Holds = 'nobody' | 'id' | 'name' | 'address' | 'json' | 'words' | { kept: string };

/** What is known of persons in one table. */
export interface PersonTable {
  /** The primary key; rows are read in its order. */
  key: string[];
  /** Every column that holds text; numbers are nobody's name. */
  columns: Record<string, Holds>;
  /** The columns that an export shows of rows whose `id` column is the person's; of others it names the key. */
  exports: string[];
  /**
   * What erasing does: `rows` with the person in this column go; `values` are replaced by the pseudonym; values within
   * an `execution` are replaced with all of it, names too; `audit` is redacted; `nothing` is of a person.
   */
  erases: { rows: string } | 'values' | 'execution' | 'audit' | 'nothing';
}

const AUTHORS: Holds = { kept: 'what authors wrote; a flow whose newest version names the person is refused' };
const SETTINGS: Holds = { kept: 'the settings of the installation; change them in the client' };
const SEALED: Holds = { kept: 'sealed, and no person’s' };
const OTHERS: Holds = { kept: 'what other people wrote; the person’s own messages go' };

const nobody = <Name extends string>(...names: Name[]) =>
  Object.fromEntries(names.map((name) => [name, 'nobody'])) as Record<Name, 'nobody'>;

/** Every table and every column that holds text. A new one is classified here first: a test compares this with the schema. */
export const PERSON_TABLES: Record<string, PersonTable> = {
  addresses: {
    key: ['channel', 'person'],
    columns: { ...nobody('channel'), person: 'id', address: 'json' },
    exports: ['channel', 'address', 'updated_at'],
    erases: { rows: 'person' },
  },
  audit: {
    key: ['seq'],
    columns: {
      ...nobody('action', 'channel'),
      actor: 'id',
      subject: 'id',
      detail: 'json',
      hash: { kept: 'the hash of a row as it was sealed' },
    },
    exports: ['at', 'actor', 'action', 'subject', 'channel', 'detail'],
    erases: 'audit',
  },
  audit_chain: {
    key: ['id'],
    columns: { ...nobody('first_hash', 'last_hash', 'mac') },
    exports: [],
    erases: 'nothing',
  },
  audit_redactions: {
    key: ['position'],
    columns: { ...nobody('digest', 'mac') },
    exports: [],
    erases: 'nothing',
  },
  author_secret_flows: {
    key: ['name', 'flow_id'],
    columns: { ...nobody('name', 'flow_id') },
    exports: [],
    erases: 'nothing',
  },
  author_secrets: {
    key: ['name'],
    columns: { name: AUTHORS, value: SEALED, owner_id: 'id', owner: 'json', updated_by: 'id' },
    exports: ['name', 'created_at', 'updated_at'],
    erases: 'values',
  },
  assignment_inboxes: {
    key: ['person'],
    columns: { person: 'id' },
    exports: ['changes'],
    erases: { rows: 'person' },
  },
  assignment_notices: {
    key: ['id'],
    columns: { ...nobody('id', 'assignment_id', 'kind', 'scope', 'digest_id'), sender: 'id', person: 'id' },
    exports: ['id', 'assignment_id', 'kind', 'scope', 'is_read', 'created_at', 'told_at'],
    erases: { rows: 'person' },
  },
  assignments: {
    key: ['id'],
    columns: {
      ...nobody(
        'id',
        'sending_id',
        'chat_id',
        'language',
        'group_id',
        'group_name',
        'criterion',
        'status',
        'cancelled_by',
        'predecessor_id',
        'chain_id',
        'log_id',
      ),
      name: OTHERS,
      creator_id: 'id',
      person: 'id',
      display_name: 'name',
      email: 'address',
      upn: 'address',
      outcome: 'json',
      reason: OTHERS,
    },
    exports: [
      'id',
      'sending_id',
      'chat_id',
      'name',
      'display_name',
      'email',
      'upn',
      'group_name',
      'criterion',
      'due_at',
      'expires_at',
      'status',
      'attempt',
      'passed',
      'outcome',
      'reason',
      'created_at',
      'started_at',
      'ended_at',
    ],
    erases: 'values',
  },
  chat_answers: {
    key: ['chat_id', 'person', 'log_id'],
    columns: { ...nobody('chat_id', 'message_id', 'log_id'), person: 'id' },
    exports: ['chat_id', 'due_at'],
    erases: { rows: 'person' },
  },
  chat_logs: {
    key: ['id'],
    columns: { ...nobody('id', 'chat_id', 'assignment_id', 'start_key'), name: OTHERS, person: 'id' },
    exports: ['id', 'chat_id', 'name', 'assignment_id', 'attempt', 'created_at'],
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
    exports: ['id', 'name', 'instructions', 'flow_id', 'users', 'created_at', 'updated_at', 'assistant_instructions'],
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
  conversations: {
    key: ['channel', 'person'],
    columns: { ...nobody('channel'), person: 'id' },
    exports: ['channel', 'busy_until'],
    erases: { rows: 'person' },
  },
  deliveries: {
    key: ['id'],
    columns: {
      ...nobody('id', 'subject_kind', 'subject_id', 'channel', 'state', 'shown_state', 'flow_id'),
      person: 'id',
      address: 'json',
      error: 'words',
      started_by: 'id',
    },
    exports: [
      'subject_id',
      'channel',
      'state',
      'attempts',
      'address',
      'error',
      'sent_at',
      'created_at',
      'rewritten_at',
    ],
    erases: { rows: 'person' },
  },
  delivery_orders: {
    key: ['subject_id', 'channel'],
    columns: {
      ...nobody('subject_kind', 'subject_id', 'channel'),
      spread_to: { kept: 'how far a question has come on its way to its assignees; it goes when it has reached all' },
    },
    exports: [],
    erases: 'nothing',
  },
  erasures: {
    key: ['person'],
    columns: {
      ...nobody('pseudonym', 'execution_id'),
      person: { kept: 'whom an erasure that was stopped is to go on with; it goes with its end' },
      known: { kept: 'the same' },
    },
    exports: [],
    erases: 'nothing',
  },
  execution_steps: {
    key: ['execution_id', 'seq'],
    columns: {
      ...nobody('execution_id', 'visit_key', 'node_id', 'status'),
      output: 'json',
      assigned: 'json',
      summary: 'words',
      error: 'json',
      summary_said: 'json',
    },
    exports: [],
    erases: 'execution',
  },
  executions: {
    key: ['id'],
    columns: {
      ...nobody('id', 'flow_id', 'status', 'chat_id', 'log_id', 'lease_owner'),
      started_by: 'id',
      starter: 'json',
      variables: 'json',
      branches: 'json',
      error: 'json',
    },
    exports: ['id', 'flow_id', 'flow_version', 'status', 'starter', 'chat_id', 'variables', 'started_at', 'ended_at'],
    erases: 'execution',
  },
  files: {
    key: ['id'],
    columns: { ...nobody('id', 'request_id', 'variable', 'type'), person: 'id', name: 'words' },
    exports: ['id', 'request_id', 'variable', 'name', 'type', 'size', 'created_at'],
    erases: 'execution',
  },
  flow_access: {
    key: ['flow_id', 'role', 'principal'],
    columns: { ...nobody('flow_id', 'role', 'kind'), principal: 'id', display_name: 'name', email: 'address' },
    exports: ['flow_id', 'role', 'display_name', 'email'],
    erases: { rows: 'principal' },
  },
  flow_versions: {
    key: ['flow_id', 'version'],
    columns: { ...nobody('flow_id'), definition: AUTHORS, created_by: 'id', creator: 'json' },
    exports: ['flow_id', 'version', 'creator', 'created_at'],
    erases: 'values',
  },
  flows: {
    key: ['id'],
    columns: { ...nobody('id', 'starters'), name: AUTHORS, description: AUTHORS, variables: AUTHORS, updated_by: 'id' },
    exports: ['id', 'name', 'updated_at'],
    erases: 'values',
  },
  inboxes: {
    key: ['person'],
    columns: { person: 'id' },
    exports: ['pending', 'unread', 'completed', 'expired'],
    erases: { rows: 'person' },
  },
  installation: { key: ['id'], columns: { ...nobody('kind') }, exports: [], erases: 'nothing' },
  notifications: {
    key: ['subject_id', 'person'],
    columns: {
      ...nobody('subject_id', 'filed_as', 'language'),
      person: 'id',
      display_name: 'name',
      email: 'address',
      upn: 'address',
    },
    exports: ['subject_id', 'display_name', 'email', 'upn', 'created_at', 'is_read', 'answered_at'],
    erases: { rows: 'person' },
  },
  offered_options: {
    key: ['request_id', 'variable', 'value'],
    columns: {
      ...nobody('request_id', 'variable'),
      value: { kept: 'what could be chosen in a question, until it goes with that' },
    },
    exports: [],
    erases: 'nothing',
  },
  prompt_templates: {
    key: ['id'],
    columns: { ...nobody('id', 'request_id') },
    exports: [],
    erases: 'nothing',
  },
  requests: {
    key: ['id'],
    columns: {
      ...nobody('id', 'execution_id', 'flow_id', 'visit_key', 'strategy', 'status', 'template_id'),
      outcome: 'words',
      answered_by: 'name',
      started_by: 'id',
      body: 'json',
      outcome_said: 'json',
      filing_after: { kept: 'how far the inboxes of its assignees have counted it, for a moment' },
    },
    exports: ['id', 'execution_id', 'flow_id', 'status', 'outcome', 'raised_at', 'closed_at'],
    erases: 'execution',
  },
  responses: {
    key: ['request_id', 'person'],
    columns: {
      ...nobody('request_id', 'submission_id', 'channel', 'verified_by'),
      person: 'id',
      display_name: 'name',
      payload: 'json',
    },
    exports: ['request_id', 'display_name', 'payload', 'channel', 'verified_by', 'at'],
    erases: 'execution',
  },
  sending_occurrences: {
    key: ['sending_id', 'at'],
    columns: { ...nobody('sending_id', 'outcome') },
    exports: [],
    erases: 'nothing',
  },
  sendings: {
    key: ['id'],
    columns: {
      ...nobody('id', 'chat_id', 'criterion', 'cron', 'time_zone', 'start_key', 'body_hash'),
      name: OTHERS,
      note: OTHERS,
      creator_id: 'id',
      creator: 'json',
      principals: 'json',
    },
    exports: ['id', 'chat_id', 'name', 'note', 'principals', 'criterion', 'due_at', 'expires_at', 'created_at', 'cron'],
    erases: 'values',
  },
  servers: { key: ['id'], columns: { ...nobody('id') }, exports: [], erases: 'nothing' },
  settings: {
    key: ['name'],
    columns: { ...nobody('name'), value: SETTINGS, updated_by: 'id' },
    exports: ['name', 'updated_at'],
    erases: 'values',
  },
  start_keys: {
    key: ['person', 'flow_id', 'start_key'],
    columns: {
      ...nobody('flow_id', 'body_hash', 'execution_id'),
      person: 'id',
      start_key: { kept: 'chosen by a program, and gone after a day; the person’s own go at once' },
    },
    exports: ['flow_id', 'start_key', 'execution_id', 'created_at'],
    erases: { rows: 'person' },
  },
  tokens: {
    key: ['hash'],
    columns: { ...nobody('hash', 'delivery_id', 'request_id', 'channel'), person: 'id' },
    exports: ['request_id', 'channel', 'created_at', 'expires_at', 'used_at'],
    erases: { rows: 'person' },
  },
  unbound_answers: {
    key: ['request_id', 'person'],
    columns: { ...nobody('request_id'), person: 'id' },
    exports: ['request_id'],
    erases: { rows: 'person' },
  },
};
