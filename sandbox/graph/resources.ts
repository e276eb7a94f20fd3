import type { TenantGroup, TenantPerson } from '../tenant.ts';
import { badRequest } from './graphError.ts';
import type { ProfileAccess } from './permissions.ts';

/** All properties of a resource, before `$select`. */
export type Properties = Record<string, unknown> & { id: string };

/** The default properties of a type, and those that `$select` may add. */
export interface ResourceType {
  odataType: string;
  shownByDefault: readonly string[];
  onRequest: readonly string[];
}

export const USER: ResourceType = {
  odataType: '#microsoft.graph.user',
  shownByDefault: [
    'businessPhones',
    'displayName',
    'givenName',
    'jobTitle',
    'mail',
    'mobilePhone',
    'officeLocation',
    'preferredLanguage',
    'surname',
    'userPrincipalName',
    'id',
  ],
  onRequest: ['accountEnabled', 'companyName', 'department', 'employeeId', 'proxyAddresses', 'userType'],
};

export const GROUP: ResourceType = {
  odataType: '#microsoft.graph.group',
  shownByDefault: ['id', 'description', 'displayName', 'groupTypes', 'mail', 'mailEnabled', 'securityEnabled'],
  onRequest: [],
};

/** The properties visible with User.ReadBasic.All. */
const BASIC_PROPERTIES = ['id', 'displayName', 'givenName', 'surname', 'mail', 'userPrincipalName'];

export function userProperties(person: TenantPerson): Properties {
  const {
    key: _key,
    manager: _manager,
    appRoles: _appRoles,
    isGenerated: _isGenerated,
    guestOf,
    isDisabled,
    ...rest
  } = person;
  return {
    ...rest,
    accountEnabled: !isDisabled,
    userType: guestOf ? 'Guest' : 'Member',
    proxyAddresses: person.mail ? [`SMTP:${person.mail}`] : [],
  };
}

export const groupProperties = ({ id, displayName, description, mail }: TenantGroup): Properties => ({
  id,
  displayName,
  description,
  mail,
  groupTypes: ['Unified'],
  mailEnabled: mail !== null,
  securityEnabled: true,
});

const namesOf = ({ shownByDefault, onRequest }: ResourceType) => [...shownByDefault, ...onRequest];

/** Parses `$select`. @throws GraphError 400 for a name that the type does not have */
export function selectedNames(type: ResourceType, select: string | null): readonly string[] {
  if (!select) return type.shownByDefault;
  const names = select.split(',').map((name) => name.trim());
  const unknown = names.find((name) => !namesOf(type).includes(name));
  if (unknown !== undefined)
    throw badRequest(
      `Parsing OData Select and Expand failed: Could not find a property named '${unknown}' on type '${type.odataType.slice(1)}'.`,
    );
  return names;
}

/** The selected properties; as in Graph, those the caller may not see are null. */
export function present(
  properties: Properties,
  names: readonly string[],
  access: ProfileAccess,
): Record<string, unknown> {
  const isVisible = (name: string) =>
    name === 'id' || access === 'full' || (access === 'basic' && BASIC_PROPERTIES.includes(name));
  const hidden = (name: string) => (Array.isArray(properties[name]) ? [] : null);
  return Object.fromEntries(names.map((name) => [name, isVisible(name) ? (properties[name] ?? null) : hidden(name)]));
}
