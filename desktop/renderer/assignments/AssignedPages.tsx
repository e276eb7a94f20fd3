import { hrefOf, type Route } from '../routes.ts';
import { AskingPlace } from './AskingPlace.tsx';
import { AssignmentPage, AssignmentsPage } from './AssignmentsPage.tsx';
import { SendingPage } from './SendingPage.tsx';
import { SentPage } from './SentPage.tsx';
import { ToldPage } from './ToldPage.tsx';

type AssignedRoute = Extract<Route, { page: 'told' | 'assignments' | 'assignment' | 'sent' | 'sending' }>;

/** All assignment pages, in one lazily loaded file. */
export function AssignedPages({ route }: { route: AssignedRoute }) {
  return (
    <AskingPlace href={hrefOf(route)}>
      <Page route={route} />
    </AskingPlace>
  );
}

function Page({ route }: { route: AssignedRoute }) {
  switch (route.page) {
    case 'told':
      return <ToldPage key={route.scope} scope={route.scope} />;
    case 'assignments':
      return <AssignmentsPage key={route.tab} tab={route.tab} />;
    case 'assignment':
      return <AssignmentPage key={route.id} id={route.id} />;
    case 'sent':
      return <SentPage chatId={route.chatId ?? null} />;
    case 'sending':
      return <SendingPage key={route.id} id={route.id} />;
  }
}
