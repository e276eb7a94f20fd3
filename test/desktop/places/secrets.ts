import { click } from './steps.ts';
import { refusing } from './given.ts';
import type { Place } from './place.ts';

const REFUSED_FLOW = {
  code: 'validation_failed',
  status: 422,
  fields: { flows: 'It is gone.' },
  checks: { flows: { id: 'flowUnknown', values: { id: 'expense-approval' } } },
} as const;

export const SECRETS: Place[] = [
  { name: 'secrets', hash: '#/secrets', words: 'crm-key' },
  { name: 'no secrets', hash: '#/secrets', given: { secrets: [] }, words: 'No secrets yet' },
  { name: 'secrets of authors only', hash: '#/secrets', given: { roles: [] }, words: 'Only authors' },
  {
    name: 'secrets that are refused',
    hash: '#/secrets',
    given: refusing('GET /secrets'),
    words: 'could not be loaded',
  },
  { name: 'a new secret', hash: '#/secrets', open: click('New secret'), words: 'it is not shown again' },
  {
    name: 'a new secret, with faults',
    hash: '#/secrets',
    open: click('New secret', 'Store secret'),
    words: 'This is required.',
  },
  { name: 'a secret to be changed', hash: '#/secrets', open: click('Change crm-key'), words: 'New value' },
  {
    name: 'a secret whose flow is refused',
    hash: '#/secrets',
    given: { refusals: { 'PUT /secrets/crm-key': REFUSED_FLOW } },
    open: click('Change crm-key', 'Save'),
    words: 'There is no flow with the id expense-approval.',
  },
  { name: 'a secret to be deleted', hash: '#/secrets', open: click('Delete crm-key'), words: 'Delete it' },
  {
    name: 'a secret that is not deleted',
    hash: '#/secrets',
    given: refusing('DELETE /secrets/crm-key'),
    open: click('Delete crm-key', 'Delete it'),
    words: 'You are not allowed to do or see this.',
  },
];
