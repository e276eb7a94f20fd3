import type { FastifyPluginAsync } from 'fastify';
import type { z } from 'zod';
import type { Message, Outcome, Question } from './messages.ts';
import type { Receipt, Source, Submitted } from './payload.ts';
import type { Person } from './people.ts';
import type { VariableSpec, VariableType } from './variables.ts';

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
  /** One-time token of this attempt, where the channel's policy asks for one (spec part 5.2). */
  token: string | null;
}

/** How a channel shows a variable type: with a control of its own, as text, not at all, or only as a link to the web client. */
export type Capability = 'native' | 'text' | 'omitted' | 'web_only';

/** When a one-time token of this channel is consumed (spec part 5.2). */
export type TokenPolicy = 'none' | 'with_answer' | 'before_answer';

/** A post that failed. `retryAfterMs` null: trying again cannot help. */
export class PostFailed extends Error {
  constructor(
    message: string,
    readonly retryAfterMs: number | null,
  ) {
    super(message);
    this.name = 'PostFailed';
  }
}

export interface Answer {
  requestId: string;
  /** Verified by the channel, in its own way. */
  responder: Person;
  submitted: Submitted;
  source: Source;
  token?: string;
  /** A repeat of the same one gets the stored receipt. Made by the server where absent. */
  submissionId?: string;
}

/** What a link with a one-time token leads to; null for a token that is unknown, used or expired. */
export type Link = { person: Person; message: Question | Outcome } | null;

/** Whose a one-time token is, whether used, expired or neither; null when it is unknown. Says nothing of what it still opens. */
export type TokenHolder = { person: Person; requestId: string; specs: VariableSpec[] } | null;

/** What the server lends to a channel. */
export interface ChannelHost {
  publicUrl: string;
  /** @throws ProblemError with the code of the refusal; `validation_failed` carries `fields`. */
  answer(answer: Answer): Promise<Receipt>;
  /** What this person is to see of a request now; null when it is none of theirs. */
  message(requestId: string, person: Person): Promise<Question | Outcome | null>;
  messageForDelivery(deliveryId: string): Promise<Message | null>;
  /** Pending requests of a person, the nearest deadline first. */
  inbox(person: Person): Promise<Question[]>;
  openLink(token: string): Promise<Link>;
  holderOf(token: string): Promise<TokenHolder>;
  personByObjectId(id: string): Promise<Person | null>;
  personByEmail(email: string): Promise<Person | null>;
  /** Where a channel has met a person. */
  addresses: {
    get(channel: string, personId: string): Promise<Address | null>;
    put(channel: string, personId: string, address: Address): Promise<void>;
  };
  /** Installs a bot for a person, where the directory may do so. */
  installer: { install(channel: string, person: Person): Promise<void> } | null;
  log: {
    info(details: object, text: string): void;
    warn(details: object, text: string): void;
    error(details: object, text: string): void;
  };
  now(): number;
}

/** A place where people are asked. Channels import the contract only; main hands them the rest. */
export interface Channel {
  name: string;
  displayName: string;
  /** What an administrator can set for it under `notificationProviders`. */
  settingsSchema: z.ZodType;
  capabilities: Record<VariableType, Capability>;
  canRewrite: boolean;
  tokenPolicy: TokenPolicy;
  /** @throws PostFailed */
  post(posting: Posting): Promise<Address>;
  /** Brings a posted copy to another state. Only called when `canRewrite`. */
  rewrite(address: Address, message: Message): Promise<void>;
  /** Routes the channel serves, mounted under `/api`. */
  routes(host: ChannelHost): FastifyPluginAsync;
  /** Sends a harmless message to the administrator who tries the settings. */
  sendTest(recipient: Recipient): Promise<void>;
}
