import { expect } from 'chai';
import { answered, mailedLink, openForm, respond, sendForm, useStage } from '../scenarios/support.ts';

describe('the log', () => {
  const lines: string[] = [];
  const stage = useStage({
    config: { logLevel: 'trace' },
    logTo: { write: (line: string) => void lines.push(line) },
  });

  it('never contains a token, an answer link, a password or an answer, whatever goes wrong', async () => {
    const human = {
      inputType: 'form',
      prompt: 'The secret?',
      assignees: { users: ['grace@sandbox.test'] },
      strategy: 'all',
      variables: [
        { name: 'word', type: 'password' },
        { name: 'story', type: 'text', required: true },
      ],
    };
    const request = await stage.ask(human);
    stage.product.sandbox.mail.refuseNext(1, 451);
    await stage.tick();
    await stage.after(120_000);
    const link = await mailedLink(stage.product, 'grace@sandbox.test', request);
    const token = new URL(link).searchParams.get('token')!;
    const form = await openForm(link);
    const bearer = await stage.product.sandbox.tokenFor('grace@sandbox.test');
    const ask = (path: string, init: RequestInit = {}) => fetch(`${stage.product.url}/api${path}`, init);

    await sendForm(form, {});
    await ask(`/flow/external-response?token=${token}&%zz`);
    await ask(`/flow/external-response?token=${token}0`);
    await ask(`/nowhere?token=${token}`, { headers: { authorization: `Bearer ${bearer}x` } });
    await ask('/me', { headers: { authorization: `Bearer ${bearer.slice(0, -5)}` } });
    await ask('/flow/external-response', {
      method: 'POST',
      body: `{"token":"${token}"`,
      headers: { 'content-type': 'application/json' },
    });

    const { writer } = stage.services.ground.database;
    const story = 'A long story that is nobody else’s business';
    await writer.raw(
      "create trigger refuse before insert on responses begin select raise(abort, 'refused by a test'); end",
    );
    const failed = await sendForm(form, { f_story: story });
    const also = await respond(stage.grace, request, { values: { word: 'open-sesame', story } });
    await writer.raw('drop trigger refuse');
    expect([failed.status, also.status].every((status) => status >= 500)).to.equal(true);
    await answered(stage.grace, request, { values: { word: 'open-sesame', story } });
    await fetch(link);
    await sendForm(form, { f_story: story });

    const log = lines.join('');
    expect(log, 'the failures are there').to.include('refused by a test');
    const { config, sandbox } = stage.product;
    const secrets = [
      token,
      bearer,
      link,
      'open-sesame',
      story,
      config.directoryClientSecret!,
      await sandbox.identity.issueForApp('https://graph.microsoft.com'),
    ];
    for (const secret of secrets) expect(log.includes(secret), `${secret.slice(0, 30)}…`).to.equal(false);
    expect(log).to.not.match(/eyJ[\w-]{10,}\.[\w-]{10,}\./);
    expect(log).to.not.match(/token=[0-9a-f]{8}/);
  });

  it('reports failures in machine-readable lines, with the path but without the query', () => {
    const failures = lines
      .map((line) => JSON.parse(line) as { level: number; path?: string; err?: object; msg: string })
      .filter(({ level }) => level >= 50);
    expect(failures.length).to.be.above(0);
    expect(failures.some(({ path }) => path?.startsWith('/api/user/notifications/'))).to.equal(true);
    for (const { path, msg } of failures) {
      expect(msg).to.be.a('string');
      expect(path ?? '').to.not.include('?');
    }
  });
});
