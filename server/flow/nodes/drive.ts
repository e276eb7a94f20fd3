import { z } from 'zod';
import { Name } from '../../../contract/ids.ts';
import { say } from '../../../contract/summaries.ts';
import { drivePath } from '../../people/onBehalf/myPaths.ts';
import { nodeFailure, type NodeType } from '../nodeType.ts';
import { delegatedNode, type DelegatedParts, type DelegatedVisit } from './delegatedNode.ts';

const path = z
  .string()
  .max(2000)
  .describe('template: names, separated by slashes; empty: the whole drive')
  .meta({ kind: 'template' });
const name = { outputVariable: Name.optional() };

const ReadConfig = z.strictObject({
  path: path.optional(),
  content: z.boolean().default(false).describe('read the text of a file instead of listing a folder'),
  limit: z.int().min(1).max(200).default(50),
  ...name,
});

const WriteConfig = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('upload'),
    path,
    content: z.string().max(20_000).describe('template: the text of the file').meta({ kind: 'template' }),
    conflict: z.enum(['replace', 'rename', 'fail']).default('fail').describe('if the name exists already'),
    ...name,
  }),
  z.strictObject({ action: z.literal('create_folder'), path, ...name }),
  z.strictObject({
    action: z.literal('share'),
    path,
    access: z.enum(['view', 'edit']).default('view'),
    scope: z.enum(['organization', 'anonymous']).default('organization'),
    ...name,
  }),
]);
type WriteConfig = z.infer<typeof WriteConfig>;

const Item = z.object({
  id: z.string(),
  name: z.string().nullish(),
  size: z.number().nullish(),
  webUrl: z.string().nullish(),
  lastModifiedDateTime: z.string().nullish(),
  file: z.object({ mimeType: z.string().nullish() }).nullish(),
  folder: z.unknown().optional(),
});
const Link = z.object({ link: z.object({ webUrl: z.string() }) });
const READ = 'id,name,size,webUrl,lastModifiedDateTime,file,folder';

/** As much text as an execution's context can hold besides its other data. */
const MOST_TEXT_BYTES = 256 * 1024;

const shown = (item: z.infer<typeof Item>) => ({
  id: item.id,
  name: item.name ?? '',
  size: item.size ?? 0,
  isFolder: item.folder !== undefined && item.folder !== null,
  type: item.file?.mimeType ?? null,
  changedAt: item.lastModifiedDateTime ?? null,
  link: item.webUrl ?? null,
});

/** The nodes of the person's own drive (behaviour 5.3 B). */
export const createDriveNodes = (parts: DelegatedParts): NodeType[] => [
  delegatedNode(
    {
      type: 'drive_read',
      displayName: 'Read drive',
      permission: 'Files.Read',
      effect: 'repeatable',
      configSchema: ReadConfig,
      templates: ['path'],
      async run({ config, graph, names }) {
        const at = await names(config.path);
        if (config.content) {
          const bytes = await graph.download(drivePath(at, 'content'), MOST_TEXT_BYTES);
          return {
            output: { name: at.at(-1) ?? '', size: bytes.length, text: textOf(bytes) },
            summary: at.at(-1) ?? '',
          };
        }
        const query = { $select: READ, $top: String(config.limit) };
        const items = await graph.list(Item, { path: drivePath(at, 'children'), query }, config.limit);
        return { output: items.map(shown), summary: say('found', { count: items.length }) };
      },
    },
    parts,
  ),
  delegatedNode<WriteConfig>(
    {
      type: 'drive_write',
      displayName: 'Write to drive',
      permission: 'Files.ReadWrite',
      effect: 'once',
      configSchema: WriteConfig,
      templates: ['path', 'content' as keyof WriteConfig & string],
      async run(visit) {
        const at = await visit.names(visit.config.path);
        const last = at.at(-1);
        if (last === undefined) throw nodeFailure('path_refused', { path: '' });
        return { output: await write(visit, at), summary: last };
      },
    },
    parts,
  ),
];

async function write({ config, graph, whole }: DelegatedVisit<WriteConfig>, at: string[]): Promise<unknown> {
  switch (config.action) {
    case 'upload': {
      const query = { '@microsoft.graph.conflictBehavior': config.conflict };
      const content = Buffer.from(await whole(config.content));
      return shown(await graph.write(Item, 'PUT', { path: drivePath(at, 'content'), query }, content));
    }
    case 'create_folder': {
      const folder = { name: at.at(-1), folder: {}, '@microsoft.graph.conflictBehavior': 'fail' };
      return shown(await graph.write(Item, 'POST', { path: drivePath(at.slice(0, -1), 'children') }, folder));
    }
    case 'share': {
      const asked = { type: config.access, scope: config.scope };
      const made = await graph.write(Link, 'POST', { path: drivePath(at, 'createLink') }, asked);
      return { link: made.link.webUrl, ...asked };
    }
  }
}

/** @throws NodeError `not_text` */
function textOf(bytes: Buffer): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch {
    // not UTF-8: the error below says so
  }
  throw nodeFailure('not_text');
}
