import { expect } from 'chai';
import { until } from '../../support/until.ts';
import { startDesktopApp } from './desktopApp.ts';

const HASH = '#/notifications/01JZ0000000000000000000000-review';

describe('the window of one question in the desktop app', () => {
  it('returns to its question through another link to it, wherever the person went from there', async () => {
    const app = await startDesktopApp(null);
    const follow = () => app.electron.app.emit('second-instance', {}, ['handback', `handback:/${HASH.slice(1)}`]);
    follow();
    const window = app.electron.windows.find(({ url }) => url.endsWith(HASH))!;
    expect(window.webContents.told).to.deep.equal([]);
    window.isFocused = false;
    follow();
    await until(() => window.isFocused);
    expect(window.webContents.told).to.deep.equal([{ kind: 'open', hash: HASH }]);
    await app.close();
  });
});
