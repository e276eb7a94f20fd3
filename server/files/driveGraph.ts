import { z } from 'zod';
import { DirectoryError } from '../people/directory/directory.ts';
import type { GraphClient } from '../people/directory/graphClient.ts';
import type { GraphAnswer } from '../people/directory/graphPlainCalls.ts';
import { encodedPath } from './drivePathRules.ts';
import { NoRoom, type DriveItem } from './fileStorage.ts';

/** The server registration's permission for people's drives (behaviour 5.3 B). */
export const FILES = 'Files.ReadWrite.All';

const GraphItem = z.object({ id: z.string().min(1), parentReference: z.object({ driveId: z.string().min(1) }) });
const Session = z.object({ uploadUrl: z.url({ protocol: /^https$/ }) });

/**
 * Our folders in people's drives, through Microsoft Graph. Paths are relative to the application's folder. Every
 * function throws DirectoryError, or NoRoom if the drive is full.
 */
export interface DriveGraph {
  /** Null: the person has no drive. */
  write(person: string, path: string, content: Buffer): Promise<DriveItem | null>;
  /**
   * Starts the upload of a large file.
   * @returns an address that accepts the pieces without our token; `refused` if this registration may not upload; null:
   * no drive
   */
  begin(person: string, path: string): Promise<string | 'refused' | null>;
  /** Null: nothing is there. */
  find(person: string, path: string): Promise<DriveItem | null>;
  /** A pre-authenticated, short-lived address of the content; null: the item is not there. */
  addressOf(item: DriveItem): Promise<string | null>;
  /** Succeeds if the item is already gone. */
  remove(item: DriveItem): Promise<void>;
  removeAt(person: string, path: string): Promise<void>;
}

export function createDriveGraph(graph: Pick<GraphClient, 'perform'>): DriveGraph {
  const rootOf = (person: string) => `/users/${encodeURIComponent(person)}/drive/special/approot`;
  const at = (person: string, path: string, what = '') =>
    `${rootOf(person)}:/${encodedPath(path)}${what && `:/${what}`}`;
  const pathOf = ({ driveId, itemId }: DriveItem) =>
    `/drives/${encodeURIComponent(driveId)}/items/${encodeURIComponent(itemId)}`;

  const perform = async (call: Omit<Parameters<GraphClient['perform']>[0], 'permission'>): Promise<GraphAnswer> => {
    const answer = await graph.perform({ ...call, permission: FILES });
    if (answer.status === 507) throw new NoRoom('drive');
    return answer;
  };

  /** An upload session does not create the folders above its file or, in some drives, the application's folder. */
  async function makeFolders(person: string, path: string): Promise<boolean> {
    const root = await perform({ method: 'GET', path: rootOf(person) });
    if (root.status === 404) return false;
    expectDone(root);
    const folders = path.split('/').slice(0, -1);
    for (const [depth, name] of folders.entries()) {
      const above = folders.slice(0, depth).join('/');
      const body = { name, folder: {}, '@microsoft.graph.conflictBehavior': 'fail' };
      const children = above === '' ? `${rootOf(person)}/children` : at(person, above, 'children');
      const made = await perform({ method: 'POST', path: children, body });
      if (made.status !== 409) expectDone(made);
    }
    return true;
  }

  return {
    async write(person, path, content) {
      const answer = await perform({ method: 'PUT', path: at(person, path, 'content'), body: content });
      return answer.status === 404 ? null : toItem(expectDone(answer));
    },
    async begin(person, path) {
      if (!(await makeFolders(person, path))) return null;
      const item = { '@microsoft.graph.conflictBehavior': 'replace', name: path.split('/').at(-1) };
      const asked = { method: 'POST', path: at(person, path, 'createUploadSession'), body: { item } } as const;
      const answer = await perform(asked).catch(asRefused);
      return answer === 'refused' ? answer : read(Session, expectDone(answer)).uploadUrl;
    },
    async find(person, path) {
      const answer = await perform({ method: 'GET', path: at(person, path) });
      return answer.status === 404 ? null : toItem(expectDone(answer));
    },
    async addressOf(item) {
      const answer = await perform({ method: 'GET', path: `${pathOf(item)}/content` });
      if (answer.status === 404) return null;
      const { location } = answer;
      if (answer.status === 302 && location !== null && URL.parse(location)?.protocol === 'https:') return location;
      throw unusable('no address of the content');
    },
    async remove(item) {
      const answer = await perform({ method: 'DELETE', path: pathOf(item) });
      if (answer.status !== 404) expectDone(answer);
    },
    async removeAt(person, path) {
      const answer = await perform({ method: 'DELETE', path: at(person, path) });
      if (answer.status !== 404) expectDone(answer);
    },
  };
}

function asRefused(error: unknown): 'refused' {
  if (error instanceof DirectoryError && error.status === 403) return 'refused';
  throw error;
}

/** The item in an answer of Graph. @throws DirectoryError */
export function toItem(body: unknown): DriveItem {
  const { id, parentReference } = read(GraphItem, body);
  return { driveId: parentReference.driveId, itemId: id };
}

export const lockedDrive = (): DirectoryError =>
  new DirectoryError('directory_unavailable', 'The file is locked in the drive right now.', { status: 423 });

/** @returns the body of a success @throws DirectoryError */
function expectDone({ status, body }: GraphAnswer): unknown {
  if (status < 300) return body;
  if (status === 423) throw lockedDrive();
  throw new DirectoryError('directory_failed', `The drive refused a request (${status}).`, { status });
}

function read<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  throw unusable('something that has another shape than documented');
}

const unusable = (what: string) => new DirectoryError('directory_failed', `The drive answered with ${what}.`);
