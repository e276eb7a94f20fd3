import type { Knex } from 'knex';
import type { Notice } from '../../contract/messages.ts';
import { linkTo } from '../../contract/openLinks.ts';
import { canSignIn, type Person } from '../../contract/people.ts';
import { withoutTurns } from '../../contract/cleanText.ts';
import { titleOf } from '../../contract/titles.ts';
import { speechIn } from '../../contract/speech.ts';
import { toIso } from '../foundation/database/rows.ts';
import type { StoredKind, SubjectKind, SubjectSql } from '../messages/deliveries/subject.ts';
import { findNudge } from './nudgeStore.ts';
import { stateAt } from './requestRules.ts';
import { findRequest, type Request } from './requestStore.ts';
import { unansweredBy, unansweredOf } from './sentStore.ts';

const sql: SubjectSql = {
  table: 'nudges',
  flowId: '(select flow_id from requests where requests.id = nudges.request_id)',
  startedBy: 'nudges.sent_by',
  isOpen: `exists (select 1 from requests where requests.id = nudges.request_id and status = 'waiting' and expires_at > ?)`,
  copy: {
    join: 'join requests on requests.id = nudges.request_id',
    version: '1',
    state: `case when requests.status <> 'waiting' then 'closed' else 'question' end`,
    progressOf: 'cast(null as integer)',
    areNotices: true,
    mayBeOutdated: '1 = 0', // a reminder never changes
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
 * sent.
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
      const request = await openRequestOf(id);
      if (!request || !(await unansweredBy(reader, request.id, person.id))) return null;
      const nudge = (await findNudge(reader, id))!;
      return describe(request, nudge.sentBy.displayName, person, publicUrl);
    },
    async recipients(id, page) {
      const request = await openRequestOf(id);
      return request ? unansweredOf(reader, request.id, page) : [];
    },
    async recipient(id, personId) {
      const request = await openRequestOf(id);
      return request && unansweredBy(reader, request.id, personId);
    },
    async fallbackOf(id) {
      return (await openRequestOf(id))?.body.fallback ?? [];
    },
    tokenExpiry: async () => null,
  };
}

function describe({ id, body, expiresAt }: Request, sender: string, person: Person, publicUrl: string): Notice {
  const { say, instant } = speechIn(person.timeZone, person.language);
  const lines = [
    titleOf(body.title, body.prompt),
    say('nudge.due', { at: instant(toIso(expiresAt)) }),
    ...(canSignIn(person) ? [] : [say('nudge.byMail')]),
  ];
  return {
    kind: 'notice',
    title: say('nudge.title', { requester: withoutTurns(sender) }),
    text: lines.join('\n'),
    webUrl: canSignIn(person) ? linkTo(publicUrl, `notifications/${encodeURIComponent(id)}`) : null,
  };
}
