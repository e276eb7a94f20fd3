import type { ExecutionStatus } from '../../contract/executions.ts';
import { APP_READY, placeToOpen } from '../../contract/openLinks.ts';
import type { InboxTab } from '../../contract/notifications.ts';
import type { InputType } from '../../contract/requests.ts';

export const INPUT_TYPES = ['approval', 'choice', 'text', 'form'] as const satisfies readonly InputType[];
/** The administration pages (behaviour 2.9). */
export const ADMIN_SECTIONS = [
  'about',
  'graphsecurity',
  'roles',
  'delegated',
  'notifications',
  'files',
  'search',
  'sharepointconn',
  'sharepointentitlement',
  'indexing',
  'chats',
  'audit',
] as const;
export type AdminSection = (typeof ADMIN_SECTIONS)[number];

export const SORTS = ['newest', 'flow'] as const;

export const DUES = ['soon', 'today', 'week'] as const;

export const ASSIGNMENT_TABS = ['active', 'history'] as const;
export type AssignmentTab = (typeof ASSIGNMENT_TABS)[number];

/** The scopes of assignment events: received and sent assignments. */
export const SCOPES = ['inbound', 'outbound'] as const;
export type Scope = (typeof SCOPES)[number];

/** The filter of the inbox; an absent part does not filter. */
export interface InboxFilter {
  /** Questions only; without it, assignment events are shown above them. */
  scope?: 'questions';
  q?: string;
  type?: InputType;
  flow?: string;
  due?: (typeof DUES)[number];
  /** With `flow`: equal questions, as a table. */
  node?: string;
  /** Default: earliest due first. */
  sort?: (typeof SORTS)[number];
  /** Groups equal questions in one row. */
  group?: 'equal';
}

export const EXECUTION_STATUSES = [
  'waiting',
  'running',
  'failed',
  'cancelled',
  'completed',
] as const satisfies readonly ExecutionStatus[];

/** A person in a URL: the id, and the name for readers. */
export interface Named {
  id: string;
  displayName: string;
}

/** The filter of the execution list; an absent part does not filter. Days are in the person's time zone. */
export interface ExecutionFilter {
  status?: ExecutionStatus;
  q?: string;
  flow?: string;
  startedBy?: Named;
  waitsFor?: Named;
  from?: string;
  to?: string;
}

export type Route =
  | { page: 'notifications'; id: string | null; status: InboxTab; filter?: InboxFilter }
  | { page: 'told'; scope: Scope }
  | { page: 'asked'; status: 'waiting' | 'closed' }
  | { page: 'chats'; tab?: 'retired' }
  | { page: 'chat'; id: string }
  | { page: 'log'; id: string }
  | { page: 'assignments'; tab: AssignmentTab }
  | { page: 'assignment'; id: string }
  | { page: 'sent'; chatId?: string }
  | { page: 'sending'; id: string }
  | { page: 'flows'; tab?: 'retired' }
  | { page: 'newFlow' }
  | { page: 'flow'; id: string; version?: number }
  | { page: 'editFlow'; id: string }
  | { page: 'secrets' }
  | { page: 'executions'; filter?: ExecutionFilter }
  | { page: 'execution'; id: string }
  | { page: 'admin'; section: AdminSection; tab?: 'retired' }
  | { page: 'setup' }
  | { page: 'settings' }
  | { page: 'open'; place: string }
  | { page: 'appReady' }
  | { page: 'unknown' };

const TABS: readonly InboxTab[] = ['pending', 'snoozed', 'completed', 'expired'];

