import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../support/chromium.ts';
import { drawIcon, pixelsOf } from './drawIcon.ts';

const TEAMS = fileURLToPath(new URL('../../manifests/teams/', import.meta.url));
const DRAWN = fileURLToPath(new URL('../../out/manifests/icons/', import.meta.url));

/** Browsers smooth edges a little differently. */
const TOLERANCE = 4;

describe('icons of the Teams app', function () {
  this.timeout(60_000);
  let browser: Browser;
  let page: Page;
  before(async () => {
    browser = await launchBrowser();
    page = await browser.newPage();
    await mkdir(DRAWN, { recursive: true });
  });
  after(() => browser?.close());

  const icon = async (name: string) => pixelsOf(page, await readFile(path.join(TEAMS, `${name}.png`)));

  for (const [name, size] of [
    ['color', 192],
    ['outline', 32],
  ] as const)
    it(`${name}.png matches its drawing, ${size} pixels wide and high`, async () => {
      const drawn = await drawIcon(page, path.join(TEAMS, `${name}.svg`), size);
      await writeFile(path.join(DRAWN, `${name}.png`), drawn);
      const [kept, anew] = [await icon(name), await pixelsOf(page, drawn)];
      expect([kept.width, kept.height]).to.deep.equal([size, size]);
      const difference = kept.rgba.reduce((sum, value, n) => sum + Math.abs(value - anew.rgba[n]!), 0);
      expect(difference / kept.rgba.length, `look at out/manifests/icons/${name}.png`).to.be.below(TOLERANCE);
    });

  it('color.png has no transparent pixel', async () => {
    const { rgba } = await icon('color');
    expect(rgba.filter((value, n) => n % 4 === 3 && value !== 255)).to.deep.equal([]);
  });

  it('outline.png is white on transparent, as Teams requires', async () => {
    const { rgba } = await icon('outline');
    const opacity = rgba.filter((_, n) => n % 4 === 3);
    expect(opacity.some((value) => value === 0) && opacity.some((value) => value === 255)).to.equal(true);
    const colours = rgba.filter((value, n) => n % 4 !== 3 && opacity[Math.floor(n / 4)]! > 128 && value < 250);
    expect(colours).to.deep.equal([]);
  });
});
