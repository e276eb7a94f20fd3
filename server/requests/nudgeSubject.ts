import type { Knex } from 'knex';
import type { Notice } from '../../contract/messages.ts';
import { linkTo } from '../../contract/openLinks.ts';
import { canSignIn, type Person } from '../../contract/people.ts';
import { withoutTurns } from '../../contract/cleanText.ts';
import { titleOf } from '../../contract/titles.ts';
import { speechIn } from '../../contract/speech.ts';
import { toIso } from '../foundation/database/rows.ts';
import type { StoredKind, SubjectKind, SubjectSql } from '../messages/deliveries/subject.ts';
import { recipientOf } from '../messages/notifications/notificationStore.ts';
import { findNudge } from './nudgeStore.ts';
import { stateAt } from './requestRules.ts';
import { findRequest, type Request } from './requestStore.ts';
import { unansweredBy, unansweredOf } from './sentStore.ts';

/** Nobody waits for the recipient of a copy any more. */
const IS_OVER = `(requests.status <> 'waiting' or notifications.answered_at is not null)`;

const sql: SubjectSql = {
  table: 'nudges',
  flowId: '(select flow_id from requests where requests.id = nudges.request_id)',
  startedBy: 'nudges.sent_by',
  isOpen: `exists (select 1 from requests where requests.id = nudges.request_id and status = 'waiting' and expires_at > ?)`,
  copy: {
    join: `join requests on requests.id = nudges.request_id
      join notifications on notifications.subject_id = nudges.request_id and notifications.person = deliveries.person`,
    version: `case when ${IS_OVER} then 2 else 1 end`,
    state: `case when ${IS_OVER} then 'closed' else 'question' end`,
    progressOf: 'cast(null as integer)',
    areNotices: true,
    mayBeOutdated: IS_OVER,
  },
  past: { join: 'join requests on requests.id = nudges.request_id', where: `requests.status <> 'waiting'` },
};

export const NUDGE_KIND: StoredKind = { name: 'nudge', sql };

interface Parts {
  reader: Knex;
  publicUrl: string;
  now(): number;
}

/**
 * Reminders of a request. People who have answered are left out, both when deliveries are spread and when they are
 * sent. A copy that was sent changes once, when nobody waits for its reader any more.
 */
export function nudgeSubject({ reader, publicUrl, now }: Parts): SubjectKind {
  async function openRequestOf(id: string): Promise<Request | null> {
    const nudge = await findNudge(reader, id);
    const request = nudge && (await findRequest(reader, nudge.requestId));
    return request && stateAt(request, now()) === 'waiting' ? request : null;
  }

  return {
    ...NUDGE_KIND,
    async describe(id, person) {
      const nudge = await findNudge(reader, id);
      const request = nudge && (await findRequest(reader, nudge.requestId));
      if (!request || !(await recipientOf(reader, request.id, person.id))) return null;
      const hasAnswered = !(await unansweredBy(reader, request.id, person.id));
      const isOver = hasAnswered || stateAt(request, now()) !== 'waiting';
      return {
        ...(isOver ? tellOver(request, person, hasAnswered) : remind(request, person, nudge.sentBy.displayName)),
        kind: 'notice',
        about: { subjectId: id, version: isOver ? 2 : 1, isOver },
        webUrl: canSignIn(person) ? linkTo(publicUrl, `notifications/${encodeURIComponent(request.id)}`) : null,
      };
    },
    async recipients(id, page) {
      const request = await openRequestOf(id);
      return request ? unansweredOf(reader, request.id, page) : [];
    },
    async recipient(id, personId) {
      const nudge = await findNudge(reader, id);
      return nudge && recipientOf(reader, nudge.requestId, personId);
    },
    async fallbackOf(id) {
      return (await openRequestOf(id))?.body.fallback ?? [];
    },
    tokenExpiry: async () => null,
  };
}

type Words = Pick<Notice, 'title' | 'text'>;

function remind({ body, expiresAt }: Request, person: Person, sender: string): Words {
  const { say, instant } = speechIn(person.timeZone, person.language);
  const lines = [
    titleOf(body.title, body.prompt),
    say('nudge.due', { at: instant(toIso(expiresAt)) }),
    ...(canSignIn(person) ? [] : [say('nudge.byMail')]),
  ];
  return { title: say('nudge.title', { requester: withoutTurns(sender) }), text: lines.join('\n') };
}

function tellOver({ body }: Request, person: Person, hasAnswered: boolean): Words {
  const { say } = speechIn(person.timeZone, person.language);
  return { title: say(hasAnswered ? 'nudge.answered' : 'nudge.over'), text: titleOf(body.title, body.prompt) };
}
