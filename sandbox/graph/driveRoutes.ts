import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { GRAPH } from '../identity/scopes.ts';
import type { Tenant } from '../tenant.ts';
import { findUser, type Question } from './answers.ts';
import { badRequest, GraphError } from './graphError.ts';
import type { LibraryItem } from './library.ts';
import { DOWNLOAD_ORIGIN, showItem } from './libraryRoutes.ts';
import { nameOf, parentOf, type Conflict, type DriveStore, type PersonalDrive } from './personalDrives.ts';
import { ownId } from './permissions.ts';
import { itemNotFound } from './siteAccess.ts';
import { showSession, UPLOAD_PATH } from './uploadRoutes.ts';

const MOST_BYTES = 250 * 1024 * 1024;
const SESSION_MS = 24 * 60 * 60_000;
const CONFLICT = '@microsoft.graph.conflictBehavior';

interface Parts {
  tenant: Tenant;
  drives: DriveStore;
  questionOf(request: FastifyRequest): Question;
  now(): number;
}

export const showDriveItem = (drive: PersonalDrive, item: LibraryItem) =>
  showItem({ ...drive, isPersonal: true }, item, true);

/** Splits `approot:/a/b.txt:/content` into a path in the drive and the operation. @throws GraphError 400 */
function readSpecial(request: FastifyRequest, { appRoot }: PersonalDrive): { path: string; what: string } {
  const { pathname } = new URL(request.url, 'http://graph');
  const tail = pathname.slice(pathname.indexOf('/special/') + '/special/'.length);
  const [folder, below, what = ''] = tail.split(':');
  const [name, ...rest] = folder!.split('/');
  if (name !== 'approot') throw badRequest('The special folder identifier is not valid.');
  const segments = (below ?? '').split('/').filter(Boolean).map(decodeURIComponent);
  return { path: [appRoot, ...segments].join('/'), what: below === undefined ? rest.join('/') : what.slice(1) };
}

function conflictIn(value: unknown, otherwise: Conflict): Conflict {
  if (value === null || value === undefined) return otherwise;
  if (value === 'fail' || value === 'replace' || value === 'rename') return value;
  throw badRequest(`Invalid value for ${CONFLICT}.`);
}

function jsonOf({ body }: FastifyRequest): Record<string, unknown> {
  if (!Buffer.isBuffer(body) || body.length === 0) return {};
  return JSON.parse(body.toString()) as Record<string, unknown>;
}

/** @throws GraphError 404 */
function there({ library }: PersonalDrive, path: string): LibraryItem {
  const item = library.items().find((each) => each.path === path && !each.isDeleted);
  if (!item) throw itemNotFound();
  return item;
}

/** People's drives for applications (behaviour 5.3 B): the app's folder, and items by id. */
export function driveRoutes(app: FastifyInstance, parts: Parts): void {
  const { tenant, drives, questionOf } = parts;

  const driveOf = (request: FastifyRequest): PersonalDrive => {
    questionOf(request).require('drive');
    return drives.ofPerson(findUser(tenant, (request.params as { id: string }).id));
  };

  app.get('/users/:id/drive', async (request) => {
    const { id, site, room } = driveOf(request);
    return { id, driveType: 'business', webUrl: `${site.webUrl}/Documents`, quota: { total: room, state: 'normal' } };
  });
  app.get('/users/:id/drive/special/approot', async (request) => {
    const drive = driveOf(request);
    const root = drive.library.makeFolder(drive.appRoot);
    return { ...showDriveItem(drive, root), specialFolder: { name: 'approot' } };
  });
  app.get('/users/:id/drive/special/*', async (request) => {
    const drive = driveOf(request);
    const { path, what } = readSpecial(request, drive);
    drive.library.makeFolder(drive.appRoot);
    const item = there(drive, path);
    if (what === '') return showDriveItem(drive, item);
    if (what !== 'children') throw badRequest(`Resource not found for the segment '${what}'.`);
    return questionOf(request).pageOf(drive.library.childrenOf(item), (child) => showDriveItem(drive, child));
  });
  app.put('/users/:id/drive/special/*', { bodyLimit: MOST_BYTES }, async (request, reply) => {
    const drive = driveOf(request);
    const { path, what } = readSpecial(request, drive);
    if (what !== 'content') throw badRequest(`Resource not found for the segment '${what}'.`);
    const { searchParams } = new URL(request.url, 'http://graph');
    const conflict = conflictIn(searchParams.get(CONFLICT), 'replace');
    const { item, isNew } = drives.write(
      drive,
      path,
      (request.body as Buffer | undefined) ?? Buffer.alloc(0),
      conflict,
    );
    return reply.code(isNew ? 201 : 200).send(showDriveItem(drive, item));
  });
  app.post('/users/:id/drive/special/*', async (request, reply) => {
    const drive = driveOf(request);
    const { path, what } = readSpecial(request, drive);
    const asked = jsonOf(request);
    if (what === 'createUploadSession') return beginSession(parts, drive, path, asked);
    if (what !== 'children') throw badRequest(`Resource not found for the segment '${what}'.`);
    drive.library.makeFolder(drive.appRoot);
    there(drive, path);
    const folder = drives.makeFolder(drive, `${path}/${String(asked['name'])}`, conflictIn(asked[CONFLICT], 'fail'));
    return reply.code(201).send(showDriveItem(drive, folder));
  });
  app.delete('/users/:id/drive/special/*', async (request, reply) => {
    const drive = driveOf(request);
    const { path, what } = readSpecial(request, drive);
    if (what !== '' || path === drive.appRoot) throw badRequest('The special folder itself cannot be deleted here.');
    drives.remove(drive, there(drive, path));
    return reply.code(204).send();
  });
  itemRoutes(app, parts);
  ownDriveRoutes(app, parts);
}

