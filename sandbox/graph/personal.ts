import { randomUUID } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Tenant, TenantPerson } from '../tenant.ts';
import { findUser, type Question } from './answers.ts';
import { badRequest, GraphError, resourceNotFound } from './graphError.ts';
import { ownId, type Endpoint } from './permissions.ts';

type Item = Record<string, unknown>;

interface Mail extends Item {
  id: string;
  isRead: boolean;
  subject: string;
  receivedDateTime: string;
}

interface CalendarEvent extends Item {
  id: string;
  start: { dateTime: string; timeZone: string };
  end: { dateTime: string; timeZone: string };
  transactionId?: string;
}

interface DriveItem {
  id: string;
  /** Null: a folder. */
  content: Buffer | null;
}

/** A person's own data. */
interface Belongings {
  mails: Mail[];
  events: CalendarEvent[];
  /** By path, such as `Reports/May.txt`. */
  drive: Map<string, DriveItem>;
}

const nameOf = (path: string): string => path.split('/').at(-1)!;
const parentOf = (path: string): string => path.split('/').slice(0, -1).join('/');
const address = ({ displayName, mail, userPrincipalName }: TenantPerson) => ({
  emailAddress: { name: displayName, address: mail ?? userPrincipalName },
});

/** Initially everybody has a welcome mail and a file. */
const begin = (person: TenantPerson, now: number): Belongings => ({
  mails: [
    {
      id: `welcome-${person.key}`,
      subject: `Welcome, ${person.givenName}`,
      isRead: false,
      receivedDateTime: new Date(now).toISOString(),
      from: { emailAddress: { name: 'Sandbox', address: 'sandbox@sandbox.test' } },
      toRecipients: [address(person)],
      bodyPreview: `This mail is for ${person.displayName} only.`,
      hasAttachments: false,
      webLink: `https://outlook.office.com/mail/welcome-${person.key}`,
    },
  ],
  events: [],
  drive: new Map([
    ['Notes', { id: `notes-${person.key}`, content: null }],
    ['Notes/Mine.txt', { id: `mine-${person.key}`, content: Buffer.from(`Only for ${person.displayName}.`) }],
  ]),
});

const itemOf = (path: string, { id, content }: DriveItem) => ({
  id,
  name: nameOf(path),
  size: content?.length ?? 0,
  webUrl: `https://sandbox-my.sharepoint.com/${encodeURI(path)}`,
  ...(content ? { file: { mimeType: 'text/plain' } } : { folder: { childCount: 0 } }),
});

