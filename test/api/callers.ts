import { readTenant, type Tenant } from '../../sandbox/tenant.ts';

/**
 * Everybody who may knock. Alan starts the execution that asks Grace; Ken is asked something else. Radia owns both flows;
 * Frances is an author of others. The first flow names who may start and read it, some of them as members of a group.
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
  'guest',
  'namedGuest',
  'program',
] as const;
export type CallerName = (typeof CALLERS)[number];

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
  guest: 'joan@fabrikam.test',
  namedGuest: 'rosalind@fabrikam.test',
};

/** The sandbox's tenant knows one guest; there is another here. */
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
