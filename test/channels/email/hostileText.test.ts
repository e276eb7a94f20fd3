import { expect } from 'chai';
import type { VariableSpec } from '../../../contract/variables.ts';
import { tagsOf, textOf, withoutOurScripts } from './markup.ts';
import { aHost, anOutcome, aPageServer, EVERY_TYPE, type FakeHost, type PageServer } from './support.ts';

describe('hostile text', () => {
  let host: FakeHost;
  let server: PageServer;

  const start = async (specs?: VariableSpec[], overrides = {}): Promise<void> => {
    await server?.close();
    host = aHost(specs, overrides);
    server = await aPageServer(host);
  };
  after(() => server.close());

  it('is shown as text, wherever it stands on the pages', async () => {
    const evil = `"><script>alert('1')</script><img src=x onerror=alert(2)>\`&amp;`;
    const option = { value: evil, label: evil, description: evil, icon: '🔥' };
    const specs = EVERY_TYPE.map((spec) => ({
      ...spec,
      label: evil,
      description: evil,
      placeholder: evil,
      required: spec.type !== 'file' && spec.type !== 'password',
      options: spec.options && [option, { label: evil, options: [{ ...option, value: `${evil}2` }] }],
      columns: spec.columns?.map((column) => ({ ...column, label: evil })),
      validation: { min: evil, max: evil },
      default: evil,
    }));
    const context = { chatName: evil, recentMessages: [{ role: 'user', content: evil }], totalMessages: 3 };
    await start(specs, {
      inputType: 'form',
      prompt: `${evil}\n${evil}`,
      flowName: evil,
      requester: evil,
      webUrl: `https://x.test/${evil}`,
      chatContext: context,
    });
    const sent = Object.fromEntries(specs.map((spec) => [`f_${spec.name}`, evil]));
    const pages = [await fetch(server.page()), await server.post({ ...sent, note: evil, nonce: evil })];
    host.outcome = anOutcome({
      prompt: evil,
      text: evil,
      flowName: evil,
      requester: evil,
      webUrl: evil,
      answers: [{ label: evil, text: evil }],
    });
    pages.push(await fetch(server.page()));
    expect(pages.map(({ status }) => status)).to.deep.equal([200, 422, 200]);
    for (const page of pages) {
      const tags = tagsOf(withoutOurScripts(await page.text()));
      expect(
        tags.filter(
          ({ name, attributes }) => ['script', 'img'].includes(name) || 'onerror' in attributes || 'src' in attributes,
        ),
      ).to.deep.equal([]);
    }
    await start([{ name: 'value', type: 'text' }]);
    const recorded = await (await server.post({ f_value: evil, note: evil })).text();
    expect(tagsOf(recorded).map(({ name }) => name)).to.not.include('script');
    expect(textOf(recorded)).to.include(evil.replace(/\s+/g, ' '));
  });
});
