/**
 * Who may call a route. Everybody else gets 401 or 403. A resource that does not concern the caller is 404, except
 * prompt templates and answers, which say that access is denied (behaviour 7).
 *
 * - `anyone`: without signing in
 * - `docsReader`: anyone in the sandbox, elsewhere every signed-in person
 * - `tokenHolder`: whoever holds the one-time token of the link, without signing in (behaviour 5.2)
 * - `platform`: the chat platform itself, verified by the signature of its calls (behaviour 5.2)
 * - `signedIn`: everybody of the tenant, guests too; lists show what concerns the caller
 * - `member`: everybody of the tenant, without its guests
 * - `assignee`: the people a question was put to
 * - `templateReader`: assignees, and administrators, whom the audit names
 * - `executionReader`: who started the execution, owners and readers of its flow, administrators
 * - `executionEnder`: who started the execution, owners of its flow, administrators
 * - `concerned`: assignees, the starter, owners and readers of the flow, administrators
 * - `fileReader`: who uploaded the file; if an answer refers to it, also everyone `concerned` by the request except
 *   readers
 * - `auditor`: auditors and administrators
 * - `author`: authors and administrators
 * - `administrator`: administrators
 * - `keyHolder`: administrators, and scripts with a key that an administrator created (behaviour 2.9)
 * - `secretOwner`: the author who made the secret, and administrators
 * - `flowStarter`: the flow's starters, or every member if it is open; its owners, administrators
 * - `flowReader`: owners and readers of the flow, administrators
 * - `flowOwner`: owners of the flow, administrators
 * - `flowAuthor`: owners of the flow who are authors, administrators
 * - `chatUser`: who is on the chat's access list, or every member if it is empty
 * - `chatReader`: the same people, and administrators
 * - `chatOwner`: who made the chat, administrators
 * - `logOwner`: whose log of an assignment it is
 * - `holder`: whose assignment it is
 * - `sender`: who sent the assignment, administrators
 * - `holderOrSender`: either
 * - `recipient`: whose notification it is
 */
export type Access =
  | 'anyone'
  | 'docsReader'
  | 'tokenHolder'
  | 'platform'
  | 'signedIn'
  | 'member'
  | 'assignee'
  | 'templateReader'
  | 'executionReader'
  | 'executionEnder'
  | 'concerned'
  | 'fileReader'
  | 'auditor'
  | 'author'
  | 'administrator'
  | 'keyHolder'
  | 'secretOwner'
  | 'flowStarter'
  | 'flowReader'
  | 'flowOwner'
  | 'flowAuthor'
  | 'chatUser'
  | 'chatReader'
  | 'chatOwner'
  | 'logOwner'
  | 'holder'
  | 'sender'
  | 'holderOrSender'
  | 'recipient';

export interface Route {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below `/api`. */
  path: string;
  /** The table of endpoints (behaviour 4), or an addition to it. */
  source: 'part 4' | 'addition';
  access: Access;
  summary: string;
}

type Row = [method: Route['method'], path: string, access: Access, summary: string];

const PART_4: Row[] = [
  ['GET', '/user/notifications', 'signedIn', 'List all notifications of the caller, newest first'],
  ['PATCH', '/user/notifications/:id/read', 'assignee', 'Mark one notification as read'],
  ['POST', '/user/notifications/:id/respond', 'assignee', 'Submit a response: a plain string, or values and a note'],
  ['GET', '/prompts/:id', 'templateReader', 'Fetch an ephemeral prompt template'],
  ['POST', '/flow/human-response', 'assignee', 'Submit a response from the inline prompt in a chat'],
  ['GET', '/flow/external-response', 'tokenHolder', 'Open the page behind the link of an e-mail'],
  ['POST', '/flow/external-response', 'tokenHolder', 'Submit the form of that page'],
];

