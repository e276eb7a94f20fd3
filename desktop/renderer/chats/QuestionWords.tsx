import { makeStyles, tokens } from '@fluentui/react-components';
import type { UserNotification } from '../../../contract/notifications.ts';
import { contentOf, ownTitleOf } from '../../../contract/promptContent.ts';
import { PromptContent } from '../PromptContent.tsx';

const useStyles = makeStyles({
  title: {
    margin: 0,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    textAlign: 'start',
    overflowWrap: 'anywhere',
  },
});

/** What a question in a chat says: its title, unless the prompt begins with it, and the prompt. */
export function QuestionWords({ notification }: { notification: UserNotification }) {
  const styles = useStyles();
  const title = ownTitleOf(notification);
  return (
    <>
      {title !== null && (
        <h3 dir="auto" className={styles.title}>
          {title}
        </h3>
      )}
      <PromptContent blocks={contentOf(notification)} isOld={!notification.content} />
    </>
  );
}
