import type { VariableSpec } from '../../contract/variables.ts';

// cspell:ignore globex

/**
 * Every kind of input that both chats have a control for; option values contain commas, with which Teams joins answers.
 */
export const SEVEN: VariableSpec[] = [
  { name: 'title', type: 'text', label: 'Title', required: true },
  { name: 'reason', type: 'textarea', label: 'Reason' },
  {
    name: 'supplier',
    type: 'select',
    label: 'Supplier',
    options: [
      { value: 'acme, inc', label: 'Acme' },
      { value: 'globex', label: 'Globex' },
    ],
  },
  {
    name: 'extras',
    type: 'multiselect',
    label: 'Extras',
    options: [
      { value: 'a,b', label: 'Assembly' },
      { value: 'c', label: 'Cleaning' },
      { value: 'd', label: 'Delivery' },
    ],
  },
  { name: 'amount', type: 'number', label: 'Amount' },
  { name: 'isUrgent', type: 'boolean', label: 'Urgent' },
  { name: 'due', type: 'date', label: 'Due' },
];