const ADDITIONS: Row[] = [
  ['GET', '/user/notifications/groups', 'signedIn', 'List the pending questions of the caller, equal ones grouped'],
  ['PATCH', '/user/notifications/:id/snooze', 'assignee', 'Hide one notification until a time before its deadline'],
  ['GET', '/flow/external-response/style.css', 'anyone', 'The stylesheet of the response page'],
  ['GET', '/client-config', 'anyone', 'What a client needs to sign in'],
  ['GET', '/openapi.json', 'docsReader', 'This description'],
  ['GET', '/docs', 'docsReader', 'This description as a page for browsers'],
  ['GET', '/docs/*', 'docsReader', 'The files of that page'],
  ['GET', '/me', 'signedIn', 'Who the caller is, with roles and groups'],
  ['GET', '/me/profile', 'signedIn', 'Read the stored profile of the caller'],
  [
    'POST',
    '/me/profile',
    'signedIn',
    'Set the language and time zone of messages to the caller; read the directory again',
  ],
  ['POST', '/sign-out', 'signedIn', 'Delete what the server needs to act on behalf of the caller'],
  [
    'GET',
    '/flows',
    'signedIn',
    'List the flows that the caller may start or read, or the retired ones that the caller may read',
  ],
  ['POST', '/flows', 'author', 'Save the first version of a flow'],
  ['GET', '/node-types', 'author', 'List the node types, each with the schema of its config'],
  ['POST', '/flows/check', 'author', 'See what saving a flow would refuse; nothing is stored'],
  [
    'POST',
    '/flows/try',
    'author',
    'Walk through a flow with answers from the caller; nobody is asked, nothing is stored',
  ],
  ['POST', '/flows/preview', 'author', 'See a question as each channel would show it; nothing is sent'],
  ['GET', '/flows/:id', 'flowReader', 'Read the newest or a given version of a flow'],
  ['PUT', '/flows/:id', 'flowAuthor', 'Save the next version of a flow'],
  ['GET', '/flows/:id/access', 'flowReader', 'Read who owns, reads and starts a flow'],
  ['PUT', '/flows/:id/access', 'flowOwner', 'Replace the lists of who owns, reads and starts a flow'],
  ['POST', '/flows/:id/retire', 'flowOwner', 'Retire a flow: nobody can start it; running executions continue'],
  ['POST', '/flows/:id/restore', 'flowOwner', 'Bring back a retired flow'],
  ['GET', '/flows/:id/versions', 'flowReader', 'List the versions of a flow'],
  ['POST', '/flows/:id/executions', 'flowStarter', 'Start a flow'],
  ['GET', '/secrets', 'author', "List the caller's secrets for HTTP requests, without their values"],
  ['PUT', '/secrets/:name', 'author', 'Store a secret, or change it or the flows that may use it'],
  ['DELETE', '/secrets/:name', 'secretOwner', 'Delete a secret'],
  ['GET', '/executions', 'signedIn', "List the caller's executions, and those of flows that the caller may read"],
  ['GET', '/executions/counts', 'signedIn', 'Count executions that are not completed, by their state'],
  ['GET', '/executions/:id', 'executionReader', 'Read an execution with its timeline and what it waits for'],
  ['POST', '/executions/:id/cancel', 'executionEnder', 'End an execution and withdraw its questions'],
  ['POST', '/executions/:id/retry', 'flowOwner', 'Continue a failed execution from the step that failed'],
  ['GET', '/user/requests', 'signedIn', 'List the questions of the caller, and whom each waits for'],
  ['POST', '/requests/:id/nudge', 'executionEnder', 'Remind those who have not answered, once an hour'],
  ['GET', '/requests/:id/unanswered', 'executionEnder', 'List all who have not answered, by name'],
  ['POST', '/requests/:id/withdraw', 'executionEnder', 'Withdraw a question; its flow continues without an answer'],
  ['GET', '/user/views', 'signedIn', 'List the named filters of the caller'],
  ['POST', '/user/views', 'signedIn', 'Save a filter of the inbox under a name'],
  ['PUT', '/user/views/:id', 'recipient', 'Change a named filter'],
  ['DELETE', '/user/views/:id', 'recipient', 'Delete a named filter'],
  ['GET', '/requests/:id', 'concerned', 'Read who was asked, who answered, and the state of the messages'],
  ['GET', '/chats', 'signedIn', 'List the chats that the caller may use, or the retired ones that the caller has made'],
  ['POST', '/chats', 'member', 'Make a chat'],
  ['GET', '/chats/:id', 'chatReader', 'Read a chat'],
  ['PUT', '/chats/:id', 'chatOwner', 'Change a chat'],
  [
    'POST',
    '/chats/:id/retire',
    'chatOwner',
    'Retire a chat: nobody can begin a conversation in it; those that have begun continue',
  ],
  ['POST', '/chats/:id/restore', 'chatOwner', 'Bring back a retired chat'],
  ['GET', '/chats/:id/versions', 'chatReader', 'List the versions of a chat, newest first'],
  ['GET', '/chats/:id/versions/:version', 'chatReader', 'Read a version of a chat'],
  ['GET', '/chats/:id/messages', 'chatUser', "Read the caller's own log of a chat, newest first"],
  ['POST', '/chats/:id/messages', 'chatUser', 'Write into that log and start the flow of the chat'],
  ['POST', '/chats/:id/messages/:messageId/stop', 'chatUser', 'Stop what the assistant is writing in that log'],
  ['GET', '/logs', 'signedIn', "List the caller's logs of assignments, newest first"],
  ['GET', '/logs/:id', 'logOwner', 'Read what a log of an assignment belongs to'],
  ['GET', '/logs/:id/messages', 'logOwner', 'Read a log of an assignment, newest first'],
  ['POST', '/logs/:id/messages', 'logOwner', 'Write into that log and start the flow of the chat'],
  ['POST', '/logs/:id/messages/:messageId/stop', 'logOwner', 'Stop what the assistant is writing in that log'],
  ['POST', '/assignments', 'member', 'Assign a chat to people and groups'],
  ['POST', '/assignments/preview', 'member', 'See whom assigning would reach, and when'],
  ['GET', '/assignments', 'signedIn', 'List the assignments that the caller received or sent, newest first'],
  ['GET', '/assignments/counts', 'signedIn', "Count the caller's open assignments and unread notifications"],
  ['GET', '/assignments/export.csv', 'signedIn', 'The same list as comma-separated values'],
  ['POST', '/assignments/bulk', 'signedIn', 'Remind about or cancel several assignments; one result for each'],
  ['GET', '/assignments/notifications', 'signedIn', "List events of the caller's assignments, newest first"],
  ['POST', '/assignments/notifications/read', 'signedIn', 'Mark all of these notifications as read'],
  ['PATCH', '/assignments/notifications/:id/read', 'recipient', 'Mark one of them as read'],
  ['GET', '/assignments/:id', 'holderOrSender', 'Read an assignment'],
  ['POST', '/assignments/:id/start', 'holder', 'Start an assignment: open its log and start its flow'],
  ['POST', '/assignments/:id/resume', 'holder', 'Continue an assignment where it was left'],
  ['POST', '/assignments/:id/retry', 'holder', 'Start a new attempt in a new log'],
  ['POST', '/assignments/:id/complete', 'holder', 'Mark an assignment as complete'],
  ['POST', '/assignments/:id/decline', 'holder', 'Decline an assignment'],
  ['POST', '/assignments/:id/delegate', 'holder', 'Hand an assignment on to somebody else'],
  ['POST', '/assignments/:id/remind', 'sender', 'Remind the assignee'],
  ['POST', '/assignments/:id/cancel', 'sender', 'Cancel an assignment'],
  ['POST', '/assignments/:id/reassign', 'sender', 'Cancel an assignment and give it to somebody else'],
  ['GET', '/sendings', 'signedIn', 'List the sendings of the caller with their progress, newest first'],
  ['GET', '/sendings/:id', 'sender', 'Read a sending with its progress'],
  ['POST', '/sendings/:id/new-members', 'sender', 'Assign to people who have joined its groups since'],
  ['POST', '/sendings/:id/cancel', 'sender', 'Cancel for everybody who has it open'],
  ['POST', '/sendings/:id/end', 'sender', 'End a recurrence'],
  ['GET', '/sendings/:id/occurrences', 'sender', 'List the past dates of a recurrence, newest first'],
  ['GET', '/audit', 'auditor', 'Read the audit, newest first'],
  ['GET', '/audit.csv', 'auditor', 'The same as comma-separated values, at most the newest 50,000 rows'],
  ['GET', '/audit/state', 'auditor', 'Read the state of the audit chain'],
  ['POST', '/audit/verify', 'auditor', 'Verify the newest 10,000 rows of that chain'],
  ['GET', '/prompts/:id/options/:variable', 'templateReader', 'Load the options of a variable from their source'],
  ['POST', '/files', 'assignee', 'Upload a file for a field of a question'],
  ['GET', '/files/:id', 'fileReader', 'Download your own file, or one that is part of an answer'],
  ['POST', '/search', 'signedIn', 'Search documents that the caller may read'],
  ['GET', '/directory/users', 'member', 'Search people'],
  ['GET', '/directory/groups', 'member', 'Search groups'],
  ['GET', '/directory/users/:id/manager', 'member', 'Read the manager of a person'],
  ['GET', '/directory/direct-reports', 'member', 'List the direct reports of the caller'],
  ['GET', '/directory/profiles', 'member', 'Read the profile data shown beside names'],
  ['GET', '/settings', 'administrator', 'List the settings and the source of each'],
  ['PATCH', '/settings', 'administrator', 'Change settings'],
  ['GET', '/settings/roles', 'administrator', 'List who has a role through a setting'],
  ['PATCH', '/settings/providers/:channel', 'administrator', 'Change settings of a channel'],
  ['POST', '/settings/providers/:channel/test', 'administrator', 'Send the caller a test message on a channel'],
  ['GET', '/settings/health', 'administrator', 'See which permissions the server registration has and lacks'],
  ['GET', '/setup', 'administrator', 'Read the state of the registrations, and the source of each value'],
  ['PUT', '/setup', 'administrator', 'Test registrations, and store them if they work'],
  ['POST', '/setup/client-check', 'administrator', 'Test a client registration'],
  ['POST', '/setup/server-check', 'administrator', 'Test a server registration'],
  ['POST', '/setup/administrator', 'administrator', 'Look up a person or group to make administrator'],
  ['GET', '/admin/chats', 'administrator', 'List the chats of everybody, without their conversations, newest first'],
  ['POST', '/admin/documents/check', 'administrator', 'Test a registration for document sites'],
  ['GET', '/admin/documents/sites', 'administrator', 'List the sites that can be read, with their libraries'],
  ['PUT', '/admin/documents/api-key', 'administrator', 'Create the key with which scripts grant sites'],
  ['DELETE', '/admin/documents/api-key', 'administrator', 'Revoke that key'],
  ['GET', '/admin/documents/grants', 'keyHolder', 'List the granted sites, or read the state of one'],
  ['POST', '/admin/documents/grants', 'keyHolder', 'Let the document-site registration read a site'],
  ['DELETE', '/admin/documents/grants', 'keyHolder', 'Revoke access to a site'],
  ['GET', '/admin/documents/indexing', 'administrator', 'Read the indexing progress of document libraries'],
  ['GET', '/admin/documents/indexing/faults', 'administrator', 'List the documents of a library that have a fault'],
  ['POST', '/admin/documents/indexing/read', 'administrator', 'Look for changes in libraries now'],
  ['POST', '/admin/documents/indexing/read-anew', 'administrator', 'Re-read a library from the beginning'],
  ['GET', '/deliveries', 'administrator', 'List messages to people with their state, newest first'],
  ['GET', '/events', 'signedIn', 'Listen to the event stream of the caller'],
  ['POST', '/messages', 'platform', 'Receive activities from Teams'],
  ['POST', '/slack/events', 'platform', 'Receive calls from Slack'],
];

const toRoute =
  (source: Route['source']) =>
  ([method, path, access, summary]: Row): Route => ({ method, path, source, access, summary });

/** Probes for load balancers and operators, outside the API; paths from the root. */
export const PROBES = ['/livez', '/readyz'] as const;

/** The server's metrics, if enabled in its settings; path from the root. */
export const METRICS_PATH = '/metrics';

/** All endpoints (behaviour 4); a test compares them with the registered routes. */
export const ROUTES: readonly Route[] = [...PART_4.map(toRoute('part 4')), ...ADDITIONS.map(toRoute('addition'))];
