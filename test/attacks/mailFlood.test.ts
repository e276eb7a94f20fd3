import { expect } from 'chai';
import { floodMails } from '../chaos/mailFlood.ts';
import { forEachDatabase } from '../support/databases.ts';

describe('a flood of mails', () => {
  forEachDatabase((_, openUrl) => {
    it("does not delay another flow's mail, even if the mail server is slow", async () => {
      const kept = await floodMails({ databaseUrl: await openUrl(), mails: 150, mailMs: 300, connections: 3 });
      expect(kept.isKept, kept.measured).to.equal(true);
    });
  });
});
