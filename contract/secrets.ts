import { z } from 'zod';
import { textOfForm } from './failsAs.ts';
import { FlowId } from './ids.ts';
import { Person } from './people.ts';

/** Must match the whole name. */
export const SECRET_NAME_PATTERN = '[A-Za-z][A-Za-z0-9_-]{0,63}';

/** The name in `secret("name")`. */
export const SecretName = textOfForm(new RegExp(`^${SECRET_NAME_PATTERN}$`), 'secretNameForm');

/** A secret without its value, which is never shown again. */
export const SecretSummary = z
  .object({
    name: z.string(),
    flows: z.array(z.string()).describe('ids of the flows that may use it'),
    owner: Person.describe('with the name they had when they created it'),
    updatedAt: z.string(),
  })
  .meta({ id: 'SecretSummary' });
export type SecretSummary = z.infer<typeof SecretSummary>;

/** Shorter secrets could not be told from ordinary text in a response that echoes them. */
export const SHORTEST_SECRET = 8;

export const MOST_SECRET_FLOWS = 100;

export const SecretBody = z
  .strictObject({
    value: z.string().min(SHORTEST_SECRET).max(8000).optional().describe('absent: keeps the current value'),
    flows: z.array(FlowId).max(MOST_SECRET_FLOWS).describe('the flows that may use it'),
  })
  .meta({ id: 'SecretBody' });
export type SecretBody = z.infer<typeof SecretBody>;

export const SecretList = z.object({ items: z.array(SecretSummary) });
export type SecretList = z.infer<typeof SecretList>;
