import { z } from 'zod';

/** The value of our buttons. `choice` is an option id; on Open Form it preselects that option. */
export interface ButtonValue {
  requestId: string;
  token: string;
  choice?: string;
  /** BCP 47; the language of the button's message. */
  language?: string;
}

/** The value of a notice's button. */
export interface NoticeValue {
  subjectId: string;
  actionId: string;
  token: string;
}

/** A message that can be rewritten: the copy of one question, or a list of pending questions. */
export interface MessageSource {
  kind: 'copy' | 'list';
  channel: string;
  ts: string;
}

/** A message that only one person sees. Slack takes changes of it at this URL, for half an hour. */
export interface EphemeralSource {
  kind: 'ephemeral';
  url: string;
}

export interface ModalMetadata {
  requestId: string;
  token: string;
  /** The message that the modal was opened from; null if none, such as the home tab. */
  message: MessageSource | EphemeralSource | null;
  /** The options that this form already asked to confirm, from `confirmedAs`; absent if none. */
  confirmed?: string;
  /** BCP 47; the language of the form. */
  language?: string;
  /** Which inputs of the form take a password, counted from 0; absent in forms of earlier versions. */
  passwords?: number[];
}

const StoredButtonValue = z.object({
  r: z.string(),
  t: z.string(),
  c: z.string().optional(),
  l: z.string().optional(),
});
const StoredNoticeValue = z.object({ s: z.string(), a: z.string(), t: z.string() });
const StoredMetadata = z.object({
  r: z.string(),
  t: z.string(),
  ch: z.string().nullish(),
  k: z.enum(['list']).optional(),
  ts: z.string().nullish(),
  u: z.url().optional(),
  c: z.string().optional(),
  l: z.string().optional(),
  p: z.array(z.int()).optional(),
});

function parsed<T>(schema: z.ZodType<T>, text: unknown): T | null {
  try {
    return schema.parse(JSON.parse(String(text)));
  } catch {
    return null;
  }
}

export const writeButtonValue = ({ requestId, token, choice, language }: ButtonValue): string =>
  JSON.stringify({ r: requestId, t: token, c: choice, l: language });

/** Null if the value is not one of ours. */
export function readButtonValue(value: unknown): ButtonValue | null {
  const read = parsed(StoredButtonValue, value);
  return read && { requestId: read.r, token: read.t, choice: read.c, language: read.l };
}

export const writeNoticeValue = ({ subjectId, actionId, token }: NoticeValue): string =>
  JSON.stringify({ s: subjectId, a: actionId, t: token });

/** Null if the value is not one of ours. */
export function readNoticeValue(value: unknown): NoticeValue | null {
  const read = parsed(StoredNoticeValue, value);
  return read && { subjectId: read.s, actionId: read.a, token: read.t };
}

function placeOf(message: ModalMetadata['message']) {
  if (!message) return {};
  if (message.kind === 'ephemeral') return { u: message.url };
  const { kind, channel, ts } = message;
  return { ch: channel, ts, k: kind === 'list' ? kind : undefined };
}

/** The `private_metadata` of a modal. */
export const writeMetadata = ({ requestId, token, message, confirmed, language, passwords }: ModalMetadata): string =>
  JSON.stringify({
    r: requestId,
    t: token,
    ...placeOf(message),
    c: confirmed,
    l: language,
    p: passwords,
  });

/** Null if the metadata is not ours. */
export function readMetadata(metadata: unknown): ModalMetadata | null {
  const opened = parsed(StoredMetadata, metadata);
  if (!opened) return null;
  const { r, t, ch, ts, k, u, c, l, p } = opened;
  const posted = ch && ts ? { kind: k ?? ('copy' as const), channel: ch, ts } : null;
  return {
    requestId: r,
    token: t,
    message: u === undefined ? posted : { kind: 'ephemeral', url: u },
    ...(c !== undefined && { confirmed: c }),
    ...(l !== undefined && { language: l }),
    ...(p !== undefined && { passwords: p }),
  };
}
