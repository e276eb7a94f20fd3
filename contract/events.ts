import { z } from 'zod';

/**
 * The events of `GET /events` (behaviour 6). Every event is a hint to reload; only `human_input_required` and
 * `message_delta` carry their content.
 */
export const EVENTS = {
  human_input_required: z.object({
    requestId: z.string(),
    executionId: z.string(),
    nodeId: z.string().describe("the visit's key"),
    chatId: z.string().nullable(),
    logId: z.string().nullable().describe('the log of an assignment; null: the own log in the chat'),
    promptTemplateId: z.string(),
    expiresAt: z.string(),
  }),
  request_updated: z.object({ requestId: z.string(), executionId: z.string(), status: z.string() }),
  notification_changed: z.object({ id: z.string() }),
  message_added: z.object({ chatId: z.string(), logId: z.string().nullable() }),
  /**
   * Text the assistant is writing. `message_added` follows when the message is stored, or a system message that says
   * why there is none.
   */
  message_delta: z.object({
    chatId: z.string(),
    logId: z.string().nullable(),
    messageId: z.string(),
    offset: z.int().describe('length of the text before this piece; a gap means that a piece was missed'),
    text: z.string(),
  }),
  /** An assignment that the person holds or sent. */
  assignment_changed: z.object({ id: z.string() }),
  execution_changed: z.object({ executionId: z.string(), status: z.string() }),
  /** Changes of anything may have been missed, in the inbox or elsewhere: reload everything that is shown. */
  changes_missed: z.object({}),
  /** This server stops and the stream ends. Each client gets its own reconnect time. */
  bye: z.object({ reconnectInMs: z.int().describe('when to connect again') }),
  /** Sent first, then every 15 s. If the version differs from the last one, the client missed something. */
  heartbeat: z.object({ inbox: z.string().describe("the version of this person's inbox") }),
} as const;

export type EventName = keyof typeof EVENTS;
export type EventData<Event extends EventName = EventName> = z.infer<(typeof EVENTS)[Event]>;
export type ServerEvent = { [Event in EventName]: { event: Event; data: EventData<Event> } }[EventName];
