import { z } from 'zod';

/** The author's rule for a comment on a decision. */
export const CommentRule = z.enum(['optional', 'required', 'off']);
export type CommentRule = z.infer<typeof CommentRule>;

export const CommentLabel = z.string().min(1).max(200);

/** Present if the answer can carry a comment; says whether it must. */
export const CommentOffer = z
  .object({
    required: z.boolean().describe('required whatever is chosen; single options may also require one'),
    label: CommentLabel.optional().describe('the label given by the author'),
  })
  .meta({ id: 'CommentOffer' });
export type CommentOffer = z.infer<typeof CommentOffer>;
