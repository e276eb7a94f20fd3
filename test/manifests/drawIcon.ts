import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';

/** Draws an SVG as a square PNG of this size, transparent where it draws nothing. */
export async function drawIcon(page: Page, svgFile: string, size: number): Promise<Buffer> {
  await page.setViewportSize({ width: size, height: size });
  const svg = await readFile(svgFile, 'utf8');
  await page.setContent(`<style>*{margin:0}svg{display:block;width:${size}px;height:${size}px}</style>${svg}`);
  return page.screenshot({ omitBackground: true });
}

interface Pixels {
  width: number;
  height: number;
  /** Four bytes each: red, green, blue, opacity. */
  rgba: number[];
}

/** The pixels of a PNG, as a browser decodes it. */
export const pixelsOf = (page: Page, png: Buffer): Promise<Pixels> =>
  page.evaluate<Pixels>(`(async () => {
    const response = await fetch('data:image/png;base64,${png.toString('base64')}');
    const image = await createImageBitmap(await response.blob());
    const context = new OffscreenCanvas(image.width, image.height).getContext('2d');
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, 0, image.width, image.height);
    return { width: image.width, height: image.height, rgba: [...data] };
  })()`);
