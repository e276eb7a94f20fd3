import type { Columns, Row } from '../../server/foundation/database/rows.ts';

/** Tests of the database itself use the table `settings`: its name is a key, and nothing refers to it. */
export const SETTING = {
  name: 'text',
  value: 'text',
  is_secret: 'integer',
  updated_at: 'integer',
  updated_by: 'text',
} satisfies Columns;

export const setting = (name: string, value = '', updatedAt = 0): Row => ({
  name,
  value,
  is_secret: 0,
  updated_at: updatedAt,
  updated_by: 'ada',
});
