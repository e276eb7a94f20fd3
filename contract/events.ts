import { z } from 'zod';

/** What `GET /events` tells (behaviour 6). Every event is a hint to read again; `human_input_required` and `message_delta` carry what they are about. */
export const EVENTS = {
  human_input_required: z.object({
    requestId: z.string(),
    executionId: z.string(),
    nodeId: z.string().describe("the visit's key"),
    chatId: z.string().nullable(),
    logId: z.string().nullable().describe('of an assignment; null: the own log of the chat'),
    promptTemplateId: z.string(),
    expiresAt: z.string(),
  }),
  request_updated: z.object({ requestId: z.string(), executionId: z.string(), status: z.string() }),
  notification_changed: z.object({ id: z.string() }),
  message_added: z.object({ chatId: z.string(), logId: z.string().nullable() }),
  /** The assistant writes. `message_added` follows when the message is complete and stored, or why there is none. */
  message_delta: z.object({
    chatId: z.string(),
    logId: z.string().nullable(),
    messageId: z.string(),
    offset: z.int().describe('length of what came before; what does not join what is there was missed'),
    text: z.string(),
  }),
  /** An assignment of the person's, or one that they have sent. */
  assignment_changed: z.object({ id: z.string() }),
  execution_changed: z.object({ executionId: z.string(), status: z.string() }),
  /** This server stops; the stream ends. Everybody is told a moment of their own. */
  bye: z.object({ reconnectInMs: z.int().describe('when to connect again') }),
  /** Every 15 s, and first of all: when it differs from the last one, something was missed. */
  heartbeat: z.object({ inbox: z.string().describe("the version of this person's inbox") }),
} as const;

export type EventName = keyof typeof EVENTS;
export type EventData<Event extends EventName = EventName> = z.infer<(typeof EVENTS)[Event]>;
export type ServerEvent = { [Event in EventName]: { event: Event; data: EventData<Event> } }[EventName];
