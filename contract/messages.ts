import type { AskedAs } from './askedAs.ts';
import type { Attachment } from './attachments.ts';
import type { CommentOffer } from './commentOffer.ts';
import type { Fact } from './facts.ts';
import type { NextStep } from './nextSteps.ts';
import type { FieldErrors } from './problem.ts';
import type { PromptBlock } from './promptContent.ts';
import type { ChatContext, InputType, RequestStatus, Strategy } from './requests.ts';
import type { Said } from './summaries.ts';
import type { VariableSpec } from './variables.ts';

interface About {
  requestId: string;
  /** The version of the subject that this message shows. */
  version: number;
  flowName: string;
  /** Who started the execution. */
  requester: string;
  /** Job title and department of the requester, if known. */
  requesterWork?: string;
  /** One line, see `titleOf`. */
  title: string;
  /** Plain text, without markup. */
  prompt: string;
  /** The prompt with its formatting; absent in questions of older servers. */
  content?: PromptBlock[];
  /** Key figures for the decision. */
  facts: Fact[];
  /** Links and files that come with it. */
  attachments: Attachment[];
  /** Where the web client shows this request. */
  webUrl: string;
  /** Progress if everybody has to answer; null if one answer is enough. */
  progress: { answered: number; of: number } | null;
}

/** A request that waits for this person. */
export interface Question extends About {
  kind: 'question';
  inputType: InputType;
  strategy: Strategy;
  /** Hidden ones are left out. */
  variables: VariableSpec[];
  /** Absent if the answer cannot carry a comment. */
  comment?: CommentOffer;
  /** Why this person is asked; absent if they were named directly. */
  askedAs?: AskedAs;
  chatContext: ChatContext;
  /** What happens after the answer; absent in questions of older servers. */
  next?: NextStep[];
  /** ISO 8601 UTC */
  expiresAt: string;
}

/** The fields of a question. */
export type AskedFields = Pick<Question, 'inputType' | 'variables'>;

/** One field of an answer in English, with its source values for other languages. */
export interface ShownAnswer {
  label: string;
  text: string;
  given?: { inputType: InputType; spec: VariableSpec; value: unknown };
  /** Set if the label is the product's own. */
  labelWord?: 'comment';
}

/** A comment on an answer. */
export interface ShownComment {
  /** The author's label; ours if absent. */
  label?: string;
  text: string;
}

/** A request that this person can no longer answer. */
export interface Outcome extends About {
  kind: 'outcome';
  status: Exclude<RequestStatus, 'waiting'> | 'answered';
  /** In one sentence: who answered what, or why nobody can. */
  text: string;
  /** What `text` says, for other languages; absent if it is a person's own text. */
  said?: Said;
  /** The comment on the answer in `text`. */
  comment?: ShownComment;
  /** The display name of the channel it was answered on; null if nobody answered. */
  where: string | null;
  /** The name of that channel; absent if nobody answered. */
  channel?: string;
  /** This person's own answer, field by field, without what must not be shown. */
  answers: ShownAnswer[];
  /** ISO 8601 UTC */
  at: string;
}

/** An action on a notice that takes one press. Anything longer happens at the notice's `webUrl`. */
export interface NoticeAction {
  /** The subject's id for it. */
  id: string;
  /** In the reader's language. */
  label: string;
  style?: 'primary' | 'danger';
}

/** The subject of a notice, if it changes over time. Each version rewrites the copies, the last one when it is over. */
export interface NoticeSubject {
  subjectId: string;
  version: number;
  isOver: boolean;
  /** What this person can do with it now. */
  actions?: NoticeAction[];
}

/** Information, possibly with actions, but no question. */
export interface Notice {
  kind: 'notice';
  about?: NoticeSubject;
  title: string;
  text: string;
  webUrl: string | null;
}

export type Message = Question | Outcome | Notice;

/**
 * What a person typed, kept for the form that is shown again with errors. Errors of the comment are at `COMMENT_FIELD`.
 */
export interface Redo {
  typed: Record<string, string | string[]>;
  fields: FieldErrors;
}
