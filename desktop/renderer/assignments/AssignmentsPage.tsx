import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { TaskListSquareLtrRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useAssignment, useAssignments } from '../api/assignments.ts';
import { ApiProblem } from '../api/client.ts';
import { hrefOf, type AssignmentTab } from '../routes.ts';
import { BackArrow } from '../shell/BackArrow.tsx';
import { usePageStyles } from '../shell/page.ts';
import { Empty, Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { AssignmentCard } from './AssignmentCard.tsx';
import { ActProblem } from './HandDialog.tsx';
import { Pages } from './Pages.tsx';
import { Sides } from './Sides.tsx';

const useStyles = makeStyles({ list: { gap: tokens.spacingVerticalM } });

/** What was assigned to the person: open ones, or those that are over. */
export function AssignmentsPage({ tab }: { tab: AssignmentTab }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const [problem, setProblem] = useState<Error | null>(null);
  const read = useAssignments({ direction: 'inbound', tab });
  return (
    <div className={page.page}>
      <h1 className={page.heading}>{text('title.assignments')}</h1>
      <Sides current={tab} />
      {problem && <ActProblem problem={problem} />}
      <Pages
        read={read}
        empty={
          <Empty icon={<TaskListSquareLtrRegular />} title={text(`assignments.empty.${tab}`)}>
            {text(`assignments.empty.${tab}Text`)}
          </Empty>
        }
      >
        {(items) => (
          <ul className={mergeClasses(page.list, styles.list)}>
            {items.map((assignment) => (
              <li key={assignment.id}>
                <AssignmentCard assignment={assignment} side="inbound" onProblem={setProblem} />
              </li>
            ))}
          </ul>
        )}
      </Pages>
    </div>
  );
}

/** One assignment, with the ones before and after it in its chain. */
export function AssignmentPage({ id }: { id: string }) {
  const page = usePageStyles();
  const text = useText();
  const assignment = useAssignment(id);
  if (assignment.isPending) return <Loading />;
  if (!assignment.data) {
    const isMissing = assignment.error instanceof ApiProblem && assignment.error.status === 404;
    return isMissing ? (
      <Empty isPage icon={<TaskListSquareLtrRegular />} title={text('assignments.missing.title')}>
        {text('assignments.missing.text')}
      </Empty>
    ) : (
      <Failed isPage error={assignment.error} onRetry={() => void assignment.refetch()} />
    );
  }
  return (
    <div className={page.page}>
      <Link className={page.back} href={hrefOf({ page: 'assignments', tab: 'active' })}>
        <BackArrow fontSize={16} />
        {text('title.assignments')}
      </Link>
      <h1 className={page.heading}>{assignment.data.name}</h1>
      <AssignmentCard assignment={assignment.data} side="inbound" />
    </div>
  );
}
