import { makeStyles } from '@fluentui/react-components';
import {
  BotSparkleRegular,
  BracesRegular,
  BranchForkRegular,
  CalendarAddRegular,
  CalendarRegular,
  CloudArrowUpRegular,
  CloudRegular,
  MailArrowUpRegular,
  MailRegular,
  MailSettingsRegular,
  ChatRegular,
  ChevronCircleRightRegular,
  FlowRegular,
  GlobeRegular,
  MergeRegular,
  PeopleSearchRegular,
  PeopleTeamRegular,
  PersonInfoRegular,
  PersonQuestionMarkRegular,
  PersonStarRegular,
  DocumentSearchRegular,
  RecordStopRegular,
  SplitVerticalRegular,
  TimerRegular,
} from '@fluentui/react-icons';
import type { ReactElement } from 'react';
import { isNodeType, type NodeTypeName } from './nodeTypes.ts';

const ICONS: Record<NodeTypeName, ReactElement> = {
  start: <ChevronCircleRightRegular />,
  end: <RecordStopRegular />,
  human: <PersonQuestionMarkRegular />,
  set: <BracesRegular />,
  condition: <BranchForkRegular />,
  parallel: <SplitVerticalRegular />,
  join: <MergeRegular />,
  delay: <TimerRegular />,
  http: <GlobeRegular />,
  message: <ChatRegular />,
  llm: <BotSparkleRegular />,
  directory_get_user: <PersonInfoRegular />,
  directory_get_manager: <PersonStarRegular />,
  directory_get_direct_reports: <PeopleTeamRegular />,
  directory_search_users: <PeopleSearchRegular />,
  search: <DocumentSearchRegular />,
  mail_read: <MailRegular />,
  mail_send: <MailArrowUpRegular />,
  mailbox_settings: <MailSettingsRegular />,
  calendar_read: <CalendarRegular />,
  calendar_create_event: <CalendarAddRegular />,
  drive_read: <CloudRegular />,
  drive_write: <CloudArrowUpRegular />,
};

const useStyles = makeStyles({ icon: { display: 'inline-flex', verticalAlign: 'text-bottom', fontSize: '16px' } });

/** The icon of a node type; its name is beside it. */
export function NodeTypeIcon({ type }: { type: string }) {
  const styles = useStyles();
  return (
    <span className={styles.icon} aria-hidden>
      {isNodeType(type) ? ICONS[type] : <FlowRegular />}
    </span>
  );
}
