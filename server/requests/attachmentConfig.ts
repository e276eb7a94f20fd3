import { z } from 'zod';
import { attachedUrl, ATTACHMENT_LIMITS } from '../../contract/attachments.ts';
import { failsAs } from '../../contract/failsAs.ts';
import type { FieldChecks } from '../../contract/problem.ts';
import { check } from '../foundation/errors.ts';
import type { Expression } from '../flow/nodeType.ts';

/** A link or files as declared by the author. */
export const AttachmentSpec = z
  .strictObject({
    label: z.string().trim().min(1).max(ATTACHMENT_LIMITS.label),
    url: z
      .string()
      .trim()
      .min(1)
      .max(2000)
      .optional()
      .describe('a template of an https address')
      .meta({ kind: 'template' }),
    file: z
      .string()
      .min(1)
      .max(2000)
      .optional()
      .describe('an expression that returns files from earlier answers of the same execution')
      .meta({ kind: 'expression' }),
  })
  .refine(({ url, file }) => (url === undefined) !== (file === undefined), { ...failsAs('linkOrFile'), path: ['url'] });
export type AttachmentSpec = z.infer<typeof AttachmentSpec>;

/** The expressions to compile when the flow is saved, by their field in the node's config. */
export const expressionsInAttachments = (attachments: readonly AttachmentSpec[] = []): Expression[] =>
  attachments.flatMap(({ url, file }, n): Expression[] => [
    ...(url === undefined ? [] : [{ field: `attachments.${n}.url`, text: url, kind: 'template' as const }]),
    ...(file === undefined ? [] : [{ field: `attachments.${n}.file`, text: file, kind: 'expression' as const }]),
  ]);

/** Checks fixed addresses; one with a template is only known when the question is asked. */
export const checkAttachments = (attachments: readonly AttachmentSpec[] = []): FieldChecks =>
  Object.fromEntries(
    attachments.flatMap(({ url }, n) =>
      url === undefined || url.includes('{{') || attachedUrl(url) !== null
        ? []
        : [[`attachments.${n}.url`, check('attachedLink')]],
    ),
  );
