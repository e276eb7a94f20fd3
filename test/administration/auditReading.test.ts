import { expect } from 'chai';
import type { AuditEntry } from '../../contract/audit.ts';
import { MOST_EXPORTED } from '../../contract/auditActions.ts';
import { exportOf, type ReadEntries } from '../../server/administration/auditReading.ts';

const entry = (seq: number): AuditEntry => ({
  seq,
  at: '2026-03-02T09:00:00.000Z',
  actor: { id: 'flow', displayName: null },
  action: 'request.raised',
  subject: 's',
  channel: null,
  verifiedBy: null,
  detail: null,
  position: seq,
  hash: null,
});

/** Pages of so many rows each, without end. */
const endless =
  (rows: number): ReadEntries =>
  async ({ after }) => {
    const first = (after?.seq ?? 0) + 1;
    const items = Array.from({ length: rows }, (_, n) => entry(first + n));
    return { items, next: { at: 0, seq: first + rows - 1 } };
  };

async function linesOf(read: ReadEntries): Promise<string[]> {
  let text = '';
  for await (const some of await exportOf(read)) text += some;
  return text.split('\r\n').slice(0, -1);
}

describe('an export of the audit', () => {
  it('stops at its row limit, whatever the page sizes', async () => {
    for (const rows of [1000, 777]) {
      const [, ...lines] = await linesOf(endless(rows));
      expect(lines).to.have.length(MOST_EXPORTED);
      expect(lines.at(-1)).to.match(new RegExp(`^${MOST_EXPORTED},`));
    }
  });

  it('continues after an empty page', async () => {
    const pages = [[entry(3)], [], [entry(1)]];
    const read: ReadEntries = async () => {
      const items = pages.shift()!;
      return { items, next: pages.length > 0 ? { at: 0, seq: 2 } : null };
    };
    expect((await linesOf(read)).map((line) => line.split(',')[0])).to.deep.equal(['\uFEFFseq', '3', '1']);
  });

  it('fails before the first byte if nothing can be read', async () => {
    const error: unknown = await exportOf(() => Promise.reject(new Error('down'))).catch((thrown: unknown) => thrown);
    expect(String(error)).to.equal('Error: down');
  });
});
