import { z } from 'zod';

/** What an author says about a comment beside a decision. */
export const CommentRule = z.enum(['optional', 'required', 'off']);
export type CommentRule = z.infer<typeof CommentRule>;

export const CommentLabel = z.string().min(1).max(200);

/** That a comment can go with the answer, and whether it has to; absent where none can. */
export const CommentOffer = z
  .object({
    required: z.boolean().describe('whatever is chosen; an option may require one by itself'),
    label: CommentLabel.optional().describe('what the author calls it'),
  })
  .meta({ id: 'CommentOffer' });
export type CommentOffer = z.infer<typeof CommentOffer>;
