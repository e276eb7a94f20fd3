// cspell:ignore Grüße
import { closeSync, openSync } from 'node:fs';
import { expect } from 'chai';
import { createExtraction, Stopping, type Extraction } from '../../../server/documents/extraction/extraction.ts';
import { childProcesses, killUnnoticed } from '../../support/childProcesses.ts';
import { aBomb, aDocx, aLockedPdf, aPdf, aPptx, aSheetOf, anXlsx, manyCells } from './files.ts';

const ENVELOPE = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const RANDOM = Buffer.from(Array.from({ length: 5_000 }, (_, n) => (n * 7919) % 251));

describe('the text of files', function () {
  this.timeout(60_000);
  let extraction: Extraction;
  before(() => (extraction = createExtraction()));
  after(() => extraction.close());

  const words = async (name: string, bytes: Uint8Array | string) => {
    const { text, fault } = await extraction.extract(name, Buffer.from(bytes));
    return [text.replace(/\s+/g, ' ').trim(), fault];
  };

  it('is extracted from the usual formats', async () => {
    expect(await words('a.txt', 'Plain text')).to.deep.equal(['Plain text', null]);
    expect(await words('a.md', '# Title\n\nText')).to.deep.equal(['# Title Text', null]);
    expect(await words('a.csv', 'team,budget\nLegal,1')).to.deep.equal(['team,budget Legal,1', null]);
    expect(await words('a.json', '{"team":"Legal"}')).to.deep.equal(['{"team":"Legal"}', null]);
    const page = '<title>Page</title><script>if (a < b) evil()</script><p>28&nbsp;<b>da</b>ys<p>Next<style>p{}</style>';
    expect(await words('a.HTML', page)).to.deep.equal(['Page 28 days Next', null]);
    expect(await words('a.docx', aDocx('First &amp; last', 'Second'))).to.deep.equal([
      'First & last Second A note below',
      null,
    ]);
    expect(await words('a.xlsx', anXlsx())).to.deep.equal(['Team Budget Legal & Co 30000', null]);
    expect(await words('a.pptx', aPptx())).to.deep.equal(['The second The tenth What is said', null]);
    expect(await words('a.pdf', aPdf('Hello penguins'))).to.deep.equal(['Hello penguins', null]);
  });

  it('is every text of a large sheet, in order', async () => {
    const texts = Array.from({ length: 9_000 }, (_, n) => `w${n}`);
    expect(await words('a.xlsx', aSheetOf(texts))).to.deep.equal([texts.join(' '), null]);
  });

  it('is found in sheets whose elements have a prefix', async () => {
    expect(await words('a.xlsx', aSheetOf(['Team', 'Budget'], 'x:'))).to.deep.equal(['Team Budget', null]);
  });

  it('is decoded from the encodings that Windows writes', async () => {
    expect(await words('a.txt', Buffer.from('\ufeffGrüße', 'utf16le'))).to.deep.equal(['Grüße', null]);
    expect(await words('a.txt', Buffer.from('Grüße', 'latin1'))).to.deep.equal(['Grüße', null]);
    expect(await words('a.txt', '\ufeffGrüße')).to.deep.equal(['Grüße', null]);
  });

  it('is empty for pictures and empty files, which is not an error', async () => {
    expect(await words('a.png', RANDOM)).to.deep.equal(['', null]);
    expect(await words('README', 'text')).to.deep.equal(['', null]);
    for (const name of ['a.txt', 'a.pdf', 'a.docx']) expect(await words(name, '')).to.deep.equal(['', null]);
  });

  it('is missing for encrypted or broken files, with the reason', async () => {
    expect(await words('a.docx', ENVELOPE)).to.deep.equal(['', 'encrypted']);
    expect(await words('a.pdf', aLockedPdf())).to.deep.equal(['', 'encrypted']);
    for (const name of ['a.pdf', 'a.docx', 'a.xlsx', 'a.pptx']) {
      expect(await words(name, RANDOM), name).to.deep.equal(['', 'broken']);
      expect(await words(name, 'PK\u0003\u0004 not really'), name).to.deep.equal(['', 'broken']);
    }
    expect(await words('a.docx', anXlsx())).to.deep.equal(['', 'broken']);
    expect((await words('a.docx', aDocx('Half of it').subarray(0, 300)))[1]).to.equal('broken');
  });

  it('is not extracted from files that expand too far', async () => {
    const bomb = aBomb();
    expect(bomb.length).to.be.below(200_000);
    expect(await words('a.docx', bomb)).to.deep.equal(['', 'expandsTooFar']);
  });

  it("ends at the index's limit", async () => {
    const { text } = await extraction.extract('a.txt', Buffer.from('word '.repeat(100_000)));
    expect(text).to.have.length(100_000);
    const { text: page } = await extraction.extract('a.html', Buffer.from('<p>word '.repeat(100_000)));
    expect(page).to.have.length(100_000);
  });

  it('costs a process if it takes too long or too much memory, and another process reads the next file', async () => {
    const hasty = createExtraction({ timeoutMs: 20 });
    expect(await hasty.extract('a.xlsx', manyCells())).to.deep.equal({ text: '', fault: 'tooSlow' });
    await hasty.close();
    const small = createExtraction({ memoryMb: 64 });
    expect((await small.extract('a.xlsx', manyCells())).fault).to.equal('expandsTooFar');
    expect(await small.extract('a.txt', Buffer.from('text'))).to.deep.equal({ text: 'text', fault: null });
    await small.close();
  });

  /** An extraction, and its new process; the one with the highest number may be older, because numbers wrap around. */
  async function startedExtraction(): Promise<[Extraction, number]> {
    const others = childProcesses('extractWorker');
    const started = createExtraction();
    await started.extract('a.txt', Buffer.from('text'));
    const [worker, ...more] = childProcesses('extractWorker').filter((pid) => !others.includes(pid));
    expect(more).to.deep.equal([]);
    return [started, worker!];
  }

  it('is read to the end even if all processes of the server are told to stop', async () => {
    const [told, pid] = await startedExtraction();
    const reading = told.extract('a.xlsx', manyCells());
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.kill(pid, signal);
    expect((await reading).fault).to.equal(null);
    await told.close();
  });

  it('is reported as unread, not as too large, if something else has killed the process', async () => {
    const [killed, pid] = await startedExtraction();
    const reading = killed.extract('a.xlsx', manyCells());
    process.kill(pid, 'SIGKILL');
    expect(await reading).to.deep.equal({ text: '', fault: 'contentUnread' });
    expect(await killed.extract('a.txt', Buffer.from('text'))).to.deep.equal({ text: 'text', fault: null });
    await killed.close();
  });

  it('is reported as unread, and the next file is read, if the process was killed before it got the file', async () => {
    const [killed, pid] = await startedExtraction();
    const reading = killed.extract('a.txt', Buffer.from('text'));
    killUnnoticed(pid);
    expect(await reading).to.deep.equal({ text: '', fault: 'contentUnread' });
    expect(await killed.extract('a.txt', Buffer.from('text'))).to.deep.equal({ text: 'text', fault: null });
    await killed.close();
  });

  it('is read once a process can start, if the system had no room', async () => {
    const poor = createExtraction();
    const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
    await Promise.resolve(); // mocha starts its own timer once the test has returned
    const earlier = timers();
    const taken = takeAllDescriptors();
    const refused = await poor.extract('a.txt', Buffer.from('text')).catch((error: unknown) => error);
    for (const descriptor of taken) closeSync(descriptor);
    expect(refused).to.be.instanceOf(Error);
    expect(timers(), 'nothing waits for its start').to.equal(earlier);
    expect(await poor.extract('a.txt', Buffer.from('text'))).to.deep.equal({ text: 'text', fault: null });
    await poor.close();
  });

  /** Uses up this process's file descriptors. */
  function takeAllDescriptors(): number[] {
    const taken: number[] = [];
    for (;;)
      try {
        taken.push(openSync('/dev/null', 'r'));
      } catch {
        return taken;
      }
  }

  it('does not wait for a process that does not become ready', async () => {
    const late = createExtraction({ startMs: 1 });
    const refused = await late.extract('a.txt', Buffer.from('text')).catch((error: unknown) => error);
    expect(refused).to.be.instanceOf(Error).with.property('message').that.includes('does not start');
    await late.close();
  });

  it('is given up when the server stops', async () => {
    const stopping = createExtraction();
    const asked = stopping.extract('a.txt', Buffer.from('text')).catch((error: unknown) => error);
    await stopping.close();
    expect(await asked).to.be.instanceOf(Stopping);
  });
});
