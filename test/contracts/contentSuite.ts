import { expect } from 'chai';
import type { Attachment } from '../../contract/attachments.ts';
import type { Fact } from '../../contract/facts.ts';
import { asking } from './asking.ts';
import type { Driver, SuiteStage } from './driver.ts';

const FACTS: [declared: object, shown: Fact][] = [
  [
    { label: 'Amount', kind: 'money', value: '4800.5', currency: 'EUR' },
    { label: 'Amount', kind: 'money', value: { amount: 4800.5, currency: 'EUR' } },
  ],
  [
    { label: 'Spent on', kind: 'date', value: '"2026-03-02"' },
    { label: 'Spent on', kind: 'date', value: '2026-03-02' },
  ],
  [
    { label: 'Cost centre', kind: 'text', value: '"K*4*711"' },
    { label: 'Cost centre', kind: 'text', value: 'K*4*711' },
  ],
  [
    { label: 'Budget left', kind: 'number', value: 'nothing.here' },
    { label: 'Budget left', kind: 'number', value: null },
  ],
];

const RING_A = '20000000-0000-4000-8000-000000000004';

const ATTACHMENTS: [declared: object, shown: Attachment][] = [
  [
    { label: 'Catalogue', url: 'https://erp.test/{{ 17 }}' },
    { label: 'Catalogue', kind: 'link', url: 'https://erp.test/17' },
  ],
  [
    { label: 'Offer', file: '{ "id": "01ARZ3NDEKTSV4RRFFQ69G5FAV" }' },
    { label: 'Offer', kind: 'file', file: null },
  ],
];

/** Intl uses non-breaking spaces, and Teams gets characters that cannot be Markdown. */
const alike = (text: string): string => text.replace(/\s+/g, ' ').replaceAll('\u2217', '*');

/** The background that comes with a question on every channel (behaviour 4.1). */
export function contentSuite(stage: SuiteStage, driver: Driver): void {
  const { channel, copyOf } = driver;
  const { ask, approve } = asking(stage, driver);

  function expectFacts(text: string): void {
    for (const [, shown] of FACTS) {
      expect(alike(text)).to.include(shown.label);
      expect(alike(text)).to.include(alike(driver.fact(shown)));
    }
  }

  it('shows the attachments of a question, also an unavailable one', async () => {
    const request = await ask({ attachments: ATTACHMENTS.map(([declared]) => declared) });
    const text = alike(await (await copyOf('grace', request)).text());
    for (const [, shown] of ATTACHMENTS) {
      expect(text).to.include(shown.label);
      expect(text).to.include(alike(driver.attachment(shown)));
    }
  });

  // the web client reads it with the request: test/requests
  if (channel !== 'web')
    it('explains why a person is asked who was not named directly', async () => {
      const request = await ask({ assignees: { users: ['grace@sandbox.test'], groups: [RING_A] } });
      const why = driver.why({ kind: 'group', name: 'Ring A' });
      expect(await (await copyOf('alan', request)).text()).to.include(why);
      expect(await (await copyOf('grace', request)).text()).to.not.include('Ring A');
    });

  it('shows the key figures of a question, also an unavailable one', async () => {
    const request = await ask({ facts: FACTS.map(([declared]) => declared) });
    const copy = await copyOf('grace', request);
    expectFacts(await copy.text());
    await copy.answer(approve());
    await stage.settle();
    if (channel !== 'email') expectFacts(await copy.text()); // a used link shows nothing
  });
}
