import { expect } from 'chai';
import type { PromptTemplate } from '../../contract/requests.ts';
import {
  answered,
  executionOf,
  expectProblem,
  mailedLink,
  notificationOf,
  openForm,
  respond,
  sendForm,
  useStage,
} from './support.ts';

const ACCESS_CODE = 'open-sesame-4711';

/** An answer to every field that needs no upload. */
const REPORT = {
  title: 'Mails were delayed',
  reference: 'INC-1234',
  summary: 'Every mail took an hour from its sender to its reader.',
  actions: 'Restarted the gateway.\nWatched the queue.',
  severity: 'sev2',
  services: ['mail', 'chat'],
  people: 120,
  customersTold: false,
  day: '2026-03-02',
  noticedAt: '2026-03-02T14:30',
  resolvedAt: '15:45',
  confidence: 7,
  owner: 'katherine@sandbox.test',
  witnesses: ['alan@sandbox.test', 'barbara.liskov@sandbox.test'],
  team: 'finance@sandbox.test',
  informed: ['Legal', 'everyone@sandbox.test'],
  causes: [{ label: 'A full disk', children: [{ label: 'No alarm', children: [] }] }],
  timeline: [{ what: 'Noticed', minutes: 0, isConfirmed: true, on: '2026-03-02' }, { what: 'Over' }],
  accessCode: ACCESS_CODE,
  nextStep: 'review',
};

const REQUIRED = (({ title, summary, severity, people, day, nextStep }) => ({
  title,
  summary,
  severity,
  people,
  day,
  nextStep,
}))(REPORT);

