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

/** The suite's assignees; Tim is never asked. */
export type Key = 'grace' | 'alan' | 'tim';

/** A person's input: field name to typed text or, for a choice, to the option's label. */
export type Entered = Record<string, string>;

/** One person's copy of a question, in the state in which they took it up. */
export interface Copy {
  /** Its current text. */
  text(): Promise<string>;
  /** Whether it can be answered now. */
  isOpen(): Promise<boolean>;
  /** Answers on the copy as it was taken up, however old. Resolves with the reply. */
  answer(entered: Entered): Promise<string>;
  /** The platform repeats the same answer, not knowing whether it arrived. Resolves with the reply. */
  again(): Promise<string>;
  /** Somebody who was not asked answers on it. Resolves with the reply. */
  tryAs(by: Key, entered: Entered): Promise<string>;
}

/** One person's copy of a notice, in the state in which they took it up. */
export interface NoticeCopy {
  /** Its current text. */
  text(): Promise<string>;
  /** Presses the button with this label, on the copy as it was taken up or last pressed. Resolves with the reply. */
  press(label: string): Promise<string>;
  /** Somebody else presses it. Resolves with the reply. */
  tryAs(by: Key, label: string): Promise<string>;
}

/** How people use one channel: all that the contract suite knows of a channel. */
export interface Driver {
  channel: string;
  /** The source of an answer given in one step, and of one given in a form. */
  sources: { simple: Source; form: Source };
  /** How it shows an instant. */
  instant(iso: string): string;
  /** How it shows a key figure's value. */
  fact(fact: Fact): string;
  /** How it shows an attachment beside its label. */
  attachment(attachment: Attachment): string;
  /** How it says why a person is asked. */
  why(askedAs: AskedAs): string;
  /** Its texts for people, in their language. */
  say: Speech['say'];
  /** What it shows after the deadline. */
  tooLate(): string;
  /** Its reply to an answer with a useless token, or to a question that no longer exists. */
  unusable(): string;
  /** Its reply to somebody who was not asked. */
  notAsked(): string;
  /** How it shows each type of variable; types with null are not shown. */
  capabilities(): Partial<Record<VariableType, Capability | null>>;
  copyOf(key: Key, requestId: string): Promise<Copy>;
  /** Found by the notice's title. Absent if the channel sends no notices. */
  noticeOf?(key: Key, title: string): Promise<NoticeCopy>;
}

/** For a channel without texts for people: programs show its results in their language. */
export const TO_PROGRAMS = {
  say: ENGLISH_SPEECH.say,
  fact: (fact) => JSON.stringify(fact),
  attachment: (attachment) => JSON.stringify(attachment),
  why: (askedAs) => JSON.stringify(askedAs),
  tooLate: () => ENGLISH_SPEECH.say('summary.timedOut'),
} satisfies Partial<Driver>;

/** The chats' texts for people whose language is known. */
export const inChats = ({ speech }: { speech: () => Speech }) => {
  const say: Speech['say'] = (id, values) => speech().say(id, values);
  return {
    say,
    fact: (fact) => speech().fact(fact),
    attachment: (attachment) => attachmentText(attachment, say('fact.notAvailable'), speech().decimal),
    why: (askedAs) => whyAsked({ askedAs }, speech())[0]![1],
    tooLate: () => say('summary.timedOut'),
    unusable: () => say('bot.failed.link_unknown').split(',')[0]!,
    notAsked: () => say('bot.failed.not_assignee'),
  } satisfies Partial<Driver>;
};

/** The suite's requirements for a stage: a product with some channels, and a driver for each. */
export interface SuiteStage extends Stage {
  drivers: Driver[];
  idOf(key: Key): string;
  /** Lets the product process all pending updates of its copies. */
  settle(): Promise<void>;
}
