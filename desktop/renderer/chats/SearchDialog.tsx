import {
  Button,
  DialogActions,
  Field,
  Link,
  makeStyles,
  MessageBar,
  MessageBarBody,
  SearchBox,
  tokens,
  typographyStyles,
} from '@fluentui/react-components';
import { DocumentSearchRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import type { SearchHit } from '../../../contract/search.ts';
import { ApiProblem } from '../api/client.ts';
import { useSearch } from '../api/search.ts';
import { FormDialog } from '../shell/FormDialog.tsx';
import { useHiddenStyles } from '../shell/hidden.ts';
import { Pages } from '../shell/Pages.tsx';
import { Empty } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { useTooLong } from '../tooLong.ts';
import { useSettled } from '../useSettled.ts';
import { When } from '../When.tsx';

const LONGEST = 500;
const SETTLED_MS = 300;

const useStyles = makeStyles({
  words: { maxWidth: 'none' },
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'flex', flexDirection: 'column' },
  hit: {
    display: 'flex',
    flexDirection: 'column',
    alignItems: 'flex-start',
    gap: tokens.spacingVerticalXS,
    padding: `${tokens.spacingVerticalM} 0`,
    '& + &': { borderTop: `1px solid ${tokens.colorNeutralStroke2}` },
  },
  title: { ...typographyStyles.body1Strong, overflowWrap: 'anywhere' },
  excerpt: { margin: 0, overflowWrap: 'anywhere', color: tokens.colorNeutralForeground2 },
  match: {
    backgroundColor: 'transparent',
    color: tokens.colorNeutralForeground1,
    fontWeight: tokens.fontWeightSemibold,
  },
  foot: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: tokens.spacingHorizontalM,
    color: tokens.colorNeutralForeground3,
    fontSize: tokens.fontSizeBase200,
  },
});

interface Props {
  onClose(): void;
  /** Called to put a document into the message. */
  onChoose(hit: SearchHit): void;
}

/** Searches documents that the person may read, to open or to put into a message. */
export function SearchDialog({ onClose, onChoose }: Props) {
  const styles = useStyles();
  const text = useText();
  const [typed, setTyped] = useState('');
  const tooLong = useTooLong(typed, LONGEST);
  const words = useSettled(tooLong ? '' : typed.trim(), SETTLED_MS);
  return (
    <FormDialog
      title={text('search.title')}
      isOpen
      onClose={onClose}
      actions={
        <DialogActions>
          <Button onClick={onClose}>{text('dialog.close')}</Button>
        </DialogActions>
      }
    >
      <Field validationMessage={tooLong}>
        <SearchBox
          className={styles.words}
          autoFocus
          aria-label={text('search.label')}
          placeholder={text('search.label')}
          dismiss={{ 'aria-label': text('input.clear') }}
          value={typed}
          onChange={(_event, { value }) => setTyped(value)}
        />
      </Field>
      {words === '' ? (
        <Empty icon={<DocumentSearchRegular />} title={text('search.begin.title')}>
          {text('search.begin.text')}
        </Empty>
      ) : (
        <Found words={words} onChoose={onChoose} />
      )}
    </FormDialog>
  );
}

function Found({ words, onChoose }: { words: string } & Pick<Props, 'onChoose'>) {
  const styles = useStyles();
  const { hidden } = useHiddenStyles();
  const text = useText();
  const read = useSearch(words);
  if (read.error instanceof ApiProblem && read.error.code === 'forbidden')
    return (
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>{text('search.forbidden')}</MessageBarBody>
      </MessageBar>
    );
  const count = read.data?.pages.flatMap(({ items }) => items).length ?? 0;
  return (
    <>
      <span role="status" className={hidden}>
        {read.data &&
          !read.isPlaceholderData &&
          text(read.hasNextPage ? 'search.countMore' : 'search.count', { count })}
      </span>
      <Pages
        read={read}
        empty={
          <Empty icon={<DocumentSearchRegular />} title={text('search.none.title')}>
            {text('search.none.text')}
          </Empty>
        }
      >
        {(hits) => (
          <ul className={styles.list}>
            {hits.map((hit) => (
              <FoundDocument key={hit.id} hit={hit} onChoose={onChoose} />
            ))}
          </ul>
        )}
      </Pages>
    </>
  );
}

function FoundDocument({ hit, onChoose }: { hit: SearchHit } & Pick<Props, 'onChoose'>) {
  const styles = useStyles();
  const text = useText();
  const { title, address, excerpt, modifiedAt } = hit;
  return (
    <li className={styles.hit}>
      <Link className={styles.title} href={address} target="_blank" rel="noopener noreferrer" dir="auto">
        {title}
      </Link>
      <p className={styles.excerpt} dir="auto">
        {excerpt.map(({ text: piece, isMatch }, n) =>
          isMatch ? (
            <mark key={n} className={styles.match}>
              {piece}
            </mark>
          ) : (
            piece
          ),
        )}
      </p>
      <span className={styles.foot}>
        <When at={modifiedAt} />
        <Button size="small" aria-label={text('search.addNamed', { title })} onClick={() => onChoose(hit)}>
          {text('search.add')}
        </Button>
      </span>
    </li>
  );
}
