import { z } from 'zod';
import { Name } from '../../../contract/ids.ts';
import type { DirectoryUser } from '../../../contract/people.ts';
import { say, type Summary } from '../../../contract/summaries.ts';
import { DirectoryError, type Directory } from '../../people/directory/directory.ts';
import { NodeError, nodeFailure, outputOf, type NodeContext, type NodeType } from '../nodeType.ts';

const UserConfig = z.strictObject({
  user: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .optional()
    .describe('template: object id, e-mail address or user principal name; default: the starter of the execution')
    .meta({ kind: 'template' }),
  outputVariable: Name.optional(),
});
type UserConfig = z.infer<typeof UserConfig>;

const SearchConfig = z.strictObject({
  text: z
    .string()
    .trim()
    .min(1)
    .max(2000)
    .describe('template: the start of a name or an address')
    .meta({ kind: 'template' }),
  limit: z.int().min(1).max(100).default(10),
  outputVariable: Name.optional(),
});
type SearchConfig = z.infer<typeof SearchConfig>;

type Tools = Pick<Directory, 'user' | 'manager' | 'directReports' | 'searchUsers'>;

/** The four tools that read the directory. Their outputs can be the assignees of a question. */
export function createDirectoryNodes(directory: Tools): NodeType[] {
  return [
    userNode('directory_get_user', 'Get user', async (user) => ({ output: user, summary: user.displayName })),
    userNode('directory_get_manager', 'Get manager', async (user) => {
      const manager = await directory.manager(user.id);
      if (!manager) throw nodeFailure('no_manager', { name: user.displayName });
      return { output: manager, summary: say('manages', { manager: manager.displayName, name: user.displayName }) };
    }),
    userNode('directory_get_direct_reports', 'Get direct reports', async (user) => {
      const reports = await directory.directReports(user.id);
      return { output: reports, summary: say('reportTo', { count: reports.length, name: user.displayName }) };
    }),
    searchNode(directory),
  ];

  function userNode(
    type: string,
    displayName: string,
    read: (user: DirectoryUser) => Promise<{ output: unknown; summary: Summary }>,
  ): NodeType<UserConfig> {
    return {
      ...READS,
      type,
      displayName,
      configSchema: UserConfig,
      expressionsIn: ({ user }) => (user === undefined ? [] : [{ field: 'user', text: user, kind: 'template' }]),
      run: (visit) =>
        reading(async () => {
          const reference = await referenceIn(visit);
          const user = reference === '' ? null : await directory.user(reference);
          if (!user) throw nodeFailure('person_not_found', { why: reference === '' ? 'blank' : 'unknown', reference });
          const { output, summary } = await read(user);
          return { kind: 'output', ...outputOf(output, visit.config), summary };
        }),
    };
  }
}

const READS = { effect: 'repeatable', isInstant: false, waits: false } as const;

function searchNode(directory: Tools): NodeType<SearchConfig> {
  return {
    ...READS,
    type: 'directory_search_users',
    displayName: 'Search users',
    configSchema: SearchConfig,
    expressionsIn: ({ text }) => [{ field: 'text', text, kind: 'template' }],
    run: ({ config, expressions, context }) =>
      reading(async () => {
        const text = (await expressions.render(config.text, context)).trim();
        const found = text === '' ? [] : await directory.searchUsers(text, config.limit);
        return { kind: 'output', ...outputOf(found, config), summary: say('found', { count: found.length }) };
      }),
  };
}

/** A template that renders empty does not mean the starter. */
async function referenceIn({ config, expressions, context, startedBy }: NodeContext<UserConfig>): Promise<string> {
  return config.user === undefined ? startedBy.id : (await expressions.render(config.user, context)).trim();
}

/** @throws NodeError with the directory's own code: `directory_unavailable`, `directory_denied`, `directory_failed` */
export async function reading<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DirectoryError) throw new NodeError(error.code, error.detail);
    throw error;
  }
}
