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
  /** Job title and department of whoever started it, where they are known. */
  requesterWork?: string;
  /** One line, see `titleOf`. */
  title: string;
  /** Without any marks. */
  prompt: string;
  /** The same as it is laid out; absent of questions of older servers. */
  content?: PromptBlock[];
  /** What comes with it, to decide on. */
  facts: Fact[];
  /** Links and files that come with it. */
  attachments: Attachment[];
  /** Where the web client shows this request. */
  webUrl: string;
  /** How many of how many have answered, where everybody has to; null where one answer is enough. */
  progress: { answered: number; of: number } | null;
}

/** A request that waits for this person. */
export interface Question extends About {
  kind: 'question';
  inputType: InputType;
  strategy: Strategy;
  /** Hidden ones are left out. */
  variables: VariableSpec[];
  /** Absent where no comment can go with the answer. */
  comment?: CommentOffer;
  /** Why this person is asked; absent where they were named themselves. */
  askedAs?: AskedAs;
  chatContext: ChatContext;
  /** What happens after it; absent of questions of older servers. */
  next?: NextStep[];
  /** ISO 8601 UTC */
  expiresAt: string;
}

/** One field of an answer in English, and what it was made of, for readers of other languages. */
export interface ShownAnswer {
  label: string;
  text: string;
  given?: { inputType: InputType; spec: VariableSpec; value: unknown };
  /** What the label says, where its words are ours. */
  labelWord?: 'comment';
}

/** A comment on an answer. */
export interface ShownComment {
  /** What the author calls it; ours where absent. */
  label?: string;
  text: string;
}

/** A request that this person cannot answer any more. */
export interface Outcome extends About {
  kind: 'outcome';
  status: Exclude<RequestStatus, 'waiting'> | 'answered';
  /** In one sentence: who answered what, or why nobody can. */
  text: string;
  /** What `text` says, for readers of other languages; absent where it is in somebody's own words. */
  said?: Said;
  /** What whoever gave the answer in `text` has added to it. */
  comment?: ShownComment;
  /** The channel through which it was answered, as people call it; null when nobody did. */
  where: string | null;
  /** That channel by its name; absent when nobody did. */
  channel?: string;
  /** This person's own answer, field by field, as far as it may be shown. */
  answers: ShownAnswer[];
  /** ISO 8601 UTC */
  at: string;
}

/** Something that a person can do about what a notice says, by pressing one button. What takes more than that is behind its `webUrl`. */
export interface NoticeAction {
  /** What the subject calls it. */
  id: string;
  /** In the language of whoever reads the notice. */
  label: string;
  style?: 'primary' | 'danger';
}

/** What a notice is about, where that goes on: a copy is rewritten with each version, the last time when it is over. */
export interface NoticeSubject {
  subjectId: string;
  version: number;
  isOver: boolean;
  /** What this person can do about it now. */
  actions?: NoticeAction[];
}

/** Something to know, and perhaps to act on; nothing to answer. */
export interface Notice {
  kind: 'notice';
  about?: NoticeSubject;
  title: string;
  text: string;
  webUrl: string | null;
}

export type Message = Question | Outcome | Notice;

/** What a person typed, kept for the form that comes back with errors. What is wrong with a comment stands at `COMMENT_FIELD`. */
export interface Redo {
  typed: Record<string, string | string[]>;
  fields: FieldErrors;
}
