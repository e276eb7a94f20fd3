// cspell:ignore connectionindicator
import { expect } from 'chai';
import { flow, savedFlow } from '../support/samples.ts';
import { flowEditorOn } from '../support/screens/flowEditor.ts';
import { signIn, visit, withClient } from './client.ts';

const GRIP = '.react-flow__handle.source.connectionindicator';

/** Relative luminance, as WCAG defines it. */
function luminance(color: string): number {
  const [red, green, blue] = color
    .match(/\d+/g)!
    .map((part) => Number(part) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

describe('desktop in a browser: the drawing of a flow', () => {
  for (const theme of ['light', 'dark', 'contrast'] as const)
    describe(`with the theme ${theme}`, () => {
      const client = withClient({ theme });

      it('shows the dot that edges are drawn from', async () => {
        const { standIn, page } = client();
        Object.assign(standIn.state, { flows: [flow], definitions: { [flow.id]: savedFlow }, roles: ['author'] });
        await signIn(client());
        await visit(client(), `#/flows/${flow.id}/edit`);
        await page.locator(GRIP).first().waitFor();
        const colour = (of: string) => page.evaluate<string>(`getComputedStyle(${of}).backgroundColor`);
        const grip = luminance(await colour(`document.querySelector('${GRIP}')`));
        const canvas = luminance(await colour(`document.querySelector('.react-flow').parentElement`));
        const contrast = (Math.max(grip, canvas) + 0.05) / (Math.min(grip, canvas) + 0.05);
        expect(contrast).to.be.at.least(3);
      });
    });

  describe('with a fault in a step', () => {
    const client = withClient();

    it('says so in full, whatever kind of step it is', async () => {
      const { standIn, page } = client();
      Object.assign(standIn.state, { roles: ['author'] });
      await signIn(client());
      await visit(client(), '#/new-flow');
      const editor = flowEditorOn(page);
      await editor.begin();
      await editor.openStep('Ask somebody');
      await editor.panel.getByRole('textbox', { name: 'Question', exact: true }).fill('{{ amount + }}');
      await page.getByRole('group', { name: 'Ask somebody, Question · needs another look' }).waitFor();
      const words = await page.evaluate<string[]>(`[...document.querySelectorAll('.react-flow__node span')]
        .filter((part) => part.textContent.endsWith('needs another look'))
        .map((part) => (part.scrollWidth > part.clientWidth ? 'cut' : 'whole'))`);
      expect(words).to.include('whole').and.not.include('cut');
    });
  });
});
