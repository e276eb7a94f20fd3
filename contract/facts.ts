import { z } from 'zod';

/** The most key figures of a question, and their longest parts in characters. */
export const FACT_LIMITS = { facts: 10, label: 80, text: 500, name: 200, url: 2000, linkText: 120 } as const;

const label = z.string();

/** `id` is an object id of the directory; absent for people it does not know. */
const FactPerson = z.object({ id: z.string().optional(), displayName: z.string(), email: z.string().optional() });
export type FactPerson = z.infer<typeof FactPerson>;

/** A key figure that comes with a question. `value` null: it could not be evaluated; shown as not available. */
export const Fact = z
  .discriminatedUnion('kind', [
    z.object({ label, kind: z.literal('text'), value: z.string().nullable() }),
    z.object({ label, kind: z.literal('number'), value: z.number().nullable() }),
    z.object({
      label,
      kind: z.literal('money'),
      value: z.object({ amount: z.number(), currency: z.string().describe('ISO 4217') }).nullable(),
    }),
    z.object({
      label,
      kind: z.literal('date'),
      value: z.string().nullable().describe('a day, `2026-03-31`, or an instant in UTC, ISO 8601'),
    }),
    z.object({ label, kind: z.literal('person'), value: FactPerson.nullable() }),
    z.object({
      label,
      kind: z.literal('link'),
      value: z.object({ url: z.string().describe('http or https'), text: z.string().optional() }).nullable(),
    }),
  ])
  .meta({ id: 'Fact' });
export type Fact = z.infer<typeof Fact>;
export type FactKind = Fact['kind'];
