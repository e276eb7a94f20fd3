import type { Access } from '../../contract/routes.ts';
import { readTenant, type Tenant } from '../../sandbox/tenant.ts';

/**
 * All callers. Alan starts the execution that asks Grace; Ken is asked something else. Radia owns both flows; Frances
 * is an author of others. The first flow names who may start and read it, some of them through a group. `tokenHolder`
 * has not signed in: they send the token of a mail about something else as a bearer token.
 */
export const CALLERS = [
  'nobody',
  'stranger',
  'assignee',
  'otherAssignee',
  'starter',
  'author',
  'flowOwner',
  'plainOwner',
  'flowReader',
  'flowStarter',
  'administrator',
  'auditor',
  'guest',
  'namedGuest',
  'program',
  'tokenHolder',
] as const;
export type CallerName = (typeof CALLERS)[number];

/** Callers without a valid identity. */
export const UNKNOWN: readonly CallerName[] = ['nobody', 'tokenHolder'];
const SIGNED_IN = CALLERS.filter((name) => !UNKNOWN.includes(name) && name !== 'program');
const MEMBERS = SIGNED_IN.filter((name) => name !== 'guest' && name !== 'namedGuest');
export const OWNERS = ['flowOwner', 'plainOwner', 'administrator'] as const;

/**
 * The callers that each access level admits. The chat belongs to the starter and is open to the assignee. The starter
 * has assigned it to the other assignee, who has delegated it to the assignee.
 */
export const ALLOWED: Record<Access, readonly CallerName[]> = {
  anyone: CALLERS,
  docsReader: CALLERS,
  tokenHolder: CALLERS,
  platform: [],
  signedIn: SIGNED_IN,
  member: MEMBERS,
  assignee: ['assignee'],
  templateReader: ['assignee', 'administrator'],
  executionReader: ['starter', 'flowReader', ...OWNERS],
  executionEnder: ['starter', ...OWNERS],
  concerned: ['assignee', 'starter', 'flowReader', ...OWNERS],
  fileReader: ['assignee'], // no answer refers to the file
  auditor: ['auditor', 'administrator'],
  author: ['author', 'flowOwner', 'administrator'],
  administrator: ['administrator'],
  keyHolder: ['administrator'],
  secretOwner: ['flowOwner', 'administrator'],
  flowStarter: ['flowStarter', 'namedGuest', ...OWNERS],
  flowReader: ['flowReader', ...OWNERS],
  flowOwner: OWNERS,
  flowAuthor: ['flowOwner', 'administrator'],
  chatUser: ['assignee', 'starter'],
  chatReader: ['assignee', 'starter', 'administrator'],
  chatOwner: ['starter', 'administrator'],
  logOwner: ['assignee'],
  holder: ['assignee'],
  sender: ['starter', 'administrator'],
  holderOrSender: ['assignee', 'starter', 'administrator'],
  recipient: ['assignee'],
};

export const PEOPLE: Partial<Record<CallerName, string>> = {
  stranger: 'tim@sandbox.test',
  assignee: 'grace@sandbox.test',
  otherAssignee: 'ken@sandbox.test',
  starter: 'alan@sandbox.test',
  author: 'frances@sandbox.test',
  flowOwner: 'radia@sandbox.test',
  plainOwner: 'barbara@sandbox.test',
  flowReader: 'linus@sandbox.test',
  flowStarter: 'margaret@sandbox.test',
  administrator: 'ada@sandbox.test',
  auditor: 'donald@sandbox.test',
  guest: 'joan@fabrikam.test',
  namedGuest: 'rosalind@fabrikam.test',
};

/** The sandbox's tenant has one guest; this adds another. */
export function withSecondGuest(): Tenant {
  const tenant = readTenant();
  const joan = tenant.people.find(({ guestOf }) => guestOf)!;
  tenant.people.push({
    ...joan,
    key: 'rosalind',
    id: joan.id.replace(/.{4}$/, '0099'),
    displayName: 'Rosalind Franklin',
    userPrincipalName: 'rosalind_fabrikam.test#EXT#@sandbox.test',
    mail: 'rosalind@fabrikam.test',
    guestOf: { ...joan.guestOf!, objectId: joan.guestOf!.objectId.replace(/.{4}$/, '0099') },
  });
  return tenant;
}

/** The sandbox's tenant has nobody with the app role of auditors; here Donald has it. */
export function withAuditor(tenant: Tenant): Tenant {
  tenant.people.find(({ key }) => key === 'donald')!.appRoles = ['Auditor'];
  return tenant;
}
