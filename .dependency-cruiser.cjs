/** The import rules of ARCHITECTURE.md: imports go down the ladder only, and a library has one home. */

/** From the lowest rung to the highest. A part may import what stands before it, never what stands after it. */
const LADDER = [
  ['contract', '^contract/'],
  ['foundation', '^server/foundation/'],
  ['people', '^server/people/'],
  ['files', '^server/files/'],
  ['search', '^server/search/'],
  ['documents', '^server/documents/'],
  ['messages', '^server/messages/'],
  ['flow', '^server/flow/'],
  ['chats', '^server/chats/'],
  ['requests', '^server/requests/'],
  ['assignments', '^server/assignments/'],
  ['administration', '^server/administration/'],
  ['channels', '^server/channels/'],
  ['node-types', '^server/nodeTypes\\.ts$'],
  ['composition', '^server/composition/'],
  ['app', '^server/app\\.ts$'],
  ['setup-server', '^server/setupServer\\.ts$'],
  ['main', '^server/(main|startOrSetUp|serve)\\.ts$'],
];

const FOUNDATION_LADDER = [
  ['foundation-errors-config', '^server/foundation/(errors|config)\\.ts$'],
  ['foundation-schedule', '^server/foundation/schedule/'],
  ['foundation-http', '^server/foundation/http/'],
  ['foundation-database', '^server/foundation/database/'],
  ['foundation-audit', '^server/foundation/audit/'],
  ['foundation-settings', '^server/foundation/settings/'],
];

const PEOPLE_LADDER = [
  ['identity', '^server/people/identity/'],
  ['directory', '^server/people/directory/'],
  ['on-behalf', '^server/people/onBehalf/'],
  ['profiles', '^server/people/profiles/'],
];

const CLIENT_LADDER = [
  ['client-api', '^desktop/renderer/api/'],
  ['client-drafts', '^desktop/renderer/drafts/'],
  ['client-outbox', '^desktop/renderer/outbox/'],
  ['client-answer', '^desktop/renderer/answer/'],
  ['client-flows', '^desktop/renderer/flows/'],
  ['client-chats', '^desktop/renderer/chats/'],
  ['client-list', '^desktop/renderer/list/'],
  ['client-shell', '^desktop/renderer/shell/(Shell|Session)\\.tsx$'],
];

/** Whoever hands a database on names its type; only the homes of knex call it. */
const VALUES_ONLY = { dependencyTypesNot: ['type-only'] };

/** Packages (as patterns) and the only places that import them. */
const HOMES = [
  ['knex', 'knex', ['^server/foundation/database/', 'Store\\.ts$'], VALUES_ONLY],
  ['database-drivers', '(pg|sqlite3)', ['^server/foundation/database/']],
  ['node-schedule', 'node-schedule', ['^server/foundation/schedule/']],
  ['prom-client', 'prom-client', ['^server/foundation/health/']],
  ['undici', 'undici', ['^server/foundation/http/outbound\\.ts$']],
  ['msal-node', '@azure/msal-node', ['^server/people/identity/', '^desktop/main/signIn\\.ts$']],
  ['msal-browser', '@azure/msal-browser', ['^desktop/renderer/api/']],
  ['graph', '@microsoft/microsoft-graph-client', ['^server/people/', '^server/files/']],
  ['nodemailer', 'nodemailer', ['^server/channels/email/']],
  ['smtp-server', 'smtp-server', ['^sandbox/']],
  ['electron', 'electron', ['^desktop/main/index\\.ts$', '^desktop/preload/'], VALUES_ONLY],
  ['electron-updater', 'electron-updater', ['^desktop/main/index\\.ts$'], VALUES_ONLY],
  ['electron-builder', 'electron-builder', ['^desktop/packing/pack\\.ts$'], VALUES_ONLY],
  ['teams', '(botbuilder[^/]*|@microsoft/teams-ai)', ['^bot/teams/']],
  ['slack', '@slack/[^/]+', ['^bot/slack/']],
  ['markdown', 'markdown-it', ['^server/requests/readPrompt\\.ts$']],
  ['document-formats', '(unpdf|htmlparser2)', ['^server/documents/extraction/']],
  ['waiting-and-keeping', '(lru-cache|p-map|p-timeout)', ['^(server|bot|sandbox|desktop/main)/']],
  [
    'flow-pages',
    '(jsonc-parser|@dagrejs/dagre|@xyflow/react|@codemirror/[^/]+|@lezer/[^/]+)',
    ['^desktop/renderer/flows/'],
  ],
  ['react', '(react(-dom|-intl|-hook-form)?|@fluentui/[^/]+)', ['^desktop/']],
];

/** What exists to run and to judge the product may use any library. */
const TOOLS = '^(test|bench|build)/';

