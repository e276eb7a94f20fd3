import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { findChromium, launchBrowser } from './chromium.ts';

const HERE = fileURLToPath(import.meta.url);

describe('Chromium for tests', () => {
  it('is the one that CHROMIUM_PATH names', () => {
    expect(findChromium({ CHROMIUM_PATH: HERE }, [])).to.equal(HERE);
  });

  it('is not guessed if CHROMIUM_PATH names nothing', () => {
    expect(() => findChromium({ CHROMIUM_PATH: `${HERE}.gone` })).to.throw('there is nothing');
  });

  it('is otherwise an installed one', () => {
    expect(findChromium({}, ['/nowhere/chromium', HERE])).to.equal(HERE);
  });

  it('draws a page', async () => {
    const browser = await launchBrowser();
    const page = await browser.newPage();
    await page.setContent('<h1>Handback</h1>');
    const heading = await page.textContent('h1');
    await browser.close();
    expect(heading).to.equal('Handback');
  });
});
