import type { Person } from '../../../contract/people.ts';

/** Whether they are from another organisation: the account's type decides; if it is not known, the account's name does. */
export const isGuest = (person: Pick<Person, 'userPrincipalName' | 'isGuest'>): boolean =>
  person.isGuest ?? (person.userPrincipalName ?? '').includes('#EXT#');
