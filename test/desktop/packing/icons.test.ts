import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { draw } from '../../../desktop/packing/drawing.ts';
import { png, writeIcons } from '../../../desktop/packing/iconFiles.ts';
import { closeContext, sharedBrowser } from '../../support/chromium.ts';
import { temporaryFolder } from '../main/desktopApp.ts';

const svg = readFileSync('desktop/renderer/public/handback.svg', 'utf8');

describe('the icons of the desktop app', () => {
  it("are the product's logo, as a browser draws it", async () => {
    const context = await (await sharedBrowser()).newContext();
    const page = await context.newPage();
    const url = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`;
    const own = `data:image/png;base64,${png(draw(svg, 128)).toString('base64')}`;
    const difference = await page.evaluate<number>(`(async () => {
      const pixels = async (source) => {
        const image = new Image();
        image.src = source;
        await image.decode();
        const canvas = new OffscreenCanvas(128, 128).getContext('2d');
        canvas.drawImage(image, 0, 0, 128, 128);
        return canvas.getImageData(0, 0, 128, 128).data;
      };
      const [browser, own] = [await pixels('${url}'), await pixels('${own}')];
      return browser.reduce((sum, value, at) => sum + Math.abs(value - own[at]), 0) / browser.length;
    })()`);
    expect(difference).to.be.below(1);
    await closeContext(context);
  });

  it('are files in the format of each system', async () => {
    const folder = await temporaryFolder();
    await writeIcons(folder);
    const ico = await readFile(path.join(folder, 'handback.ico'));
    const last = 6 + (ico.readUInt16LE(4) - 1) * 16;
    expect(ico.readUInt32LE(last + 8) + ico.readUInt32LE(last + 12), 'its last entry ends it').to.equal(ico.length);
    const icns = await readFile(path.join(folder, 'handback.icns'));
    expect([icns.toString('latin1', 0, 4), icns.readUInt32BE(4)]).to.deep.equal(['icns', icns.length]);
    const linux = await readFile(path.join(folder, 'linux', '512x512.png'));
    expect([linux.readUInt32BE(16), linux.readUInt32BE(20)]).to.deep.equal([512, 512]);
  });

  it('refuse what they cannot draw', () => {
    for (const wrong of [
      svg.replace('<circle', '<ellipse'),
      svg.replace('a5 5 0 0 1', 'c5 5 0 0 1'),
      svg.replace('a5 5', 'a5 6'),
      svg.replace('#076f6f', 'teal'),
      svg.replace('fill="none"', 'fill="#fff"'),
      svg.replace('0 0 32 32', '0 0 32 16'),
    ])
      expect(() => draw(wrong, 8)).to.throw();
  });
});
