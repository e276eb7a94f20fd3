import { AriaLiveAnnouncer, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { lazy, Suspense, useEffect, useRef, useState, type ComponentType, type RefObject } from 'react';
import type { ClientConfig } from '../../../contract/client.ts';
import { useAssignmentCounts } from '../api/assignmentCounts.ts';
import { PENDING, useInbox, useInboxCounts } from '../api/inbox.ts';
import { useManner } from '../api/profiles.ts';
import { useLiveUpdates } from '../api/useLiveUpdates.ts';
import type { AuthClient, Host } from '../host.ts';
import { DraftsProvider } from '../drafts/DraftsProvider.tsx';
import { NotificationCenter } from '../list/NotificationCenter.tsx';
import { loadOutboxBars } from '../outbox/loadOutboxBars.ts';
import { OutboxProvider, useOutboxState } from '../outbox/OutboxProvider.tsx';
import type { Preferences } from '../preferences.ts';
import { hrefOf, type Route } from '../routes.ts';
import { useText } from '../text.ts';
import { useRoute } from '../useRoute.ts';
import { Boundary } from './Boundary.tsx';
import { Header } from './Header.tsx';
import './lastFocused.ts'; // records from the start
import { quiet } from './quiet.ts';
import { Loading } from './states.tsx';
import { untilLoaded } from './untilLoaded.ts';

const loadKeeper = () => import('./PageKeeper.tsx');
const PageKeeper = lazy(async () => ({ default: (await untilLoaded(loadKeeper)).PageKeeper }));

const loadBars = () => import('./SessionBars.tsx');
const SessionBars = lazy(async () => ({ default: (await untilLoaded(loadBars)).SessionBars }));

const OutboxBars = lazy(() => untilLoaded(loadOutboxBars));

/** A lazily loaded page. Waits for the keeper, so that its dialogs give the focus back to what opened them. */
const lazyPage = <Props,>(load: () => Promise<ComponentType<Props>>) =>
  lazy(async () => {
    const [page] = await Promise.all([load(), loadKeeper()]);
    return { default: page };
  });
const AskedPage = lazyPage(async () => (await import('../list/AskedPage.tsx')).AskedPage);
const ChatList = lazyPage(async () => (await import('../chats/ChatList.tsx')).ChatList);
const ChatPage = lazyPage(async () => (await import('../chats/ChatPage.tsx')).ChatPage);
const LogPage = lazyPage(async () => (await import('../chats/LogPage.tsx')).LogPage);
const AssignedPages = lazyPage(async () => (await import('../assignments/AssignedPages.tsx')).AssignedPages);
const FlowList = lazyPage(async () => (await import('../flows/FlowList.tsx')).FlowList);
const FlowPage = lazyPage(async () => (await import('../flows/FlowPage.tsx')).FlowPage);
const EditFlowPage = lazyPage(async () => (await import('../flows/EditFlowPage.tsx')).EditFlowPage);
const NewFlowPage = lazyPage(async () => (await import('../flows/EditFlowPage.tsx')).NewFlowPage);
const SecretsPage = lazyPage(async () => (await import('../secrets/SecretsPage.tsx')).SecretsPage);
const ExecutionList = lazyPage(async () => (await import('../flows/ExecutionList.tsx')).ExecutionList);
const ExecutionPage = lazyPage(async () => (await import('../flows/ExecutionPage.tsx')).ExecutionPage);
const AdminPage = lazyPage(async () => (await import('../admin/AdminPage.tsx')).AdminPage);
const NotFound = lazyPage(async () => (await import('./NotFound.tsx')).NotFound);
const OneQuestion = lazyPage(async () => (await import('../answer/NotificationDetail.tsx')).NotificationDetail);
const SetupPage = lazyPage(async () => (await import('../setup/SetupPage.tsx')).SetupPage);

const useStyles = makeStyles({
  shell: {
    height: '100dvh',
    display: 'grid',
    gridTemplateRows: 'auto auto minmax(0, 1fr) auto',
    gridTemplateColumns: 'minmax(0, 1fr)',
    backgroundColor: tokens.colorNeutralBackground3,
    '@media print': { display: 'block', height: 'auto', padding: 0 },
  },
  aboveNavigation: {
    '@media (max-width: 639px)': {
      '--navigation-height': '56px',
      paddingBottom: 'var(--navigation-height)',
      boxSizing: 'border-box',
    },
  },
  main: {
    isolation: 'isolate', // keeps the page's layers below the frame's popovers
    overflowY: 'auto',
    minHeight: 0,
    outline: 'none',
    scrollPaddingBottom: 'var(--actions-height, 0px)',
  },
});

interface Props {
  auth: AuthClient;
  config: ClientConfig;
  host: Host;
  preferences: Preferences;
  isSignInNeeded: boolean;
}

/** The frame around every page of a signed-in person. */
export function Shell({ auth, config, host, preferences, isSignInNeeded }: Props) {
  const person = auth.account?.username ?? '';
  const styles = useStyles();
  const text = useText();
  const route = useRoute();
  const notifications = useInbox(PENDING);
  const { pending, unread } = useInboxCounts();
  const assignments = useAssignmentCounts(notifications.isFetched).data?.active ?? 0;
  const connection = useLiveUpdates(async (requestId) => {
    const { data } = await notifications.refetch();
    if (!data?.pages[0]?.items.some(({ id }) => id === requestId)) return; // somebody else was asked
    const href = hrefOf({ page: 'notifications', id: requestId, status: 'pending' });
    host.notify({ title: text('notify.title'), body: text('notify.body'), href });
  });
  const main = useRef<HTMLElement>(null);
  const hasKeeper = useKeeper(route.page === 'notifications', notifications.isFetched);
  useManner(preferences.language, notifications.isFetched);
  useTitle(route, unread, host.isOneQuestion);
  useFocusOnMain(route, main);
  useEffect(() => host.setBadge(unread), [host, unread]);
  return (
    <AriaLiveAnnouncer>
      <DraftsProvider person={person}>
        <OutboxProvider person={person} connection={connection}>
          <div className={mergeClasses(!host.isOneQuestion && styles.aboveNavigation, styles.shell)}>
            {!host.isOneQuestion && (
              <Header
                auth={auth}
                config={config}
                host={host}
                preferences={preferences}
                connection={isSignInNeeded && connection !== 'offline' ? 'signInNeeded' : connection}
                route={route}
                counts={{ notifications: pending, assignments }}
              />
            )}
            <Boundary instead={() => null}>
              <Suspense fallback={null}>{hasKeeper && <PageKeeper place={main} />}</Suspense>
            </Boundary>
            <div>
              <Boundary instead={() => null}>
                <Suspense fallback={null}>
                  {(isSignInNeeded || host.updates) && (
                    <SessionBars auth={auth} updates={host.updates} isSignInNeeded={isSignInNeeded} />
                  )}
                </Suspense>
              </Boundary>
            </div>
            <main ref={main} tabIndex={-1} className={styles.main}>
              <Content route={route} config={config} isOneQuestion={host.isOneQuestion} />
            </main>
            <AnswersOnTheirWay route={route} isQuiet={hasKeeper} />
          </div>
        </OutboxProvider>
      </DraftsProvider>
    </AriaLiveAnnouncer>
  );
}

/** Not needed for the first paint, unless there is something to undo already. */
function AnswersOnTheirWay({ route, isQuiet }: { route: Route; isQuiet: boolean }) {
  const { submissions } = useOutboxState();
  return (
    <Boundary instead={() => null}>
      <Suspense fallback={null}>{(isQuiet || submissions.length > 0) && <OutboxBars route={route} />}</Suspense>
    </Boundary>
  );
}

interface PageProps {
  route: Route;
  config: ClientConfig;
}

/** The window's content inside the frame. */
function Content({ route, config, isOneQuestion }: PageProps & { isOneQuestion: boolean }) {
  return (
    <Boundary key={route.page}>
      <Suspense fallback={<Loading />}>
        {isOneQuestion && route.page === 'notifications' && route.id !== null ? (
          <OneQuestion key={route.id} id={route.id} listed={undefined} isAlone />
        ) : (
          <Page route={route} config={config} />
        )}
      </Suspense>
    </Boundary>
  );
}

function Page({ route, config }: PageProps) {
  switch (route.page) {
    case 'notifications':
      return <NotificationCenter id={route.id} status={route.status} />;
    case 'asked':
      return <AskedPage key={route.status} status={route.status} />;
    case 'chats':
      return <ChatList tab={route.tab ?? null} />;
    case 'chat':
      return <ChatPage key={route.id} id={route.id} />;
    case 'log':
      return <LogPage key={route.id} id={route.id} />;
    case 'told':
    case 'assignments':
    case 'assignment':
    case 'sent':
    case 'sending':
      return <AssignedPages route={route} />;
    case 'flows':
      return <FlowList tab={route.tab ?? null} />;
    case 'flow':
      return <FlowPage key={route.id} id={route.id} version={route.version ?? null} />;
    case 'newFlow':
      return <NewFlowPage />;
    case 'editFlow':
      return <EditFlowPage key={route.id} id={route.id} />;
    case 'secrets':
      return <SecretsPage />;
    case 'executions':
      return <ExecutionList filter={route.filter} />;
    case 'execution':
      return <ExecutionPage key={route.id} id={route.id} />;
    case 'admin':
      return <AdminPage section={route.section} tab={route.tab ?? null} config={config} />;
    case 'setup':
      return <SetupPage />;
    case 'settings':
    case 'open':
    case 'appReady':
    case 'unknown':
      return <NotFound />;
  }
}

/** Loads the keeper with the first page that may have a dialog, at the first press, or when the inbox is idle; it stays. */
function useKeeper(isInbox: boolean, isFetched: boolean): boolean {
  const [hasKeeper, setHasKeeper] = useState(false);
  if (!isInbox && !hasKeeper) setHasKeeper(true);
  useEffect(() => {
    const pressed = new AbortController();
    for (const press of ['pointerdown', 'keydown'])
      document.addEventListener(press, () => setHasKeeper(true), { signal: pressed.signal });
    return () => pressed.abort();
  }, []);
  useEffect(() => {
    if (!isFetched) return;
    void quiet().then(() => setHasKeeper(true));
    void quiet()
      .then(loadBars) // while there still is a connection
      .catch(() => undefined);
  }, [isFetched]);
  return hasKeeper;
}

/** Moves focus lost with the previous page to the new one, so that keyboards and screen readers continue there. */
function useFocusOnMain(route: Route, main: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (document.activeElement === document.body) main.current?.focus();
  }, [route, main]);
}

/** @param isOneQuestion the window shows a single question, which sets the title itself */
function useTitle(route: Route, unread: number, isOneQuestion: boolean): void {
  const text = useText();
  const page = text(`title.${route.page}`);
  const isOwn = isOneQuestion && route.page === 'notifications' && route.id !== null;
  useEffect(() => {
    if (isOwn) return;
    document.title = `${unread > 0 ? `(${unread}) ` : ''}${page} · ${text('product')}`;
  }, [page, unread, text, isOwn]);
}