/** The caller's own drive, in which each application has its own folder. */
function ownDriveRoutes(app: FastifyInstance, { tenant, drives, questionOf }: Parts): void {
  const ownOf = (request: FastifyRequest, needed: 'myDrive' | 'writeMyDrive'): PersonalDrive => {
    const question = questionOf(request);
    const id = ownId(question.caller);
    question.require(needed);
    const asker = Object.values(tenant.registrations).find(({ clientId }) => clientId === question.caller.appId);
    const { displayName } = asker ?? tenant.registrations.client;
    return { ...drives.ofPerson(findUser(tenant, id)), appRoot: `Apps/${displayName}` };
  };
  app.get('/me/drive', async (request) => {
    const { id, site } = ownOf(request, 'myDrive');
    return { id, driveType: 'business', webUrl: `${site.webUrl}/Documents` };
  });
  app.put('/me/drive/special/*', { bodyLimit: MOST_BYTES }, async (request, reply) => {
    const drive = ownOf(request, 'writeMyDrive');
    const { path, what } = readSpecial(request, drive);
    if (what !== 'content') throw badRequest(`Resource not found for the segment '${what}'.`);
    const { searchParams } = new URL(request.url, 'http://graph');
    const content = (request.body as Buffer | undefined) ?? Buffer.alloc(0);
    const { item, isNew } = drives.write(drive, path, content, conflictIn(searchParams.get(CONFLICT), 'replace'));
    return reply.code(isNew ? 201 : 200).send(showDriveItem(drive, item));
  });
}

/** Writing items, in any folder; reading works as in any library. */
function itemRoutes(app: FastifyInstance, { drives, questionOf }: Parts): void {
  const itemOf = (request: FastifyRequest) => {
    const params = request.params as { drive: string; item: string };
    questionOf(request).require('drive');
    const drive = drives.byId(params.drive);
    const item = drive?.library.find(params.item);
    if (!drive || !item) throw itemNotFound();
    return { drive, item };
  };
  app.post('/drives/:drive/items/:item/children', async (request, reply) => {
    const { drive, item } = itemOf(request);
    const asked = jsonOf(request);
    const path = [item.path, String(asked['name'])].filter(Boolean).join('/');
    return reply
      .code(201)
      .send(showDriveItem(drive, drives.makeFolder(drive, path, conflictIn(asked[CONFLICT], 'fail'))));
  });
  app.delete('/drives/:drive/items/:item', async (request, reply) => {
    const { drive, item } = itemOf(request);
    drives.remove(drive, item);
    return reply.code(204).send();
  });
}

/** The folder must exist, unlike for a simple upload. */
function beginSession({ drives, now }: Parts, drive: PersonalDrive, path: string, asked: Record<string, unknown>) {
  if (!drives.mayBegin()) throw new GraphError(403, 'accessDenied', 'Access denied');
  const isThere = drive.library.items().some((each) => each.path === parentOf(path) && !each.isDeleted);
  if (!isThere) throw itemNotFound();
  const item = (asked['item'] ?? {}) as Record<string, unknown>;
  if (item['name'] !== undefined && item['name'] !== nameOf(path)) throw badRequest('The names differ.');
  const conflict = conflictIn(item[CONFLICT], 'rename');
  const id = randomUUID();
  const expiresAt = now() + SESSION_MS;
  const session = { id, drive, path, conflict, total: null, received: [], expiresAt };
  drives.sessions.set(id, session);
  return {
    '@odata.context': `${GRAPH}/v1.0/$metadata#microsoft.graph.uploadSession`,
    uploadUrl: `${DOWNLOAD_ORIGIN}${UPLOAD_PATH}/${id}?key=${randomUUID()}`,
    ...showSession(session),
  };
}
