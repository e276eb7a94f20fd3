import { expect } from 'chai';
import fc from 'fast-check';
import { ConnectionTable } from '../../../server/foundation/http/connectionTable.ts';

describe('the table of connections', () => {
  /** The connection that must close for a new silent one. */
  const arrive = (table: ConnectionTable<string>, connection: string, address: string | null) =>
    [table.open(connection, address), table.wait(connection)].filter((each) => each !== null);

  it('closes the longest waiting of an address that has too many, and none of another address', () => {
    const table = new ConnectionTable<string>(100, 2);
    expect(['a1', 'a2'].flatMap((each) => arrive(table, each, 'a'))).to.deep.equal([]);
    expect(arrive(table, 'b1', 'b')).to.deep.equal([]);
    expect(arrive(table, 'a3', 'a')).to.deep.equal(['a1']);
    expect(table.size).to.equal(3);
  });

  it('counts neither connections being served, nor recognised ones, nor those behind a trusted proxy', () => {
    const table = new ConnectionTable<string>(100, 1);
    arrive(table, 'busy', 'a');
    table.begin('busy');
    arrive(table, 'known', 'a');
    table.prove('known');
    expect(arrive(table, 'a1', 'a')).to.deep.equal([]);
    for (const each of ['p1', 'p2', 'p3']) expect(arrive(table, each, null)).to.deep.equal([]);
    table.end('busy');
    expect(arrive(table, 'a2', 'a')).to.deep.equal(['a1']);
    expect(arrive(table, 'a3', 'a')).to.deep.equal(['busy']);
  });

  it('makes room by closing those of the largest address, then idle ones, and never one being served', () => {
    const table = new ConnectionTable<string>(4, 10);
    arrive(table, 'known', 'b');
    table.prove('known');
    for (const each of ['a1', 'a2']) arrive(table, each, 'a');
    arrive(table, 'c1', 'c');
    expect(arrive(table, 'd1', 'd')).to.deep.equal(['a1']);
    for (const each of ['a2', 'c1', 'd1']) table.begin(each);
    expect(arrive(table, 'e1', 'e')).to.deep.equal(['known']);
    table.begin('e1');
    expect(arrive(table, 'f1', 'f')).to.deep.equal(['f1']);
    expect(table.size).to.equal(4);
  });

  it('admits a crowd from one address whose requests have arrived with it', () => {
    const table = new ConnectionTable<string>(100, 2);
    const crowd = ['a1', 'a2', 'a3', 'a4', 'a5'];
    for (const each of crowd) expect(table.open(each, 'a')).to.equal(null);
    for (const each of crowd.slice(1)) table.begin(each);
    for (const each of crowd) expect(table.wait(each)).to.equal(null);
    for (const each of crowd.slice(1)) table.end(each);
    expect(arrive(table, 'a6', 'a')).to.deep.equal(['a1']);
  });

  it('makes room by closing connections without any data if no others wait, and not the newest', () => {
    const table = new ConnectionTable<string>(3, 10);
    arrive(table, 'known', 'k');
    table.prove('known');
    for (const each of ['a1', 'a2']) expect(table.open(each, 'a')).to.equal(null);
    expect(table.open('b1', 'b')).to.equal('a1');
    table.begin('b1');
    expect(table.open('c1', 'c')).to.equal('a2');
    table.wait('c1');
    expect(table.open('d1', 'd')).to.equal('c1');
  });

  it('never exceeds its limit, and never closes one being served', () => {
    const step = fc.record({
      action: fc.constantFrom('open', 'open', 'wait', 'begin', 'end', 'prove', 'closed'),
      address: fc.constantFrom('a', 'b', null),
      which: fc.nat(30),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 200 }), (steps) => {
        const table = new ConnectionTable<number>(8, 3);
        const here = new Map<number, { requests: number }>();
        const leave = (gone: number | null) => {
          if (gone === null) return;
          expect(here.get(gone)?.requests).to.equal(0);
          here.delete(gone);
        };
        let next = 0;
        for (const { action, address, which } of steps) {
          if (action === 'open') {
            const gone = table.open(next, address);
            here.set(next++, { requests: 0 });
            leave(gone);
          }
          const connection = [...here.keys()][which % Math.max(here.size, 1)];
          if (connection === undefined || action === 'open') continue;
          const state = here.get(connection)!;
          if (action === 'wait') {
            leave(table.wait(connection));
          } else if (action === 'closed') here.delete(connection);
          else if (action === 'begin') state.requests++;
          else if (action === 'end' && state.requests-- === 0) {
            state.requests = 0;
            continue;
          }
          if (action !== 'wait') table[action as 'begin'](connection);
          expect(table.size).to.equal(here.size);
        }
        expect(table.size).to.be.at.most(8);
        for (const gone of [-1, next]) table.end(gone); // unknown to it
      }),
    );
  });
});