/** A package where it is installed, or by its bare name where it is not. */
const packagePath = (name) => `(^|/)node_modules/(@types/)?${name}/|^${name}(/|$)`;

const onlyDown = (rungs) =>
  rungs.slice(0, -1).map(([name, path], index) => ({
    name: `ladder-${name}`,
    comment: 'Imports go down the ladder only; what a lower part needs from a higher one comes in as an argument.',
    severity: 'error',
    from: { path },
    to: { path: rungs.slice(index + 1).map(([, higher]) => higher) },
  }));

const oneHome = HOMES.map(([name, packages, homes, which = {}]) => ({
  name: `home-of-${name}`,
  comment: `This library is imported only by ${homes.join(', ')}.`,
  severity: 'error',
  from: { pathNot: [...homes, TOOLS, '(^|/)node_modules/'] },
  to: { path: packagePath(packages), ...which },
}));

const rule = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const walls = [
  rule('no-cycles', 'Two files that need each other are one thing, or hide a third.', {}, { circular: true }),
  rule(
    'no-missing-files',
    'What is imported must be there.',
    { pathNot: '(^|/)node_modules/' },
    { couldNotResolve: true },
  ),
  rule(
    'contract-is-alone',
    'The contract imports its own files, zod, and what says messages in a language; of other libraries at most a type.',
    { path: '^contract/' },
    { pathNot: ['^contract/', packagePath('zod'), packagePath('@formatjs/intl')], dependencyTypesNot: ['type-only'] },
  ),
  rule(
    'server-is-the-product',
    'The server knows no client, no stand-in and no test; only main.ts knows the bot channels.',
    { path: '^server/' },
    { path: '^(desktop|sandbox|bench|test|samples|manifests)/' },
  ),
  rule('only-main-knows-bots', '', { path: '^server/', pathNot: '^server/main\\.ts$' }, { path: '^bot/' }),
  rule(
    'server-channels-are-apart',
    'A channel never imports another channel.',
    { path: '^server/channels/([^/]+)/' },
    { path: '^server/channels/', pathNot: '^server/channels/$1/' },
  ),
  rule(
    'bots-are-apart',
    'A bot channel imports the contract, its own folder and bot/shared.',
    { path: '^bot/([^/]+)/' },
    { path: '^(server|desktop|sandbox|bench|test|samples|bot)/', pathNot: '^bot/($1|shared)/' },
  ),
  rule(
    'bot-index-lists-bots',
    '',
    { path: '^bot/index\\.ts$' },
    { path: '^(server|desktop|sandbox|bench|test|samples)/' },
  ),
  rule(
    'desktop-is-apart',
    'Desktop parts import the contract, their own folder and the bridge.',
    { path: '^desktop/([^/]+)/' },
    {
      path: '^(server|bot|sandbox|bench|test|samples|desktop)/',
      pathNot: ['^desktop/$1/', '^desktop/(appManifest|bridge|eventStream|reconnectDelay)\\.ts$'],
    },
  ),
  rule(
    'client-list-knows-no-answers',
    'The list opens a question by its door and knows nothing of what is behind it, but for answers that are on their way.',
    { path: '^desktop/renderer/list/' },
    { path: '^desktop/renderer/(answer|drafts|flows|chats)/', pathNot: '/answer/NotificationDetail\\.tsx$' },
  ),
  rule(
    'manifests-are-apart',
    'What an administrator uploads is made of templates, values, settings and the table of permissions, and of nothing else that runs.',
    { path: '^manifests/' },
    {
      path: '^(contract|server|bot|desktop|sandbox|bench|test|samples)/',
      pathNot: '^server/(people/identity/permissions|composition/settingsAtRest)\\.ts$',
    },
  ),
  rule(
    'sandbox-is-optional',
    'Only the sandbox itself, tests and benches know the stand-ins.',
    { pathNot: ['^sandbox/', TOOLS] },
    { path: '^sandbox/' },
  ),
  rule('nothing-imports-tests', '', { pathNot: TOOLS }, { path: TOOLS }),
  rule(
    'product-needs-no-tool',
    'A library that only development installs is not there in production.',
    { path: '^(contract|server|bot)/' },
    { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'], pathNot: '@types/' },
  ),
];

module.exports = {
  forbidden: [
    ...onlyDown(LADDER),
    ...onlyDown(FOUNDATION_LADDER),
    ...onlyDown(PEOPLE_LADDER),
    ...onlyDown(CLIENT_LADDER),
    ...oneHome,
    ...walls,
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(node_modules/\\.cache|out|coverage|\\.data|\\.git)/' },
    tsPreCompilationDeps: true,
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.d.ts', '.js', '.cjs', '.mjs', '.json'],
    },
  },
};