describe('incident-report, the form with every type of field (behaviour 2.6)', () => {
  const stage = useStage({ samples: true });
  let request: string;

  beforeEach(async () => {
    const id = await stage.product.run(stage.ada, 'incident-report', { system: 'the gateway' });
    await stage.product.reached(stage.ada, id, 'waiting');
    request = `${id}-report`;
  });

  const values = async () => {
    const { context } = await stage.product.reached(stage.ada, executionOf(request), 'completed');
    return (context!['report'] as { values: Record<string, unknown> }).values;
  };

  it('takes an answer of every type, resolved and checked, to its end', async () => {
    await answered(stage.grace, request, { values: REPORT, note: 'In haste' });
    const report = await values();
    const { owner, witnesses, team, informed, accessCode, form, ...plain } = report;
    const { owner: _1, witnesses: _2, team: _3, informed: _4, accessCode: _5, ...given } = REPORT;
    expect(plain).to.deep.equal({ ...given, noticedAt: '2026-03-02T14:30:00+00:00' }); // in the server's time zone
    expect(owner).to.deep.include({ displayName: 'Katherine Johnson', email: 'katherine@sandbox.test' });
    const names = (list: unknown) => (list as { displayName: string }[]).map(({ displayName }) => displayName);
    expect(names(witnesses)).to.deep.equal(['Alan Turing', 'Barbara Liskov']);
    expect(team).to.deep.include({ displayName: 'Finance' });
    expect(names(informed)).to.deep.equal(['Legal', 'Everyone']);
    expect(form, 'what the server injects').to.equal('incident-report');
    expect(accessCode, 'a password').to.equal('provided');
    const { timeline } = await stage.product.execution(stage.ada, executionOf(request));
    expect(timeline.map(({ nodeId }) => nodeId)).to.deep.equal(['start', 'report', 'tellReview', 'end']);
  });

  it('shows a password nowhere, and stores it sealed', async () => {
    await answered(stage.grace, request, { values: REPORT });
    await values();
    const pages = ['/user/notifications', `/requests/${request}`, `/executions/${executionOf(request)}`];
    for (const path of pages) {
      const shown = JSON.stringify([await stage.ada.call('GET', path), await stage.grace.call('GET', path)]);
      expect(shown, path).to.not.include(ACCESS_CODE);
    }
    expect((await notificationOf(stage.product, stage.grace, request)).response).to.include('"accessCode":"provided"');
    const { reader } = stage.services.ground;
    for (const table of ['responses', 'execution_steps', 'executions', 'requests', 'audit'])
      expect(JSON.stringify(await reader(table)), table).to.not.include(ACCESS_CODE);
    const repeated = await respond(stage.grace, request, { values: REPORT });
    expect(JSON.stringify(expectProblem(repeated, 409, 'already_responded'))).to.not.include(ACCESS_CODE);
  });

  it('shows its reader every field except the hidden one', async () => {
    const { promptTemplateId, prompt, meta, options } = await notificationOf(stage.product, stage.grace, request);
    expect(prompt).to.match(/^Please report what happened to the gateway\./);
    expect(options).to.deep.equal([]);
    expect(meta.variables.map(({ name }) => name))
      .to.have.length(21)
      .and.not.include('form');
    expect(meta.variables.flatMap(({ columns = [] }) => columns.map(({ name }) => name))).to.deep.equal([
      'what',
      'minutes',
      'isConfirmed',
      'on',
    ]);
    const template = (await stage.grace.call<PromptTemplate>('GET', `/prompts/${promptTemplateId}`)).body;
    const nextStep = template.variableSpecs.find(({ name }) => name === 'nextStep')!;
    expect(nextStep).to.include({ variant: 'buttons', autoSubmitOnSelect: true });
    expect(JSON.stringify(template)).to.not.include('"value":"incident-report"');
  });

  const WRONG: Record<string, unknown> = {
    title: 'Oh',
    reference: 'INC-12',
    summary: 'short',
    severity: 'sev5',
    services: ['mail', 'fax'],
    people: 1.5,
    customersTold: 'yes',
    day: '2026-02-30',
    noticedAt: 'yesterday',
    resolvedAt: '25:00',
    confidence: 11,
    owner: 'nobody@nowhere.test',
    witnesses: ['alan@sandbox.test', 'ghost@sandbox.test'],
    team: 'No such group',
    informed: ['Legal', 'No such group'],
    causes: [{ label: '' }],
    timeline: [{ minutes: 5 }],
    evidence: [{ id: 'unknown', name: 'log.txt', size: 5 }],
    accessCode: 5,
    nextStep: 'wait',
    form: 'forged',
    unknownField: 'x',
  };

  it('names each wrong field, and stores nothing', async () => {
    for (const [name, value] of Object.entries(WRONG)) {
      const refused = await respond(stage.grace, request, { values: { ...REQUIRED, [name]: value } });
      const { fields } = expectProblem(refused, 422, 'validation_failed');
      expect(Object.keys(fields!), name).to.deep.equal([name === 'timeline' ? 'timeline.0.what' : name]);
      expect(Object.values(fields!)[0], name).to.be.a('string').and.match(/\.$/);
    }
    const { fields } = expectProblem(await respond(stage.grace, request, { values: {} }), 422, 'validation_failed');
    expect(Object.keys(fields!)).to.have.members(Object.keys(REQUIRED));
    expect(await stage.services.ground.reader('responses').where({ request_id: request })).to.deep.equal([]);
    expectProblem(await respond(stage.grace, request, 'a plain string'), 422, 'validation_failed');
    await answered(stage.grace, request, { values: REQUIRED });
  });

  it('is answered through the e-mail link too, as far as a form without scripts can', async () => {
    await stage.tick();
    const form = await openForm(await mailedLink(stage.product, 'grace@sandbox.test', request));
    expect(form.markup).to.include('the web client');
    expect(form.names).to.include('f_title').and.to.not.include.members(['f_evidence', 'f_accessCode', 'f_form']);
    const wrong = await sendForm(form, { f_title: 'A title', f_severity: 'sev9', f_people: 'many' });
    expect(wrong.status).to.equal(422);
    expect(wrong.markup).to.include('value="A title"').and.to.include('value="many"');

    const sent = await sendForm(form, {
      f_title: REPORT.title,
      f_summary: REPORT.summary,
      f_severity: 'sev1',
      f_services: ['mail', 'files'],
      f_people: '3',
      f_day: '2026-03-02',
      f_noticedAt: '2026-03-02T14:30',
      f_owner: 'Grace@Sandbox.test',
      f_causes: '- A full disk\n  - No alarm',
      f_nextStep: 'close',
    });
    expect(sent.status, sent.markup).to.equal(200);
    const report = await values();
    expect(report).to.deep.include({ people: 3, services: ['mail', 'files'], severity: 'sev1', nextStep: 'close' });
    expect(report['owner']).to.deep.include({ displayName: 'Grace Hopper' });
    expect(report).to.not.have.any.keys('evidence', 'accessCode', 'reference');
  });
});
