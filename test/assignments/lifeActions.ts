import { expect } from 'chai';
import type { Assignment } from '../../contract/assignments.ts';
import type { Answered } from '../support/product.ts';
import type { Life } from './life.ts';
import type { AssignmentRow, Rows } from './lifeRows.ts';
import type { LivePerson } from './lifeStage.ts';
import { PEOPLE, type Act } from './lifeSteps.ts';

const NOTHING = { status: 0, body: {}, headers: new Headers() } as Answered<never>;

/** The person to whom an assignment is handed. */
function toWhom(life: Life, { to }: Act, assignee: LivePerson | undefined): string {
  if (to < PEOPLE) return life.people[to]!.mail;
  return to === PEOPLE ? life.sender.id : (assignee ?? life.sender).id;
}

/** Does what one person does; status 0 if there is nothing to do it with. */
export async function perform(life: Life, act: Act, { assignments, requests }: Rows): Promise<Answered<unknown>> {
  if (assignments.length === 0) return NOTHING;
  const row = assignments[act.which % assignments.length]!;
  const assignee = life.personBy(row.person);
  const isSenders = ['remind', 'cancel', 'reassign'].includes(act.action);
  const by = {
    right: isSenders ? life.sender : assignee,
    ...{ assignee, sender: life.sender, admin: life.admin, stranger: life.stranger },
  }[act.by];
  if (!by) return NOTHING;
  const post = (path: string, body?: unknown) => by.call(act.server, 'POST', path, body);
  switch (act.action) {
    case 'start':
    case 'retry':
    case 'complete':
    case 'remind':
      return post(`/assignments/${row.id}/${act.action}`);
    case 'decline':
    case 'cancel':
      return post(`/assignments/${row.id}/${act.action}`, act.isRight ? { reason: `Because ${act.to}` } : {});
    case 'delegate':
    case 'reassign':
      return post(`/assignments/${row.id}/${act.action}`, { to: toWhom(life, act, assignee) });
    case 'write':
      return row.log_id === null ? NOTHING : post(`/logs/${row.log_id}/messages`, { content: 'Hello' });
    case 'answer': {
      const request = requests.find((each) => each.log_id === row.log_id && each.status === 'waiting');
      return request ? post(`/user/notifications/${request.id}/respond`, act.isRight ? '42' : '41') : NOTHING;
    }
    case 'press':
      return press(life, act, row, by);
  }
}

/** Presses a button of the assignment's notice. */
async function press(life: Life, act: Act, row: AssignmentRow, by: LivePerson): Promise<Answered<unknown>> {
  const { ground, work } = life.stage.servers[act.server % life.stage.servers.length]!.product.services;
  const notice = await ground
    .reader('assignment_notices')
    .where({ assignment_id: row.id, scope: 'inbound' })
    .first('id');
  if (!notice) return NOTHING;
  const person = { id: by.id, displayName: by.key, email: by.mail, userPrincipalName: by.mail };
  const actionId = act.isRight ? 'complete' : 'decline';
  const result = await ground.units
    .run((unit) =>
      work.assigned.subject.act!(unit, { subjectId: notice.id, actionId, person, verifiedBy: 'bot_token' }),
    )
    .catch((error: unknown) => {
      if (life.isAnyDead()) return 'dead';
      throw error;
    });
  return { ...NOTHING, status: result === 'done' ? 200 : result === 'dead' ? 500 : 409, body: { result } };
}

/** A refused command changes nothing; an acknowledged one is stored. */
export async function checkAnswer(life: Life, act: Act, answer: Answered<unknown>, before: Rows): Promise<void> {
  life.noServerError([answer]);
  const after = await life.rows();
  if (answer.status >= 400)
    return void expect(after, `refused, with nothing changed: ${JSON.stringify(answer.body)}`).to.deep.equal(before);
  if (answer.status === 0) return;
  const row = before.assignments[act.which % before.assignments.length]!;
  const now = after.assignments.find(({ id }) => id === row.id)!;
  const status = {
    complete: 'completed',
    decline: 'rejected',
    delegate: 'delegated',
    cancel: 'cancelled',
    reassign: 'cancelled',
  }[act.action as string];
  if (status) {
    expect(now.status).to.equal(status);
    expect((answer.body as Assignment).status).to.equal(status);
    expect(row.is_over, 'it was open').to.equal(0);
  }
  if (act.action === 'remind') expect(now.version).to.be.above(row.version);
}
