import { until } from '../../support/until.ts';
import { startDesktopApp } from './desktopApp.ts';

describe('a notification that Windows kept over a restart of the desktop app', () => {
  it('opens the inbox, because Windows does not say which question it was', async () => {
    const app = await startDesktopApp(null, { platform: 'win32' });
    const [window] = app.electron.windows;
    window!.isFocused = false;
    app.electron.state.activate();
    await until(() => window!.webContents.told.some((told) => told.kind === 'open' && told.hash === '#/notifications'));
    await until(() => window!.isFocused);
    await app.close();
  });
});