/** Splits `/me/drive/root:/a/b:/content` into path and operation; `/me/drive/root/children` refers to the root. */
function readDriveUrl(url: string): { path: string; what: string } {
  const { pathname } = new URL(url, 'http://graph');
  const tail = pathname.slice(pathname.indexOf('/me/drive/root') + '/me/drive/root'.length);
  if (!tail.startsWith(':')) return { path: '', what: tail.slice(1) };
  const [, path = '', what = ''] = tail.split(':');
  const segments = path.split('/').filter(Boolean).map(decodeURIComponent);
  return { path: segments.join('/'), what: what.replace(/^\//, '') };
}

/**
 * Mail, calendar, mailbox settings and drive of the token's person (behaviour 5.3 B); other people's are not
 * accessible.
 */
export function personalRoutes(
  app: FastifyInstance,
  tenant: Tenant,
  { questionOf, now }: { questionOf(request: FastifyRequest): Question; now(): number },
): void {
  const belongings = new Map<string, Belongings>();
  const ofPerson = (person: TenantPerson): Belongings => {
    const found = belongings.get(person.id) ?? begin(person, now());
    belongings.set(person.id, found);
    return found;
  };
  const asked = (request: FastifyRequest, endpoint: Endpoint) => {
    const question = questionOf(request);
    const id = ownId(question.caller);
    question.require(endpoint);
    const person = findUser(tenant, id);
    return { question, person, own: ofPerson(person) };
  };
  const parts: Asking = { asked, tenant, ofPerson, now };
  mailRoutes(app, parts);
  calendarRoutes(app, parts);
  driveRoutes(app, parts);
}

interface Asking {
  tenant: Tenant;
  ofPerson(person: TenantPerson): Belongings;
  asked(request: FastifyRequest, endpoint: Endpoint): { question: Question; person: TenantPerson; own: Belongings };
  now(): number;
}

function body(request: FastifyRequest): Item {
  if (!Buffer.isBuffer(request.body)) throw badRequest('Empty payload.');
  return JSON.parse(request.body.toString()) as Item;
}

interface MailQuery {
  $search?: string;
  $filter?: string;
  $orderby?: string;
}

const clausesOf = ({ $filter }: MailQuery): string[] => $filter?.split(' and ') ?? [];

/** @throws GraphError for queries that Exchange refuses despite valid syntax */
function refuseMailQuery(query: MailQuery): void {
  const { $search, $filter, $orderby } = query;
  if ($search !== undefined && $filter !== undefined)
    throw new GraphError(400, 'SearchWithFilter', "The query parameter '$filter' is not supported with '$search'.");
  if ($search !== undefined && $orderby !== undefined)
    throw new GraphError(400, 'SearchWithOrderBy', "The query parameter '$orderBy' is not supported with '$search'.");
  const sorted = $orderby?.split(',').map((each) => each.trim().split(' ')[0]!) ?? [];
  const filtered = clausesOf(query).map((clause) => clause.split(' ')[0]!);
  if (filtered.length > 0 && sorted.some((property, at) => filtered[at] !== property))
    throw new GraphError(400, 'InefficientFilter', 'The restriction or sort order is too complex for this operation.');
}

/** @throws GraphError for a clause that this stand-in does not support */
function passes(mail: Mail, clause: string): boolean {
  if (clause === 'isRead eq false') return !mail.isRead;
  const since = /^receivedDateTime ge (\S+)$/.exec(clause)?.[1];
  if (since === undefined) throw badRequest(`Invalid filter clause: ${clause}`);
  return Date.parse(mail.receivedDateTime) >= Date.parse(since);
}

function mailRoutes(app: FastifyInstance, { asked, tenant, ofPerson, now }: Asking): void {
  app.get('/me/messages', async (request) => {
    const { question, own } = asked(request, 'myMail');
    const query = request.query as MailQuery;
    refuseMailQuery(query);
    const words = query.$search?.replace(/^"|"$/g, '').toLowerCase();
    const found = own.mails
      .filter((mail) => words === undefined || JSON.stringify(mail).toLowerCase().includes(words))
      .filter((mail) => clausesOf(query).every((clause) => passes(mail, clause)))
      .sort((a, b) => b.receivedDateTime.localeCompare(a.receivedDateTime));
    return question.pageOf(found, (mail) => mail);
  });

  app.post('/me/sendMail', async (request, reply) => {
    const { person } = asked(request, 'sendMyMail');
    const { message } = body(request) as {
      message?: Item & { toRecipients?: { emailAddress: { address: string } }[] };
    };
    if (!message?.toRecipients?.length) throw badRequest('At least one recipient is required.');
    for (const { emailAddress } of message.toRecipients) {
      const to = tenant.people.find(({ mail }) => mail?.toLowerCase() === emailAddress.address.toLowerCase());
      if (!to) continue;
      ofPerson(to).mails.push({
        ...message,
        id: randomUUID(),
        subject: String(message['subject'] ?? ''),
        isRead: false,
        receivedDateTime: new Date(now()).toISOString(),
        from: address(person),
        bodyPreview: String((message['body'] as Item | undefined)?.['content'] ?? ''),
        hasAttachments: false,
        webLink: 'https://outlook.office.com/mail/sent',
      });
    }
    return reply.code(202).send();
  });

  app.get('/me/mailboxSettings/automaticRepliesSetting', async (request) => {
    const { person } = asked(request, 'myMailboxSettings');
    const none = { dateTime: '2026-01-01T00:00:00.0000000', timeZone: 'UTC' };
    return {
      status: person.key === 'margaret' ? 'alwaysEnabled' : 'disabled',
      externalAudience: 'none',
      scheduledStartDateTime: none,
      scheduledEndDateTime: none,
      internalReplyMessage: person.key === 'margaret' ? 'I am at the launch.' : '',
      externalReplyMessage: '',
    };
  });
}

function calendarRoutes(app: FastifyInstance, { asked }: Asking): void {
  app.get('/me/calendarView', async (request) => {
    const { question, own } = asked(request, 'myCalendar');
    const { startDateTime, endDateTime } = request.query as { startDateTime?: string; endDateTime?: string };
    if (!startDateTime || !endDateTime) throw badRequest('startDateTime and endDateTime are required.');
    const [from, until] = [Date.parse(startDateTime), Date.parse(endDateTime)];
    const found = own.events.filter(
      ({ start, end }) => Date.parse(`${end.dateTime}Z`) > from && Date.parse(`${start.dateTime}Z`) < until,
    );
    return question.pageOf(found, (event) => event);
  });

  app.post('/me/events', async (request, reply) => {
    const { own, person } = asked(request, 'createMyEvent');
    const event = body(request) as CalendarEvent;
    const before = own.events.find(({ transactionId }) => transactionId === event.transactionId);
    if (before) return reply.code(201).send(before);
    const made = {
      isAllDay: false,
      showAs: 'busy',
      organizer: address(person),
      ...event,
      id: randomUUID(),
      webLink: 'https://outlook.office.com/calendar/item',
    };
    own.events.push(made);
    return reply.code(201).send(made);
  });
}

function driveRoutes(app: FastifyInstance, { asked }: Asking): void {
  const existing = ({ drive }: Belongings, path: string): DriveItem => {
    const item = drive.get(path);
    if (!item) throw resourceNotFound(path);
    return item;
  };

  app.get('/me/drive/*', async (request, reply) => {
    const { question, own } = asked(request, 'myDrive');
    const { path, what } = readDriveUrl(request.url);
    if (what === 'content') return reply.type('text/plain').send(existing(own, path).content ?? Buffer.alloc(0));
    if (what === '') return itemOf(path, existing(own, path));
    if (path !== '') existing(own, path);
    const children = [...own.drive].filter(([each]) => parentOf(each) === path);
    return question.pageOf(children, ([each, item]) => itemOf(each, item));
  });

  app.put('/me/drive/*', async (request, reply) => {
    const { own } = asked(request, 'writeMyDrive');
    const { path } = readDriveUrl(request.url);
    const conflict = new URL(request.url, 'http://graph').searchParams.get('@microsoft.graph.conflictBehavior');
    const before = own.drive.get(path);
    if (before && conflict === 'fail') throw new GraphError(409, 'nameAlreadyExists', 'The name is taken.');
    const item = { id: before?.id ?? randomUUID(), content: request.body as Buffer };
    own.drive.set(path, item);
    return reply.code(before ? 200 : 201).send(itemOf(path, item));
  });

  app.post('/me/drive/*', async (request, reply) => {
    const { own } = asked(request, 'writeMyDrive');
    const { path, what } = readDriveUrl(request.url);
    const asking = body(request);
    if (what === 'createLink') {
      existing(own, path);
      const { type = 'view', scope = 'organization' } = asking;
      return reply
        .code(201)
        .send({ link: { type, scope, webUrl: `https://sandbox-my.sharepoint.com/s/${randomUUID()}` } });
    }
    const made = path === '' ? String(asking['name']) : `${path}/${String(asking['name'])}`;
    if (path !== '') existing(own, path);
    if (own.drive.has(made)) throw new GraphError(409, 'nameAlreadyExists', 'The name is taken.');
    const item = { id: randomUUID(), content: null };
    own.drive.set(made, item);
    return reply.code(201).send(itemOf(made, item));
  });
}
