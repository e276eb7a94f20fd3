import { expect } from 'chai';
import { DirectoryError } from '../../../server/people/directory/directory.ts';
import { rejection } from '../tenant.ts';
import { useBigTenant } from './bigTenant.ts';
import { createCachedDirectory } from '../../../server/people/directory/cachedDirectory.ts';
import { answering, countingTokens, rewriting, troubled, unreachable } from './meddling.ts';

describe('Graph directory under failures', () => {
  const { start, graph, id, big, groundTruth } = useBigTenant();

  it('expands 5,000 people while a third of the requests fail, completely and within a minute', async function () {
    this.timeout(30_000);
    const { directory, clock } = start({ meddle: troubled(0.3) });
    const startedAt = clock.now();
    const members = await directory.membersOf(big(5_000));
    expect(members.map((person) => person.id)).to.deep.equal(groundTruth('big-5000'));
    expect(members.length).to.be.greaterThan(5_010);
    expect(clock.slept.length).to.be.greaterThan(0);
    expect(clock.now() - startedAt).to.be.at.most(60_000);
  });

  it('returns the whole list or none, in whatever order the failures come', async function () {
    this.timeout(60_000);
    const truth = groundTruth('big-5000');
    const came: string[] = [];
    for (let seed = 1; seed <= 24; seed++) {
      const { directory, clock } = start({ meddle: troubled(seed <= 12 ? 0.3 : 0.7, seed) });
      const startedAt = clock.now();
      const answer = await directory.membersOf(big(5_000)).catch((error: unknown) => error);
      expect(clock.now() - startedAt, `seed ${seed}`).to.be.at.most(60_000);
      if (answer instanceof DirectoryError) expect(answer.code, `seed ${seed}`).to.equal('directory_unavailable');
      else expect((answer as { id: string }[]).map((person) => person.id)).to.deep.equal(truth);
      came.push(answer instanceof DirectoryError ? 'none' : 'all');
    }
    expect(came.slice(0, 12), 'of 30 in 100').to.deep.equal(Array(12).fill('all'));
    expect(came.slice(12), 'of 70 in 100').to.include('none');
  });

  it('counts an entry once that a list repeats', async () => {
    const repeat = (body: Record<string, unknown>) => {
      const { value } = body as { value?: unknown[] };
      return value ? { ...body, value: [...value, ...value] } : body;
    };
    const { directory } = start({ meddle: rewriting(repeat) });
    expect(await directory.groupByReference('Finance')).to.include({ id: id('finance') });
    expect(await directory.personByAddress('joan@fabrikam.test')).to.include({ id: id('joan') });
    expect(await directory.searchUsers('love', 20)).to.have.length(1);
    expect(await directory.searchGroups('finance', 20)).to.have.length(1);
    expect((await directory.membersOf(id('finance'))).map((person) => person.id)).to.deep.equal(groundTruth('finance'));
  });

  it("requests one token for a hundred expansions at once, and reads each group's pages once", async () => {
    let tokens = 0;
    const meddle = (platformFetch: Parameters<ReturnType<typeof troubled>>[0]) =>
      countingTokens(() => tokens++)(troubled(0.3, 11)(platformFetch));
    const { directory, clock } = start({ meddle });
    const cached = createCachedDirectory(directory, clock.now);
    const groups = ['big-5000', 'big-2500', 'big-100', 'finance'];
    const truths = groups.map((key) => groundTruth(key));
    const lists = await Promise.all(
      Array.from({ length: 100 }, (_, n) => cached.membersOf(id(groups[n % groups.length]!))),
    );
    for (const [n, list] of lists.entries())
      expect(list.map((person) => person.id).join()).to.equal(truths[n % groups.length]!.join());
    expect(tokens).to.equal(1);
    const pages = truths.map(({ length }) => Math.ceil(length / 999)).reduce((sum, n) => sum + n);
    expect(graph().requests.length, 'that Graph has answered').to.equal(pages);
  });

  it('waits as long as requested', async () => {
    const { directory, clock } = start();
    graph().throttleNext(2, 3);
    expect(await directory.personById(id('ada'))).to.include({ id: id('ada') });
    expect(clock.slept).to.deep.equal([3_000, 3_000]);
  });

  it('understands a Retry-After that is a date', async () => {
    const { directory, clock } = start({
      meddle: (platformFetch) => {
        let answers = 0;
        const later = () => new Date(clock.now() + 4_000).toUTCString();
        const busy = answering(() => Response.json({}, { status: 503, headers: { 'retry-after': later() } }));
        return (url, init) =>
          String(url).startsWith('https://graph.') && answers++ === 0
            ? busy(platformFetch)(url, init)
            : platformFetch(url, init);
      },
    });
    await directory.personById(id('ada'));
    expect(clock.slept).to.deep.equal([4_000]);
  });

  it('gives up at once if it is asked to wait for minutes', async () => {
    const { directory, clock } = start();
    graph().throttleNext(1, 300);
    const error = await rejection(directory.personById(id('ada')), DirectoryError);
    expect(error.code).to.equal('directory_unavailable');
    expect(clock.slept).to.deep.equal([]);
    expect(error.toProblem().extra, 'what callers are told').to.deep.equal({ retryAfterSeconds: 300 });
  });

  it('waits longer and longer if no time is given, but not forever', async () => {
    const { directory, clock } = start({ meddle: answering(() => Response.json({}, { status: 504 })) });
    const startedAt = clock.now();
    expect((await rejection(directory.membersOf(id('everyone')), DirectoryError)).code).to.equal(
      'directory_unavailable',
    );
    expect(clock.slept.slice(0, 4)).to.deep.equal([187.5, 375, 750, 1_500]);
    expect(clock.now() - startedAt).to.be.at.most(60_000);
  });

  it('does not retry forever, however short the requested pauses', async () => {
    const { directory, clock } = start({
      meddle: answering(() => Response.json({}, { status: 429, headers: { 'retry-after': '0' } })),
    });
    expect((await rejection(directory.membersOf(id('everyone')), DirectoryError)).code).to.equal(
      'directory_unavailable',
    );
    expect(clock.slept).to.deep.equal(Array(11).fill(0));
  });

  it('does not read pages forever, and refuses a list whose next page is gone', async () => {
    const nextLink = 'https://graph.microsoft.com/v1.0/groups?$skiptoken=next';
    const endless = () => Response.json({ value: [], '@odata.nextLink': nextLink });
    let pages = 0;
    const torn = () => (pages++ === 0 ? endless() : Response.json({}, { status: 404 }));
    for (const meddle of [answering(endless), answering(torn)]) {
      const error = await rejection(start({ meddle }).directory.membersOf(id('finance')), DirectoryError);
      expect(error.code).to.equal('directory_failed');
    }
  });

  it('soon gives up on a server that does not answer at all', async () => {
    const { directory, clock } = start({ meddle: unreachable });
    const error = await rejection(directory.personById(id('ada')), DirectoryError);
    expect(error.code).to.equal('directory_unavailable');
    expect(clock.slept.length).to.be.at.most(15);
  });

  it('never returns a part of a list', async () => {
    const { directory } = start({
      meddle: (platformFetch) => async (url, init) =>
        String(url).includes('skiptoken')
          ? Response.json({ error: { code: 'Oops' } }, { status: 400 })
          : platformFetch(url, init),
    });
    const error = await rejection(directory.membersOf(big(2_500)), DirectoryError);
    expect([error.code, graph().requests.length]).to.deep.equal(['directory_failed', 1]);
  });

  it('follows links to further pages of Graph only', async () => {
    const { directory } = start({
      meddle: rewriting((body) => ({ ...body, '@odata.nextLink': 'https://evil.test/v1.0/users' })),
    });
    for (const read of [() => directory.membersOf(id('finance')), () => directory.groupsOf(id('ada'))])
      expect((await rejection(read(), DirectoryError)).code).to.equal('directory_failed');
  });

  it('refuses responses of another shape', async () => {
    for (const change of [() => ({ id: 7 }), () => ({ value: {} }), () => [], () => 'text']) {
      const { directory } = start({ meddle: rewriting(change) });
      for (const read of [
        () => directory.personById(id('ada')),
        () => directory.membersOf(id('finance')),
        () => directory.searchUsers('ada', 3),
      ])
        expect((await rejection(read(), DirectoryError)).code).to.equal('directory_failed');
    }
  });

  it('says that an unknown group or person does not exist, instead of returning an empty list', async () => {
    const { directory } = start();
    const unknown = 'ffffffff-0000-4000-8000-00000000000f';
    for (const read of [
      () => directory.membersOf(unknown),
      () => directory.groupsOf(unknown),
      () => directory.directReports(unknown),
      () => directory.membersOf('..'),
    ])
      expect((await rejection(read(), DirectoryError)).code).to.equal('directory_failed');
  });
});
