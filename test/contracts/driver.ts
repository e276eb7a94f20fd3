import type { AskedAs } from '../../contract/askedAs.ts';
import { attachmentText } from '../../contract/attachmentText.ts';
import type { Attachment } from '../../contract/attachments.ts';
import type { Fact } from '../../contract/facts.ts';
import type { Capability } from '../../contract/channel.ts';
import type { Source } from '../../contract/payload.ts';
import { ENGLISH_SPEECH, type Speech } from '../../contract/speech.ts';
import { whyAsked } from '../../contract/spoken.ts';
import type { VariableType } from '../../contract/variables.ts';
import type { Stage } from '../scenarios/support.ts';

/** Whom the suite asks; Tim is never asked. */
export type Key = 'grace' | 'alan' | 'tim';

/** What a person enters: field name to what they type or, where they choose, to what the option says. */
export type Entered = Record<string, string>;

/** One person's copy of a question, as they have it before them since they took it up. */
export interface Copy {
  /** All that it says now. */
  text(): Promise<string>;
  /** Whether it offers a way to answer now. */
  isOpen(): Promise<boolean>;
  /** Answers on what was there when the copy was taken up, however old that is by now. What they are told. */
  answer(entered: Entered): Promise<string>;
  /** The platform brings the same answer once more, because it does not know whether it arrived. What they are told. */
  again(): Promise<string>;
  /** Somebody who was not asked answers on it. What they are told. */
  trespass(by: Key, entered: Entered): Promise<string>;
}

/** One person's copy of a notice, as they have it before them since they took it up. */
export interface NoticeCopy {
  /** All that it says now. */
  text(): Promise<string>;
  /** Presses the button that says so, on what was there when the copy was taken up or was pressed last. What they are told. */
  press(label: string): Promise<string>;
  /** Somebody whom it is not for presses it. What they are told. */
  trespass(by: Key, label: string): Promise<string>;
}

/** How people use one channel: what the contract suite runs with, and all it knows of a channel. */
export interface Driver {
  channel: string;
  /** How an answer comes that is given in one step, and one that is given in a form. */
  sources: { simple: Source; form: Source };
  /** How an instant stands in what it shows. */
  instant(iso: string): string;
  /** How the value of a key figure stands in what it shows. */
  fact(fact: Fact): string;
  /** How an attachment stands beside its label. */
  attachment(attachment: Attachment): string;
  /** How it says why somebody is asked. */
  why(askedAs: AskedAs): string;
  /** What it says to people in words, in their language. */
  say: Speech['say'];
  /** What it shows once the time is over. */
  tooLate(): string;
  /** What it says to an answer with a token that is of no use, or to a question that is not there any more. */
  unusable(): string;
  /** What it says to somebody who was not asked. */
  notAsked(): string;
  /** How each type of variable stands there; what has null is not shown. */
  capabilities(): Partial<Record<VariableType, Capability | null>>;
  copyOf(key: Key, requestId: string): Promise<Copy>;
  /** By what stands in the title of the notice. Absent where the channel brings none. */
  noticeOf?(key: Key, title: string): Promise<NoticeCopy>;
}

/** How a channel speaks that has no words of its own for people: what it says, programs say in their language. */
export const TO_PROGRAMS = {
  say: ENGLISH_SPEECH.say,
  fact: (fact) => JSON.stringify(fact),
  attachment: (attachment) => JSON.stringify(attachment),
  why: (askedAs) => JSON.stringify(askedAs),
  tooLate: () => ENGLISH_SPEECH.say('summary.timedOut'),
} satisfies Partial<Driver>;

/** How the chats speak to people whose language is known. */
export const inChats = ({ speech }: { speech: () => Speech }) => {
  const say: Speech['say'] = (id, values) => speech().say(id, values);
  return {
    say,
    fact: (fact) => speech().fact(fact),
    attachment: (attachment) => attachmentText(attachment, say('fact.notAvailable')),
    why: (askedAs) => whyAsked({ askedAs }, speech())[0]![1],
    tooLate: () => say('summary.timedOut'),
    unusable: () => say('bot.failed.link_unknown').split(',')[0]!,
    notAsked: () => say('bot.failed.not_assignee'),
  } satisfies Partial<Driver>;
};

/** What the suite needs of a stage: a product with some channels, and how each of them is used. */
export interface SuiteStage extends Stage {
  drivers: Driver[];
  idOf(key: Key): string;
  /** Lets the product do all that there is to do for its copies. */
  settle(): Promise<void>;
}
