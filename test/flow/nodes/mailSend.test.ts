import { expect } from 'chai';
import { createMailNodes } from '../../../server/flow/nodes/mail.ts';
import type { MyGraph } from '../../../server/people/onBehalf/myGraph.ts';
import { visits } from './visit.ts';

const { visit } = visits();

describe('A mail that a flow sends', () => {
  const sent: { contentType: string; content: string }[] = [];
  const graph = {
    async write(_schema: unknown, _method: string, _asking: unknown, body: { message: { body: (typeof sent)[0] } }) {
      sent.push(body.message.body);
    },
  } as unknown as MyGraph;
  const delegations = { obstacleTo: () => null, tokenOf: async () => 'token', doubt: async () => undefined };
  const node = createMailNodes({ delegations, graphAs: () => graph }).find(({ type }) => type === 'mail_send')!;

  const bodyOf = async (isHtml: boolean, body: string, context: Record<string, unknown>) => {
    await visit(node, { to: 'grace@sandbox.test', subject: 'Done', body, isHtml }, context);
    return sent.pop();
  };
  const said = `<a href="https://evil.test">Sign in</a> & 'so on'`;

  it('inserts values into its HTML as text', async () =>
    expect(await bodyOf(true, '<p title="{{ said }}">{{ said }}</p>\n<hr>{{ 5 }}', { said })).to.deep.equal({
      contentType: 'HTML',
      content: `<p title="${SHOWN}">${SHOWN}</p>\n<hr>5`,
    }));

  const SHOWN = '&lt;a href=&quot;https://evil.test&quot;&gt;Sign in&lt;/a&gt; &amp; &#39;so on&#39;';

  it("is the context's HTML, if its body is a single expression", async () =>
    expect(await bodyOf(true, ' {{ page }} ', { page: '<b>Yes</b>' })).to.deep.equal({
      contentType: 'HTML',
      content: ' <b>Yes</b> ',
    }));

  it('is unchanged if it is not HTML', async () =>
    expect(await bodyOf(false, '{{ said }} <b>', { said })).to.deep.equal({
      contentType: 'Text',
      content: `${said} <b>`,
    }));
});
