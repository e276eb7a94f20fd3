import { Button } from '@fluentui/react-components';
import { useEffect, type MouseEvent } from 'react';
import { appLink, INBOX } from '../../../contract/openLinks.ts';
import { forgetApp } from '../appLinks.ts';
import { useText, type TextId } from '../text.ts';
import { AppLinksSwitch } from './AppLinksSwitch.tsx';
import { useAppLink } from './useAppLink.ts';
import { Welcome } from './Welcome.tsx';

type OpenApp = (link: string) => void;

/**
 * The landing page of message links in a browser that knows the desktop app: opens the app, with a link to the web
 * client.
 */
export function LinkToApp({ place, openApp }: { place: string; openApp: OpenApp }) {
  const text = useText();
  useTitle('title.open');
  const [state, tryAgain] = useAppLink(appLink(place, window.location.origin), openApp);
  const stay = (event: MouseEvent): void => {
    if (state === 'stayed') forgetApp();
    if (event.ctrlKey || event.metaKey || event.shiftKey) return; // opens another tab
    event.preventDefault();
    window.location.replace(`#/${place}`); // replaces this page in the history
  };
  return (
    <Welcome words={text(`appLinks.${state}`)} isLive>
      <Button
        as="a"
        appearance="primary"
        size="large"
        style={{ textAlign: 'center' }}
        href={`#/${place}`}
        onClick={stay}
      >
        {text('appLinks.inBrowser')}
      </Button>
      <Button appearance="subtle" onClick={tryAgain}>
        {text('appLinks.again')}
      </Button>
      <AppLinksSwitch />
    </Welcome>
  );
}

/**
 * The page to which the desktop app sends the browser after a sign-in, so that the browser knows that it is installed.
 */
export function AppReady({ openApp }: { openApp: OpenApp }) {
  const text = useText();
  useTitle('title.appReady');
  return (
    <Welcome words={text('appLinks.ready')}>
      <Button appearance="primary" size="large" onClick={() => openApp(appLink(INBOX, window.location.origin))}>
        {text('appLinks.goToApp')}
      </Button>
      <AppLinksSwitch />
    </Welcome>
  );
}

function useTitle(page: TextId): void {
  const text = useText();
  useEffect(() => {
    document.title = `${text(page)} · ${text('product')}`;
  }, [page, text]);
}