/** Parses the hash of a URL. An empty one is the inbox; an invalid one is `unknown`. */
export function parseRoute(hash: string): Route {
  const place = placeToOpen(hash);
  if (place !== null) return { page: 'open', place };
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?', 2);
  const parts = path.split('/').filter(Boolean).map(decode);
  if (parts.length === 3 && parts[0] === 'flows' && parts[1] && parts[2] === 'edit')
    return { page: 'editFlow', id: parts[1] };
  if (parts.length === 3 && parts[0] === 'assignments' && parts[1] === 'sent' && parts[2])
    return { page: 'sending', id: parts[2] };
  if (parts.length > 2 || parts.includes(null)) return { page: 'unknown' };
  const [page = '', id = null] = parts;
  switch (page) {
    case '':
    case 'notifications':
      return (
        scopeIn(id, new URLSearchParams(query)) ?? { page: 'notifications', id, ...inboxIn(new URLSearchParams(query)) }
      );
    case 'chats':
      return id === null ? { page: 'chats', ...retiredIn(query) } : { page: 'chat', id };
    case 'logs':
      return id === null ? { page: 'unknown' } : { page: 'log', id };
    case 'assignments':
      return assignmentsIn(id, new URLSearchParams(query));
    case 'flows':
      return id === null ? { page: 'flows', ...retiredIn(query) } : { page: 'flow', id, ...versionIn(query) };
    case 'new-flow':
      return id === null ? { page: 'newFlow' } : { page: 'unknown' };
    case 'executions':
      return id === null
        ? { page: 'executions', ...executionsIn(new URLSearchParams(query)) }
        : { page: 'execution', id };
    case 'admin':
      return adminIn(id ?? 'about', query);
    case 'app-ready':
      return id === null ? { page: 'appReady' } : { page: 'unknown' };
    case 'secrets':
    case 'settings':
    case 'setup':
      return id === null ? { page } : { page: 'unknown' };
    default:
      return { page: 'unknown' };
  }
}

function scopeIn(id: string | null, query: URLSearchParams): Route | null {
  if (query.get('scope') === 'asked' && id === null)
    return { page: 'asked', status: query.get('tab') === 'closed' ? 'closed' : 'waiting' };
  const scope = SCOPES.find((each) => each === query.get('scope'));
  return scope && id === null ? { page: 'told', scope } : null;
}

function assignmentsIn(id: string | null, query: URLSearchParams): Route {
  const chatId = query.get('chatId');
  if (id === 'sent') return { page: 'sent', ...(chatId && { chatId }) };
  if (id !== null) return { page: 'assignment', id };
  return { page: 'assignments', tab: query.get('tab') === 'history' ? 'history' : 'active' };
}

/** The tab of a list that also shows what is retired. */
const retiredIn = (query: string): { tab?: 'retired' } =>
  new URLSearchParams(query).get('tab') === 'retired' ? { tab: 'retired' } : {};

function adminIn(id: string, query: string): Route {
  const section = ADMIN_SECTIONS.find((each) => each === id);
  if (!section) return { page: 'unknown' };
  return { page: 'admin', section, ...(section === 'chats' && retiredIn(query)) };
}

