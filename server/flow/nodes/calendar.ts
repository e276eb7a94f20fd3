import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isRealDay } from '../../../contract/answers.ts';
import { Name } from '../../../contract/ids.ts';
import { say } from '../../../contract/summaries.ts';
import { nodeFailure, type NodeType } from '../nodeType.ts';
import { delegatedNode, type DelegatedParts } from './delegatedNode.ts';
import { toInstant } from './mail.ts';

const moment = z.string().min(1).max(1000);

const ReadConfig = z.strictObject({
  from: moment
    .optional()
    .describe('template: an instant, such as 2026-05-04T09:00:00Z; default: now')
    .meta({ kind: 'template' }),
  until: moment.optional().describe('template: an instant; default: seven days later').meta({ kind: 'template' }),
  limit: z.int().min(1).max(100).default(25),
  outputVariable: Name.optional(),
});

const CreateConfig = z.strictObject({
  subject: z.string().min(1).max(1000).describe('template').meta({ kind: 'template' }),
  start: moment.describe('template: an instant, such as 2026-05-04T09:00:00Z').meta({ kind: 'template' }),
  end: moment.describe('template: an instant').meta({ kind: 'template' }),
  body: z.string().max(20_000).optional().describe('template').meta({ kind: 'template' }),
  location: z.string().max(1000).optional().describe('template').meta({ kind: 'template' }),
  attendees: z
    .string()
    .max(4000)
    .optional()
    .describe('template: addresses, separated by commas')
    .meta({ kind: 'template' }),
  isOnlineMeeting: z.boolean().default(false),
  outputVariable: Name.optional(),
});

const At = z.object({ dateTime: z.string() });
const CalendarEvent = z.object({
  id: z.string(),
  subject: z.string().nullish(),
  start: At,
  end: At,
  isAllDay: z.boolean().nullish(),
  isCancelled: z.boolean().nullish(),
  showAs: z.string().nullish(),
  location: z.object({ displayName: z.string().nullish() }).nullish(),
  organizer: z
    .object({ emailAddress: z.object({ name: z.string().nullish(), address: z.string().nullish() }) })
    .nullish(),
  webLink: z.string().nullish(),
});
const READ = 'id,subject,start,end,isAllDay,isCancelled,showAs,location,organizer,webLink';
const IN_UTC = { prefer: 'outlook.timezone="UTC"' };
const WEEK_MS = 7 * 24 * 60 * 60_000;

/** The text must have a time zone. @throws NodeError `time_invalid` */
function instantIn(text: string): string {
  const hasZone = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/i.test(text);
  const isMoment = hasZone && isRealDay(text.slice(0, 10)) && !Number.isNaN(Date.parse(text));
  if (!isMoment) throw nodeFailure('time_invalid', { why: 'form', text: text.slice(0, 100) });
  return new Date(text).toISOString();
}

/** Always the same for one visit: Graph then creates only one event, however often the call is sent. */
const transactionOf = (executionId: string, visitKey: string): string =>
  createHash('sha256').update(`${executionId} ${visitKey}`).digest('hex').slice(0, 36);

const atUtc = (instant: string) => ({ dateTime: instant.replace(/Z$/, ''), timeZone: 'UTC' });

const readCalendar = (parts: DelegatedParts): NodeType =>
  delegatedNode(
    {
      type: 'calendar_read',
      displayName: 'Read calendar',
      permission: 'Calendars.Read',
      effect: 'repeatable',
      configSchema: ReadConfig,
      templates: ['from', 'until'],
      async run({ config, graph, visit, text }) {
        const [given, givenEnd] = [await text(config.from), await text(config.until)];
        const from = given === '' ? new Date(visit.now).toISOString() : instantIn(given);
        const until = givenEnd === '' ? new Date(Date.parse(from) + WEEK_MS).toISOString() : instantIn(givenEnd);
        const query = {
          startDateTime: from,
          endDateTime: until,
          $select: READ,
          $orderby: 'start/dateTime',
          $top: String(config.limit),
        };
        const asking = { path: '/me/calendarView', query, headers: IN_UTC };
        const events = await graph.list(CalendarEvent, asking, config.limit);
        const output = events.map((event) => ({
          id: event.id,
          subject: event.subject ?? '',
          start: toInstant(event.start.dateTime),
          end: toInstant(event.end.dateTime),
          isAllDay: event.isAllDay ?? false,
          isCancelled: event.isCancelled ?? false,
          showAs: event.showAs ?? null,
          location: event.location?.displayName ?? null,
          organizer: event.organizer?.emailAddress.address ?? null,
          link: event.webLink ?? null,
        }));
        return { output, summary: say('found', { count: output.length }) };
      },
    },
    parts,
  );

const createEvent = (parts: DelegatedParts): NodeType =>
  delegatedNode(
    {
      type: 'calendar_create_event',
      displayName: 'Create calendar event',
      permission: 'Calendars.ReadWrite',
      effect: 'once',
      configSchema: CreateConfig,
      templates: ['subject', 'start', 'end', 'body', 'location', 'attendees'],
      async run({ config, graph, visit, text, addresses }) {
        const [start, end] = [instantIn(await text(config.start)), instantIn(await text(config.end))];
        if (Date.parse(end) <= Date.parse(start))
          throw nodeFailure('time_invalid', { why: 'order', text: `${start} – ${end}` });
        const attendees = await addresses(config.attendees);
        const [subject, content] = [await text(config.subject), await text(config.body)];
        const event = {
          subject,
          body: { contentType: 'text', content },
          start: atUtc(start),
          end: atUtc(end),
          location: { displayName: await text(config.location) },
          attendees: attendees.map((address) => ({ emailAddress: { address }, type: 'required' })),
          isOnlineMeeting: config.isOnlineMeeting,
          transactionId: transactionOf(visit.executionId, visit.visitKey),
        };
        const asking = { path: '/me/events', headers: IN_UTC };
        const made = await graph.write(CalendarEvent, 'POST', asking, event);
        return { output: { id: made.id, subject, start, end, link: made.webLink ?? null }, summary: subject };
      },
    },
    parts,
  );

/** The nodes of the person's own calendar (behaviour 5.3 B). */
export const createCalendarNodes = (parts: DelegatedParts): NodeType[] =>
  [readCalendar, createEvent].map((node) => node(parts));
