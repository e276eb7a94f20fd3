import { z } from 'zod';
import { FieldChecks, FieldErrors } from './problem.ts';

/**
 * The kind of text in a config field, where its JSON Schema does not say; `kind` in that schema.
 *
 * - `template`: text with expressions in `{{ }}`
 * - `expression`: all of it JSONata
 * - `duration`: ISO 8601, or a number of milliseconds
 * - `people`, `groups`: references to them, as the directory finds them
 * - `channels`: names of channels
 * - `channelsOrWeb`: the same; an empty list leaves the web client only
 */
export const FIELD_KINDS = [
  'template',
  'expression',
  'duration',
  'people',
  'groups',
  'channels',
  'channelsOrWeb',
] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** A type of node as authors meet it. */
export const NodeTypeView = z
  .object({
    type: z.string(),
    displayName: z.string(),
    permission: z.string().nullable().describe('the delegated permission that it uses on behalf of the starter'),
    waits: z.boolean(),
    timesOut: z.boolean().describe('whether it may have edges with `on: timeout`'),
    schema: z.record(z.string(), z.unknown()).describe('JSON Schema of its config; `kind` says what a text holds'),
  })
  .meta({ id: 'NodeTypeView' });
export type NodeTypeView = z.infer<typeof NodeTypeView>;

/** `GET /node-types` */
export const NodeTypeList = z
  .object({
    nodeTypes: z.array(NodeTypeView),
    channels: z
      .array(z.object({ name: z.string(), displayName: z.string(), isOn: z.boolean() }))
      .describe('channels that questions can be sent to; `isOn`: configured right now'),
  })
  .meta({ id: 'NodeTypeList' });
export type NodeTypeList = z.infer<typeof NodeTypeList>;

/** `POST /flows/check`: the faults for which saving would be refused; both empty if there are none. */
export const CheckedFlow = z
  .object({
    fields: FieldErrors,
    checks: FieldChecks,
    doubts: z
      .object({ fields: FieldErrors, checks: FieldChecks })
      .optional()
      .describe('warnings: accepted by saving, but probably mistakes'),
  })
  .meta({ id: 'CheckedFlow' });
export type CheckedFlow = z.infer<typeof CheckedFlow>;
