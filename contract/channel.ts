import type { Readable } from 'node:stream';
import type { FastifyPluginAsync } from 'fastify';
import type { z } from 'zod';
import type { Acted, Answered, GivenAnswer, GivenAction } from './conversation.ts';
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

/** One attempt to deliver a message to a person. */
export interface Posting {
  deliveryId: string;
  message: Message;
  recipient: Recipient;
  /** One-time token of this attempt, if the channel's policy requires one (behaviour 5.2). */
  token: string | null;
  /** False: no earlier attempt can have delivered it without our knowledge. */
  isRepeated?: boolean;
}

/** How a channel shows a variable type: with a control of its own, as text, not at all, or only as a link to the web client. */
export type Capability = 'native' | 'text' | 'omitted' | 'web_only';

/** When this channel consumes a one-time token (behaviour 5.2). */
export type TokenPolicy = 'none' | 'with_answer' | 'before_answer';

/**
 * A message could not be delivered. `retryAfterMs` null: a retry cannot help. `isForAll`: the platform is down or rate
 * limits us for all recipients, not just this one.
 */
export class PostFailed extends Error {
  readonly isForAll: boolean;

  readonly said: PostFailure | null;

  /** @param why one of our failures, or text to show unchanged */
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

/** What a link with a one-time token opens; null if the token is unknown, used or expired, or its owner has left. */
export type Link = { person: Person; message: Message } | null;

/**
 * The owner of a one-time token, even a used or expired one; null if it is unknown, or if they have left the directory
 * or are disabled there. Does not say what the token still opens.
 */
export type TokenHolder = { person: Person; subjectId: string } | null;

export interface Log {
  info(details: object, text: string): void;
  warn(details: object, text: string): void;
  error(details: object, text: string): void;
}

/** A file that a person chose for a field on a channel's platform. */
export interface GivenFile {
  requestId: string;
  variable: string;
  person: Person;
  name: string;
  /** Media type from the platform; empty if it gives none. */
  type: string;
  content: Readable;
  /** Size in bytes, as reported by the platform. */
  announced: number | null;
}

/** What waits for a person. */
export interface Waiting {
  /** Their pending requests, nearest deadline first; not all if there are very many. */
  questions: Question[];
  /** How many there are in all. */
  total: number;
}

/** What the server provides to a channel. */
export interface ChannelHost {
  publicUrl: string;
  /** Opens a person's inbox, in the desktop app or the web client. */
  inboxUrl: string;
  /** The time zone for a typed date and time if the person's own zone is unknown. */
  timeZone: string;
  /** The only way an answer reaches its flow. @throws ProblemError if the same call may be retried */
  answer(given: GivenAnswer): Promise<Answered>;
  /** The only way an action on a notice reaches the notice's subject. @throws ProblemError as above */
  act(given: GivenAction): Promise<Acted>;
  /** What this person sees of a request now; null if it does not concern them. */
  message(requestId: string, person: Person): Promise<Question | Outcome | null>;
  inbox(person: Person): Promise<Waiting>;
  openLink(token: string): Promise<Link>;
  holderOf(token: string): Promise<TokenHolder>;
  /**
   * Stores a file for a field of an open question, as if the person had uploaded it in the web client.
   * @throws ProblemError naming the field in its checks: too large, of another type, too many
   */
  keepFile(file: GivenFile): Promise<FileView>;
  /**
   * Another one-time token for this person's copy on this channel, for answer buttons in their list of pending
   * questions. Null: none can be issued; only the web client accepts their answer.
   */
  issueToken(requestId: string, person: Person): Promise<string | null>;
  /**
   * The channel has posted this question to the person again, at a new address. From now on that is their copy, which
   * later changes rewrite. Resolves with the address of the earlier copy, which the channel has to take down. Null: there
   * was no copy to move, and nothing rewrites the new post.
   */
  moveCopy(shown: Question, person: Person, address: Address): Promise<Address | null>;
  personByObjectId(id: string): Promise<Person | null>;
  personByEmail(email: string): Promise<Person | null>;
  /** Where this channel can reach a person. */
  addresses: {
    get(personId: string): Promise<Address | null>;
    /** Also retries open questions that this channel could not deliver to them before. */
    put(personId: string, address: Address): Promise<void>;
  };
  /**
   * Installs the bot `appId` (the id in its manifest) for a person who does not have it, if the directory permits;
   * resolves with the id of their conversation.
   * @throws PostFailed saying what is missing
   */
  installBot(appId: string, person: Person): Promise<string>;
  /** The origin to call a platform at: in the sandbox that of its stand-in, otherwise the given one. */
  originOf(origin: string): string;
  /** The tenant of the product. */
  tenantId(): string;
  /** An app-only token from the tenant's identity provider. @throws if it issues none */
  appToken(app: { tenantId: string; clientId: string; clientSecret: string }, scope: string): Promise<string>;
  log: Log;
  now(): number;
}

/** The facts about a channel that are the same in every installation. */
export interface ChannelFacts {
  name: string;
  displayName: string;
  canRewrite: boolean;
  /** Leaves a question as it is while it can be answered, because the platform would empty its fields. */
  leavesOpen?: boolean;
  tokenPolicy: TokenPolicy;
}

/** A kind of channel that can be configured: one line in the list of channels. Channels import the contract only. */
export interface ChannelKind<
  Schema extends z.ZodType = z.ZodType,
  Open extends OpenChannel = OpenChannel,
> extends ChannelFacts {
  /** What an administrator can set for it under `notificationProviders`; all of it is optional there. */
  settingsSchema: Schema;
  /** The settings that are never shown again. */
  secrets: readonly string[];
  /** The settings without which it cannot deliver. */
  needs: readonly string[];
  capabilities(settings: z.infer<Schema>): Capabilities;
  /** A question as recipients would see it, for its author; needs no settings. */
  preview?(question: Question, speech: Speech): Promise<MessagePreview>;
  /**
   * Null if the settings are incomplete or disable the channel. Called again when they change; the previous one is then
   * closed.
   */
  open(settings: z.infer<Schema>, host: ChannelHost): Open | null;
  /**
   * Mounted under `/api` once, for as long as the server runs.
   * @param opened the channel that is open now, or null
   */
  routes(opened: () => Open | null, host: ChannelHost): FastifyPluginAsync;
}

export type Capabilities = Record<VariableType, Capability>;

/** A configured channel, connected to its host. */
export interface OpenChannel {
  /** How many messages it can deliver concurrently; default 16. */
  mostAtOnce?: number;
  /** @throws PostFailed */
  post(posting: Posting): Promise<Address>;
  /**
   * Updates a posted copy. Only called if `canRewrite`. A question that is still open comes with a new token.
   * @throws PostFailed
   */
  rewrite(address: Address, posting: Posting): Promise<void>;
  /**
   * The language of a person's client on the platform, or that of a posted copy, as a BCP 47 tag; undefined: unknown.
   * Absent if the platform reports none.
   */
  localeOf?(person: Person, copy: Address | null): Promise<string | undefined>;
  /** Sends a harmless message to the administrator who tries the settings. */
  sendTest(recipient: Recipient): Promise<void>;
  /** Closes its connections. */
  close?(): void | Promise<void>;
}

/** A place where people are asked, as the server sees it. */
export type Channel = ChannelFacts & OpenChannel & { capabilities: Capabilities };
