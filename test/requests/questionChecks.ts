import { expect } from 'chai';
import { fromCountsHeader } from '../../contract/inboxPages.ts';
import type { InboxTab, UserNotification } from '../../contract/notifications.ts';
import { historiesOf } from '../../server/flow/stepStore.ts';
import { PEOPLE, type Server } from './questionServers.ts';
import { executionOf, type World } from './questionWorld.ts';

const TABS = ['pending', 'snoozed', 'completed', 'expired'] as const;

/** A page of an inbox, as the route sends it. */
async function read({ app }: Server, person: string, query: string) {
  const { statusCode, body, headers } = await app.inject({ url: `/user/notifications${query}`, headers: { person } });
  expect(statusCode, body).to.equal(200);
  return {
    items: JSON.parse(body) as UserNotification[],
    version: String(headers['inbox-version']),
    counts: fromCountsHeader(String(headers['inbox-counts']))!,
    next: /<\/api\/user\/notifications(.*)>/.exec(String(headers['link'] ?? ''))?.[1],
  };
}

/**
 * Reads everybody's inbox as a client does that has lost its stream: what it sees under one version is always the same,
 * whichever server it asks.
 *
 * @param seen what was seen under each version since the clock was last set back
 */
export async function lookAtInboxes(world: World, place: number, seen: Map<string, string>): Promise<void> {
  for (const { id: person } of PEOPLE) {
    const { items, version, counts } = await read(world.at(place), person, '');
    const key = `${person} ${version}`;
    const content = JSON.stringify([items, counts]);
    expect(seen.get(key) ?? content, `${key} is of one state only`).to.equal(content);
    seen.set(key, content);
  }
}

interface Row {
  subject_id: string;
  person: string;
  status: string;
  expires_at: number;
  answered_at: number | null;
  filed_as: string | null;
  snoozed_until: number | null;
  is_read: number;
}

/** The tab of an entry, from its rows alone. */
function tabOf(row: Row, now: number): InboxTab {
  if (row.answered_at !== null || row.status === 'completed') return 'completed';
  if (row.status !== 'waiting' || row.expires_at <= now) return 'expired';
  return row.filed_as === 'snoozed' && row.snoozed_until! > now ? 'snoozed' : 'pending';
}

/** Compares every tab of everybody's inbox, read in pages of two, and the counts, with a recount of the rows. */
export async function recountInboxes(world: World, place: number): Promise<void> {
  const rows: Row[] = await world.table('notifications').join('requests', 'requests.id', 'subject_id').select('*');
  const server = world.at(place);
  for (const { id: person } of PEOPLE) {
    const own = rows.filter((row) => row.person === person);
    const idsIn = (tab: InboxTab) => own.filter((row) => tabOf(row, world.now) === tab).map(({ subject_id: id }) => id);
    const { items, counts } = await read(server, person, '');
    expect(items.map(({ id }) => id).sort(), person).to.deep.equal(own.map(({ subject_id: id }) => id).sort());
    for (const tab of TABS) {
      const found: string[] = [];
      let next: string | undefined = `?status=${tab}&limit=2`;
      while (next !== undefined) {
        const page: Awaited<ReturnType<typeof read>> = await read(server, person, next);
        found.push(...page.items.map(({ id }) => id));
        next = page.next;
      }
      expect(found.sort(), `${person}: what is ${tab}`).to.deep.equal(idsIn(tab).sort());
      expect(counts[tab], `${person}: how many are ${tab}`).to.equal(found.length);
    }
    const unread = own.filter((row) => tabOf(row, world.now) === 'pending' && row.is_read === 0);
    expect(counts.unread, `${person}: how many are unread`).to.equal(unread.length);
  }
}

/** Each question ended once, with all its answers, and the flow has its result once. */
export async function expectEnds(world: World): Promise<void> {
  for (const id of world.ids) {
    const request = await world.request(id);
    const execution = (await world
      .table('executions')
      .where({ id: executionOf(id) })
      .first())!;
    if (!request) {
      expect(execution.status, 'never asked').to.equal('cancelled');
      continue;
    }
    const { steps } = (await historiesOf(world.shared.store.db.reader, [execution.id])).get(execution.id)!;
    const [step, ...more] = steps.filter(({ nodeId }) => nodeId === 'ask');
    expect(more, 'enters its flow once').to.deep.equal([]);
    const responses = await world.table('responses').where({ request_id: id }).orderBy('place');
    expect(request.status).to.be.oneOf(['completed', 'timed_out', 'cancelled']);
    expect(responses).to.have.length(request.answered_count);
    if (request.status !== 'completed') {
      expect(execution.status).to.be.oneOf(['failed', 'cancelled']);
      continue;
    }
    // it may have been cancelled after the answer, which its history keeps
    expect(execution.status).to.be.oneOf(['completed', 'cancelled']);
    expect(step!.status).to.equal('completed');
    expect(responses).to.have.length(request.strategy === 'any' ? 1 : request.assignee_count);
    expect(step!.output).to.have.nested.property('respondedBy.id', responses.at(-1).person);
    expect(step!.output).to.have.nested.property('counts.responses', responses.length);
  }
}

/** Every copy that a server knows of shows how its question ended, and nobody was sent a token or a copy too many. */
export async function expectCopies(world: World): Promise<void> {
  const posts = new Map<string, number>();
  for (const { channel, deliveryId, subjectId, id, isKnown, shown } of world.platform.copies) {
    if (isKnown) posts.set(deliveryId, (posts.get(deliveryId) ?? 0) + 1);
    const delivery = (await world.table('deliveries').where({ id: deliveryId }).first())!;
    const isNewest = delivery.address !== null && JSON.parse(delivery.address).copy === id;
    // a server that died, or got no reply, did not learn of its copy
    const isLost = !isNewest && (!isKnown || world.isForgetful);
    if (channel !== 'chat' || subjectId === '' || delivery.error !== null || isLost) continue;
    const { status } = (await world.request(subjectId))!;
    expect(shown.at(-1), `${id} shows the end`).to.include({ kind: 'outcome', status });
  }
  if (!world.isForgetful) for (const [id, count] of posts) expect(count, `${id} was posted once`).to.equal(1);
  for (const { person, subjectId } of world.platform.tokens) {
    const asked = await world.table('notifications').where({ subject_id: subjectId, person }).first('person');
    expect(asked, 'only assignees get tokens').to.include({ person });
  }
}
