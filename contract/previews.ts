import { z } from 'zod';
import { CommentOffer } from './commentOffer.ts';
import { Fact } from './facts.ts';
import { PromptBlock } from './promptContent.ts';
import { InputType } from './requests.ts';
import { ShownSpec } from './variables.ts';

/** `POST /flows/preview`: a human node in its draft state, and the sample context. */
export const PreviewBody = z
  .strictObject({
    flowName: z.string().max(200).default(''),
    name: z.string().max(200).default(''),
    config: z.record(z.string(), z.unknown()),
    context: z.record(z.string(), z.unknown()).default({}).describe('sample context for the texts'),
  })
  .meta({ id: 'PreviewBody' });
export type PreviewBody = z.infer<typeof PreviewBody>;

/** A message as a channel would send it: a card of Teams, blocks of Slack, or a mail. */
export const MessagePreview = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('card'), card: z.record(z.string(), z.unknown()) }),
  z.object({ kind: z.literal('blocks'), text: z.string(), blocks: z.array(z.record(z.string(), z.unknown())) }),
  z.object({ kind: z.literal('mail'), subject: z.string(), html: z.string() }),
]);
export type MessagePreview = z.infer<typeof MessagePreview>;

/** A question as the web client would show it. */
export const ShownQuestion = z
  .object({
    title: z.string().describe('one line'),
    prompt: z.string().describe('plain text without markup'),
    content: z.array(PromptBlock),
    facts: z.array(Fact),
    inputType: InputType,
    variables: z.array(ShownSpec).describe('without hidden ones'),
    comment: CommentOffer.optional().describe('absent if the answer cannot carry a comment'),
  })
  .meta({ id: 'ShownQuestion' });
export type ShownQuestion = z.infer<typeof ShownQuestion>;

export const QuestionPreview = z
  .object({
    web: ShownQuestion,
    channels: z.array(z.object({ name: z.string(), displayName: z.string(), message: MessagePreview })),
  })
  .meta({ id: 'QuestionPreview' });
export type QuestionPreview = z.infer<typeof QuestionPreview>;
