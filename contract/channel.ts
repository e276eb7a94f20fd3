import type { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import type { z } from 'zod';
import type { Acted, Answered, Given, GivenAction } from './conversation.ts';
import type { FileView } from './files.ts';
import type { Message, Outcome, Question } from './messages.ts';
import type { Person } from './people.ts';
import { postFailureInEnglish, type PostFailure } from './postFailures.ts';
import type { MessagePreview } from './previews.ts';
import type { Speech } from './speech.ts';
import type { VariableType } from './variables.ts';

/** What identifies one copy of a message on its platform; only the channel that made it reads it. */
export type Address = Record<string, string>;

export interface Recipient {
  person: Person;
}

/** One attempt to bring a message to a person. */
export interface Posting {
  deliveryId: string;
  message: Message;
  recipient: Recipient;
  /** One-time token of this attempt, where the channel's policy asks for one (behaviour 5.2). */
  token: string | null;
  /** False: no attempt was made before that could have brought it without our knowing. */
  isRepeated?: boolean;
}

/** How a channel shows a variable type: with a control of its own, as text, not at all, or only as a link to the web client. */
export type Capability = 'native' | 'text' | 'omitted' | 'web_only';

/** When a one-time token of this channel is consumed (behaviour 5.2). */
export type TokenPolicy = 'none' | 'with_answer' | 'before_answer';

/**
 * A message that could not be brought. `retryAfterMs` null: trying again cannot help. `isForAll`: the platform asks for
 * patience, or is down, for everybody, not for this person only.
 */
export class PostFailed extends Error {
  readonly isForAll: boolean;

  readonly said: PostFailure | null;

  /** @param why one of ours, or words that stay as they are */
  constructor(
    why: PostFailure | string,
    readonly retryAfterMs: number | null,
    { isForAll = false }: { isForAll?: boolean } = {},
  ) {
    super(typeof why === 'string' ? why : postFailureInEnglish(why));
    this.said = typeof why === 'string' ? null : why;
    this.name = 'PostFailed';
    this.isForAll = isForAll;
  }
}

/** What a link with a one-time token leads to; null for a token that is unknown, used or expired. */
export type Link = { person: Person; message: Message } | null;

/** Whose a one-time token is, whether used, expired or neither; null when it is unknown. Says nothing of what it still opens. */
export type TokenHolder = { person: Person; subjectId: string } | null;

export interface Log {
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
  error(details: object, text: string): void;
}

/** A file that somebody chose for a field on a channel's platform. */
export interface GivenFile {
  requestId: string;
  variable: string;
  person: Person;
  name: string;
  /** Media type as the platform says it; empty where it says none. */
  type: string;
  content: Readable;
  /** How many bytes the platform says it has. */
  announced: number | null;
}

/** What the server lends to a channel. */
export interface ChannelHost {
  publicUrl: string;
  /** Opens what waits for a person, in the desktop app or in the web client. */
  inboxUrl: string;
  /** By whose clock a date and time is read where the zone of whoever typed it is not known. */
  timeZone: string;
  /** The one way in which every answer reaches its flow. @throws ProblemError where the same may be tried again */
  answer(given: Given): Promise<Answered>;
  /** The one way in which every action of a notice reaches what the notice is about. @throws ProblemError as above */
  act(given: GivenAction): Promise<Acted>;
  /** What this person is to see of a request now; null when it is none of theirs. */
  message(requestId: string, person: Person): Promise<Question | Outcome | null>;
  /** Pending requests of a person, the nearest deadline first. */
  inbox(person: Person): Promise<Question[]>;
  openLink(token: string): Promise<Link>;
  holderOf(token: string): Promise<TokenHolder>;
  /**
   * Keeps a file for a field of an open question, as if its person had uploaded it in the web client.
   * @throws ProblemError naming the field in its checks: too large, of another type, too many
   */
  keepFile(file: GivenFile): Promise<FileView>;
  /**
   * A further one-time token of this person's copy on this channel, for answer buttons in a list of what waits for them.
   * Null: none can be issued, so that only the web client takes their answer.
   */
  issueToken(requestId: string, person: Person): Promise<string | null>;
  personByObjectId(id: string): Promise<Person | null>;
  personByEmail(email: string): Promise<Person | null>;
  /** Where this channel has met a person. */
  addresses: {
    get(personId: string): Promise<Address | null>;
    /** What this channel could not bring to them before, and still asks, is tried again. */
    put(personId: string, address: Address): Promise<void>;
  };
  /**
   * Installs the bot `appId` (as its manifest names it) for a person whom it has not met, where the directory may do so;
   * resolves with the id of their conversation.
   * @throws PostFailed saying what is missing
   */
  installBot(appId: string, person: Person): Promise<string>;
  /** The origin at which a platform is reached: in the sandbox that of its stand-in, else the one given. */
  originOf(origin: string): string;
  /** The tenant of the product. */
  tenantId(): string;
  /** A token of an app itself, from the identity provider of the tenant. @throws when it gives none */
  appToken(app: { tenantId: string; clientId: string; clientSecret: string }, scope: string): Promise<string>;
  log: Log;
  now(): number;
}

/** What is true of a channel in every installation. */
export interface ChannelFacts {
  name: string;
  displayName: string;
  canRewrite: boolean;
  tokenPolicy: TokenPolicy;
}

/** A kind of channel that can be configured: one line in the list of channels. Channels import the contract only. */
export interface ChannelKind<
  Schema extends z.ZodType = z.ZodType,
  Open extends OpenChannel = OpenChannel,
> extends ChannelFacts {
  /** What an administrator can set for it under `notificationProviders`; all of it is optional there. */
  settingsSchema: Schema;
  /** Those of its settings that are never shown again. */
  secrets: readonly string[];
  /** Those without which it brings nothing to anybody. */
  needs: readonly string[];
  capabilities(settings: z.infer<Schema>): Capabilities;
  /** A question as people would see it here, for whoever writes it; needs no settings. */
  preview?(question: Question, speech: Speech): Promise<MessagePreview>;
  /** Null where the settings do not suffice or say no. Called again when they change; then the one before is closed. */
  open(settings: z.infer<Schema>, host: ChannelHost): Open | null;
  /**
   * Mounted under `/api` once, for as long as the server runs.
   * @param opened what is open now; null: nothing is
   */
  routes(opened: () => Open | null, host: ChannelHost): FastifyPluginAsync;
}

export type Capabilities = Record<VariableType, Capability>;

/** A channel that is configured, with all that the server lends to it. */
export interface OpenChannel {
  /** How many messages it can bring at the same time; 16 where absent. */
  mostAtOnce?: number;
  /** @throws PostFailed */
  post(posting: Posting): Promise<Address>;
  /**
   * Brings a posted copy to another state. Only called when `canRewrite`. A question that is still open comes with a new token.
   * @throws PostFailed
   */
  rewrite(address: Address, posting: Posting): Promise<void>;
  /** Sends a harmless message to the administrator who tries the settings. */
  sendTest(recipient: Recipient): Promise<void>;
  /** Ends its connections. */
  close?(): void | Promise<void>;
}

/** A place where people are asked, as the server sees it. */
export type Channel = ChannelFacts & OpenChannel & { capabilities: Capabilities };