/** The hash of a route, including `#`. */
export function hrefOf(route: Exclude<Route, { page: 'unknown' }>): string {
  switch (route.page) {
    case 'notifications': {
      const tab: Record<string, string> = route.status === 'pending' ? {} : { tab: route.status };
      const query = new URLSearchParams({ ...tab, ...route.filter }).toString();
      return `#/notifications${route.id === null ? '' : `/${encodeURIComponent(route.id)}`}${query && `?${query}`}`;
    }
    case 'told':
      return `#/notifications?scope=${route.scope}`;
    case 'asked':
      return `#/notifications?scope=asked${route.status === 'closed' ? '&tab=closed' : ''}`;
    case 'chat':
      return `#/chats/${encodeURIComponent(route.id)}`;
    case 'log':
      return `#/logs/${encodeURIComponent(route.id)}`;
    case 'assignments':
      return `#/assignments${route.tab === 'history' ? '?tab=history' : ''}`;
    case 'assignment':
      return `#/assignments/${encodeURIComponent(route.id)}`;
    case 'sent':
      return `#/assignments/sent${route.chatId ? `?chatId=${encodeURIComponent(route.chatId)}` : ''}`;
    case 'sending':
      return `#/assignments/sent/${encodeURIComponent(route.id)}`;
    case 'chats':
    case 'flows':
      return `#/${route.page}${route.tab ? `?tab=${route.tab}` : ''}`;
    case 'flow':
      return `#/flows/${encodeURIComponent(route.id)}${route.version ? `?version=${route.version}` : ''}`;
    case 'editFlow':
      return `#/flows/${encodeURIComponent(route.id)}/edit`;
    case 'newFlow':
      return '#/new-flow';
    case 'open':
      return `#/open/${route.place}`;
    case 'appReady':
      return APP_READY;
    case 'admin':
      return `#/admin/${route.section}${route.tab ? `?tab=${route.tab}` : ''}`;
    case 'executions': {
      const { startedBy, waitsFor, ...rest } = route.filter ?? {};
      const people = {
        ...(startedBy && { startedBy: nameOf(startedBy) }),
        ...(waitsFor && { waitsFor: nameOf(waitsFor) }),
      };
      const query = new URLSearchParams({ ...rest, ...people }).toString();
      return `#/executions${query && `?${query}`}`;
    }
    case 'execution':
      return `#/executions/${encodeURIComponent(route.id)}`;
    default:
      return `#/${route.page}`;
  }
}

/** The inbox part of a URL; invalid values are ignored. `status` is the old name of `tab`. */
function inboxIn(query: URLSearchParams): { status: InboxTab; filter?: InboxFilter } {
  const oneOf = <Choice extends string>(choices: readonly Choice[], name: string): Choice | undefined =>
    choices.find((choice) => choice === query.get(name));
  const asked = {
    scope: oneOf(['questions'] as const, 'scope'),
    q: query.get('q') || undefined,
    type: oneOf(INPUT_TYPES, 'type'),
    flow: query.get('flow') || undefined,
    due: oneOf(DUES, 'due'),
    node: (query.get('flow') && query.get('node')) || undefined,
    sort: oneOf(SORTS, 'sort'),
    group: oneOf(['equal'] as const, 'group'),
  };
  return {
    status: oneOf(TABS, 'tab') ?? oneOf(TABS, 'status') ?? 'pending',
    ...filterOf<InboxFilter>(asked),
  };
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayIn = (text: string | null): string | undefined =>
  text !== null && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

/** Ids contain no `~`; names may. */
const nameOf = ({ id, displayName }: Named): string => `${id}~${displayName}`;
function namedIn(text: string | null): Named | undefined {
  const [, id, displayName] = /^([^~]+)~(.+)$/s.exec(text ?? '') ?? [];
  return id !== undefined && displayName !== undefined ? { id, displayName } : undefined;
}

/** The execution list part of a URL; invalid values are ignored. */
function executionsIn(query: URLSearchParams): { filter?: ExecutionFilter } {
  const asked = {
    status: EXECUTION_STATUSES.find((status) => status === query.get('status')),
    q: query.get('q') || undefined,
    flow: query.get('flow') || undefined,
    startedBy: namedIn(query.get('startedBy')),
    waitsFor: namedIn(query.get('waitsFor')),
    from: dayIn(query.get('from')),
    to: dayIn(query.get('to')),
  };
  return filterOf<ExecutionFilter>(asked);
}

/** A filter without undefined parts; no filter if none is left. */
function filterOf<Filter>(asked: { [Name in keyof Filter]: Filter[Name] | undefined }): { filter?: Filter } {
  const said = Object.entries(asked).filter(([, value]) => value !== undefined);
  return said.length > 0 ? { filter: Object.fromEntries(said) as Filter } : {};
}

/** Empty for the newest. */
function versionIn(query: string): { version?: number } {
  const version = Number(new URLSearchParams(query).get('version'));
  return Number.isInteger(version) && version > 0 ? { version } : {};
}

/** @returns null for an invalid escape */
function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
