import { Link, makeStyles, mergeClasses, tokens } from '@fluentui/react-components';
import { TaskListSquareLtrRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useAssignment, useAssignments } from '../api/assignments.ts';
import { useMe } from '../api/queries.ts';
import { hrefOf, type AssignmentTab } from '../routes.ts';
import { BackArrow } from '../shell/BackArrow.tsx';
import { NotShown } from '../shell/NotShown.tsx';
import { usePageStyles } from '../shell/page.ts';
import { Empty, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { AssignmentCard } from './AssignmentCard.tsx';
import { ActProblem } from './HandDialog.tsx';
import { Pages } from '../shell/Pages.tsx';
import { Sides } from './Sides.tsx';

const useStyles = makeStyles({ list: { gap: tokens.spacingVerticalM } });

/** The person's assignments: open or closed ones. */
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
  const me = useMe();
  if (assignment.isPending) return <Loading />;
  if (!assignment.data)
    return (
      <NotShown
        back={{ href: hrefOf({ page: 'assignments', tab: 'active' }), words: text('title.assignments') }}
        icon={<TaskListSquareLtrRegular />}
        title={text('assignments.missing.title')}
        error={assignment.error}
        onRetry={() => void assignment.refetch()}
      >
        {text('assignments.missing.text')}
      </NotShown>
    );
  const isInbound = !me.data || assignment.data.assignee.id === me.data.id;
  return (
    <div className={page.page}>
      <Link className={page.back} href={hrefOf(isInbound ? { page: 'assignments', tab: 'active' } : { page: 'sent' })}>
        <BackArrow />
        {text(isInbound ? 'title.assignments' : 'title.sent')}
      </Link>
      <h1 className={page.heading}>
        <bdi>{assignment.data.name}</bdi>
      </h1>
      <AssignmentCard assignment={assignment.data} side={isInbound ? 'inbound' : 'outbound'} isBelowName />
    </div>
  );
}
