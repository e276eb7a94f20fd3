import { Button, DialogActions, makeStyles } from '@fluentui/react-components';
import type { SentRequest } from '../../../contract/sent.ts';
import { useUnanswered } from '../api/sent.ts';
import { FormDialog } from '../shell/FormDialog.tsx';
import { Pages } from '../shell/Pages.tsx';
import { useText } from '../text.ts';

const useStyles = makeStyles({
  words: { marginTop: 0, overflowWrap: 'anywhere' },
  people: { margin: 0, overflowWrap: 'anywhere' },
});

interface Props {
  asked: SentRequest;
  onClose(): void;
}

/** All who have not answered a question; its row names the first few. */
export function UnansweredDialog({ asked: { id, title }, onClose }: Props) {
  const styles = useStyles();
  const text = useText();
  const close = (
    <DialogActions>
      <Button onClick={onClose}>{text('dialog.close')}</Button>
    </DialogActions>
  );
  return (
    <FormDialog title={text('asked.everyone.title')} isOpen onClose={onClose} actions={close}>
      <p dir="auto" className={styles.words}>
        {title}
      </p>
      <Pages read={useUnanswered(id)} empty={<p>{text('asked.everyone.none')}</p>}>
        {(people) => (
          <ul className={styles.people}>
            {people.map((person) => (
              <li key={person.id}>
                <bdi>{person.displayName}</bdi>
              </li>
            ))}
          </ul>
        )}
      </Pages>
    </FormDialog>
  );
}
