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

export interface Unanswered {
  asked: SentRequest;
  /** Everyone who has not answered, or those of them whom no message has reached. */
  who: 'everyone' | 'unreached';
}

/** All who have not answered a question; its row names the first few. */
export function UnansweredDialog({ asked: { id, title }, who, onClose }: Unanswered & { onClose(): void }) {
  const styles = useStyles();
  const text = useText();
  const close = (
    <DialogActions>
      <Button onClick={onClose}>{text('dialog.close')}</Button>
    </DialogActions>
  );
  return (
    <FormDialog title={text(`asked.${who}.title`)} isOpen onClose={onClose} actions={close}>
      <p dir="auto" className={styles.words}>
        {title}
      </p>
      <Pages read={useUnanswered(id, who === 'unreached')} empty={<p>{text(`asked.${who}.none`)}</p>}>
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
