import { copyFile, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { checkImports, type ImportReport } from '../support/checkImports.ts';

const HOUSE = fileURLToPath(new URL('../..', import.meta.url));
const rules = createRequire(import.meta.url)('../../.dependency-cruiser.cjs') as { forbidden: { name: string }[] };

/** A forbidden import for every rule: rule, file, imported file. */
const PLANTS: [rule: string, file: string, imported: string][] = [
  ['ladder-contract', 'contract/payload.ts', 'server/foundation/errors.ts'],
  ['ladder-foundation', 'server/foundation/schedule/loops.ts', 'server/people/caller.ts'],
  ['ladder-people', 'server/people/caller.ts', 'server/files/disk.ts'],
  ['ladder-files', 'server/files/disk.ts', 'server/search/found.ts'],
  ['ladder-search', 'server/search/found.ts', 'server/documents/sites.ts'],
  ['ladder-documents', 'server/documents/sites.ts', 'server/messages/inbox.ts'],
  ['ladder-messages', 'server/messages/inbox.ts', 'server/flow/engine.ts'],
  ['ladder-flow', 'server/flow/engine.ts', 'server/chats/chat.ts'],
  ['ladder-chats', 'server/chats/chat.ts', 'server/requests/broker.ts'],
  ['ladder-requests', 'server/requests/broker.ts', 'server/assignments/assign.ts'],
  ['ladder-assignments', 'server/assignments/assign.ts', 'server/administration/settings.ts'],
  ['ladder-administration', 'server/administration/settings.ts', 'server/channels/web/stream.ts'],
  ['ladder-channels', 'server/channels/web/stream.ts', 'server/nodeTypes.ts'],
  ['ladder-node-types', 'server/nodeTypes.ts', 'server/app.ts'],
  ['ladder-composition', 'server/composition/work.ts', 'server/app.ts'],
  ['ladder-app', 'server/app.ts', 'server/main.ts'],
  ['ladder-setup-server', 'server/setupServer.ts', 'server/main.ts'],
  ['ladder-foundation-errors-config', 'server/foundation/errors.ts', 'server/foundation/schedule/timer.ts'],
  ['ladder-foundation-schedule', 'server/foundation/schedule/timer.ts', 'server/foundation/http/problem.ts'],
  ['ladder-foundation-http', 'server/foundation/http/problem.ts', 'server/foundation/database/rows.ts'],
  ['ladder-foundation-database', 'server/foundation/database/rows.ts', 'server/foundation/audit/seal.ts'],
  ['ladder-foundation-audit', 'server/foundation/audit/seal.ts', 'server/foundation/settings/settings.ts'],
  ['ladder-identity', 'server/people/identity/verify.ts', 'server/people/directory/groups.ts'],
  ['ladder-directory', 'server/people/directory/groups.ts', 'server/people/onBehalf/tokens.ts'],
  ['ladder-on-behalf', 'server/people/onBehalf/tokens.ts', 'server/people/profiles/shown.ts'],
  ['ladder-client-api', 'desktop/renderer/api/inboxPages.ts', 'desktop/renderer/list/Rows.tsx'],
  ['ladder-client-drafts', 'desktop/renderer/drafts/stored.ts', 'desktop/renderer/outbox/send.ts'],
  ['ladder-client-outbox', 'desktop/renderer/outbox/send.ts', 'desktop/renderer/answer/Form.tsx'],
  ['ladder-client-answer', 'desktop/renderer/answer/Form.tsx', 'desktop/renderer/list/Rows.tsx'],
  ['ladder-client-flows', 'desktop/renderer/flows/Flow.tsx', 'desktop/renderer/chats/Chat.tsx'],
  ['ladder-client-chats', 'desktop/renderer/chats/Chat.tsx', 'desktop/renderer/list/Rows.tsx'],
  ['ladder-client-list', 'desktop/renderer/list/Rows.tsx', 'desktop/renderer/shell/Shell.tsx'],
  ['client-list-knows-no-answers', 'desktop/renderer/list/Rows.tsx', 'desktop/renderer/answer/Form.tsx'],
  ['home-of-knex', 'server/requests/requestService.ts', 'knex'],
  ['home-of-database-drivers', 'server/requests/requestStore.ts', 'pg'],
  ['home-of-node-schedule', 'server/messages/purge.ts', 'node-schedule'],
  ['home-of-prom-client', 'server/composition/counting.ts', 'prom-client'],
  ['home-of-undici', 'server/flow/fetch.ts', 'undici'],
  ['home-of-msal-node', 'server/people/directory/token.ts', '@azure/msal-node'],
  ['home-of-msal-browser', 'desktop/renderer/App.tsx', '@azure/msal-browser'],
  ['home-of-graph', 'server/flow/nodes/manager.ts', '@microsoft/microsoft-graph-client'],
  ['home-of-nodemailer', 'server/messages/mail.ts', 'nodemailer'],
  ['home-of-smtp-server', 'server/channels/email/catch.ts', 'smtp-server'],
  ['home-of-markdown', 'server/flow/engine.ts', 'markdown-it'],
  ['home-of-document-formats', 'server/search/reading.ts', 'unpdf'],
  ['home-of-electron', 'desktop/main/tray.ts', 'electron'],
  ['home-of-electron-updater', 'desktop/main/updates.ts', 'electron-updater'],
  ['home-of-electron-builder', 'desktop/packing/rollout.ts', 'electron-builder'],
  ['home-of-teams', 'bot/slack/receive.ts', 'botbuilder'],
  ['home-of-slack', 'bot/teams/receive.ts', '@slack/web-api'],
  ['home-of-waiting-and-keeping', 'desktop/renderer/api/wait.ts', 'p-timeout'],
  ['home-of-flow-pages', 'desktop/renderer/shell/picture.tsx', 'jsonc-parser'],
  ['home-of-react', 'server/channels/email/page.ts', 'react'],
  ['no-cycles', 'server/flow/one.ts', 'server/flow/two.ts'],
  ['no-cycles', 'server/flow/two.ts', 'server/flow/one.ts'],
  ['no-missing-files', 'server/flow/lost.ts', 'server/flow/nowhere.ts'],
  ['contract-is-alone', 'contract/files.ts', 'node:fs'],
  ['server-is-the-product', 'server/channels/web/page.ts', 'desktop/renderer/host.ts'],
  ['only-main-knows-bots', 'server/channels/teams.ts', 'bot/index.ts'],
  ['server-channels-are-apart', 'server/channels/web/answer.ts', 'server/channels/email/mail.ts'],
  ['bots-are-apart', 'bot/teams/render.ts', 'bot/slack/render.ts'],
  ['bot-index-lists-bots', 'bot/index.ts', 'server/foundation/config.ts'],
  ['desktop-is-apart', 'desktop/renderer/cards.tsx', 'desktop/main/start.ts'],
  ['manifests-are-apart', 'manifests/fill.ts', 'server/foundation/config.ts'],
  ['sandbox-is-optional', 'samples/sample.ts', 'sandbox/mailbox.ts'],
  ['nothing-imports-tests', 'sandbox/start.ts', 'test/support/clock.ts'],
  ['product-needs-no-tool', 'server/foundation/database/tool.ts', 'chai'],
];

/** Imports that the code base needs; none of them may be reported. */
const ALLOWED: [file: string, imported: string, what?: 'type'][] = [
  ['server/requests/reads.ts', 'server/flow/port.ts'],
  ['server/requests/goodStore.ts', 'knex'],
  ['server/main.ts', 'bot/good.ts'],
  ['bot/teams/good.ts', 'bot/shared/flatten.ts'],
  ['desktop/preload/good.ts', 'desktop/bridge.ts'],
  ['desktop/renderer/list/Center.tsx', 'desktop/renderer/answer/NotificationDetail.tsx'],
  ['desktop/renderer/flows/good.ts', 'desktop/renderer/drafts/good.ts'],
  ['desktop/renderer/api/good.ts', '@azure/msal-browser'],
  ['sandbox/good.ts', 'server/starts.ts'],
  ['test/good.test.ts', 'sandbox/mailboxes.ts'],
  ['contract/good.ts', 'zod'],
  ['server/requests/goodService.ts', 'knex', 'type'],
];

describe('import rules', function () {
  this.timeout(180_000);

  describe('in a tree with a violation of each', () => {
    let root: string;
    let report: ImportReport;

    before(async () => {
      root = await mkdtemp(path.join(os.tmpdir(), 'handback-imports-'));
      await plant(root);
      report = await checkImports(root);
    });
    after(() => rm(root, { recursive: true, force: true }));

    it('has a planted violation for every rule', () => {
      const planted = new Set(PLANTS.map(([rule]) => rule));
      expect([...planted]).to.have.members(rules.forbidden.map(({ name }) => name));
    });

    for (const [rule, file, imported] of PLANTS)
      it(`${rule}: ${file} may not import ${imported}`, () => {
        const found = report.violations.some(
          (violation) => violation.rule === rule && [violation.from, violation.to].includes(file),
        );
        expect(found, `reported: ${JSON.stringify(report.violations.filter(({ from }) => from === file))}`).to.equal(
          true,
        );
      });

    it('leaves allowed imports alone', () => {
      const files = ALLOWED.map(([file]) => file);
      expect(report.files).to.include.members(files);
      expect(report.violations.filter(({ from }) => files.includes(from))).to.deep.equal([]);
    });
  });
});

/** Writes every file of the two tables with its import; packages are the repository's own. */
async function plant(root: string): Promise<void> {
  await copyFile(path.join(HOUSE, 'package.json'), path.join(root, 'package.json'));
  await symlink(path.join(HOUSE, 'node_modules'), path.join(root, 'node_modules'), 'junction');
  const rows = [...PLANTS.map(([, file, imported]) => [file, imported, undefined] as const), ...ALLOWED];
  const sources = new Map<string, string[]>();
  const linesOf = (file: string): string[] => sources.get(file) ?? sources.set(file, []).get(file)!;
  for (const [file, imported, what] of rows) {
    const isPackage = !/\.tsx?$/.test(imported);
    const specifier = isPackage ? imported : relative(file, imported);
    linesOf(file).push(what === 'type' ? `import type * as given from '${specifier}';` : `import '${specifier}';`);
    if (!isPackage && !imported.endsWith('nowhere.ts')) linesOf(imported);
  }
  for (const [file, lines] of sources) {
    await mkdir(path.dirname(path.join(root, file)), { recursive: true });
    await writeFile(path.join(root, file), [...lines, 'export {};', ''].join('\n'));
  }
}

function relative(from: string, to: string): string {
  const specifier = path.posix.relative(path.posix.dirname(from), to);
  return specifier.startsWith('.') ? specifier : `./${specifier}`;
}
