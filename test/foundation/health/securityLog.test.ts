import { expect } from 'chai';
import fc from 'fast-check';
import {
  createSecurityLog,
  SECURITY_EVENTS,
  SECURITY_LINES,
  type SecurityEventName,
} from '../../../server/foundation/health/securityLog.ts';

interface Line {
  event: SecurityEventName;
  address?: string;
  dropped?: number;
}

function stage() {
  const lines: Line[] = [];
  const counted: string[] = [];
  let at = 1000;
  const security = createSecurityLog({
    log: { warn: (details) => void lines.push(details as Line) },
    onEvent: (event) => void counted.push(event),
    monotonic: () => at,
  });
  return { lines, counted, security, pass: (ms: number) => void (at += ms) };
}

describe('the security log', () => {
  it('writes one line per event, marked as such', () => {
    const { lines, security } = stage();
    security.record({ event: 'sign_in.failed', address: '10.0.0.1', route: '/api/me', status: 401, requestId: 'x' });
    expect(lines).to.deep.equal([
      { security: true, event: 'sign_in.failed', address: '10.0.0.1', route: '/api/me', status: 401, requestId: 'x' },
    ]);
  });

  it('is bounded: ten per address, fifty per event, and a count of the rest a minute later', () => {
    const { lines, counted, security, pass } = stage();
    for (let n = 0; n < 1000; n++) security.record({ event: 'limit.hit', address: '10.0.0.1' });
    expect(lines).to.have.length(SECURITY_LINES.ofAddress);
    security.record({ event: 'limit.hit', address: '10.0.0.2' });
    expect(lines.at(-1)!.address, 'somebody quiet beside somebody loud').to.equal('10.0.0.2');
    for (let n = 0; n < 1000; n++) security.record({ event: 'limit.hit', address: `10.0.1.${n}` });
    expect(lines).to.have.length(SECURITY_LINES.ofEvent);
    security.record({ event: 'link.refused', address: '10.0.0.1' });
    expect(lines.at(-1)!.event, 'another event').to.equal('link.refused');
    security.tellDropped();
    expect(lines).to.have.length(SECURITY_LINES.ofEvent + 1);

    pass(60_000);
    security.tellDropped();
    security.tellDropped();
    expect(lines.slice(SECURITY_LINES.ofEvent + 1)).to.deep.equal([
      { security: true, event: 'limit.hit', dropped: 2001 - SECURITY_LINES.ofEvent },
    ]);
    security.record({ event: 'limit.hit', address: '10.0.0.1' });
    expect(lines.at(-1)).to.deep.equal({ security: true, event: 'limit.hit', address: '10.0.0.1' });
    expect(counted).to.have.length(2003);
  });

  it('loses no event: each has its line or is counted as omitted, whenever it comes', () => {
    const events = Object.keys(SECURITY_EVENTS) as SecurityEventName[];
    const happening = fc.record({
      event: fc.constantFrom(...events),
      address: fc.constantFrom('a', 'b', 'c'),
      afterMs: fc.integer({ min: 0, max: 20_000 }),
      times: fc.integer({ min: 1, max: 40 }),
    });
    fc.assert(
      fc.property(fc.array(happening, { maxLength: 30 }), (story) => {
        const { lines, security, pass } = stage();
        let recorded = 0;
        for (const { event, address, afterMs, times } of story) {
          pass(afterMs);
          for (let n = 0; n < times; n++) security.record({ event, address });
          recorded += times;
        }
        pass(60_000);
        security.tellDropped();
        const told = lines.reduce((sum, { dropped }) => sum + (dropped ?? 1), 0);
        expect(told).to.equal(recorded);
      }),
    );
  });
});
