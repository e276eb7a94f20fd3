import {
  Button,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  makeStyles,
  SearchBox,
  tokens,
} from '@fluentui/react-components';
import { useState } from 'react';
import type { NodeTypeView } from '../../../../contract/nodeTypes.ts';
import { Dialog, useDialogStyles } from '../../shell/Dialog.tsx';
import { useText } from '../../text.ts';
import { wordOfType } from '../nodeTypes.ts';
import { NodeTypeIcon } from '../NodeTypeIcon.tsx';
import { sentenceOfType, TYPE_GROUPS } from './typeSentences.ts';

const useStyles = makeStyles({
  search: { maxWidth: 'none' },
  heading: { margin: 0, fontSize: tokens.fontSizeBase300 },
  list: { listStyleType: 'none', margin: 0, padding: 0, display: 'flex', flexDirection: 'column', gap: '2px' },
  type: {
    display: 'flex',
    width: '100%',
    justifyContent: 'flex-start',
    textAlign: 'start',
    gap: tokens.spacingHorizontalM,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalS}`,
    fontWeight: tokens.fontWeightRegular,
    border: 'none',
  },
  words: { display: 'flex', flexDirection: 'column', minWidth: 0 },
  name: { fontWeight: tokens.fontWeightSemibold },
  aside: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface Props {
  title: string;
  types: readonly NodeTypeView[];
  onChoose(type: string): void;
  onClose(): void;
}

/** The types that a search finds, by group. */
function useOffered(types: readonly NodeTypeView[], wanted: string) {
  const text = useText();
  const sought = wanted.trim().toLowerCase();
  const wordsOf = (type: string) => `${wordOfType(type, text)} ${sentenceOfType(type, text)} ${type}`.toLowerCase();
  /** Those named so come first, because Enter takes the first one. */
  const rankOf = (type: string | undefined): number => {
    const at = wordOfType(type ?? '', text)
      .toLowerCase()
      .indexOf(sought);
    return at < 0 ? 2 : Math.min(at, 1);
  };
  const offered = types.filter(({ type }) => type !== 'start' && wordsOf(type).includes(sought));
  const grouped = new Set<string>(TYPE_GROUPS.flatMap((group) => [...group.types]));
  return [
    ...TYPE_GROUPS.map(({ id, types: names }) => ({
      id,
      types: names.flatMap((name) => offered.find(({ type }) => type === name) ?? []),
    })),
    { id: 'other' as const, types: offered.filter(({ type }) => !grouped.has(type)) },
  ]
    .map((group) => ({ ...group, types: group.types.toSorted((a, b) => rankOf(a.type) - rankOf(b.type)) }))
    .filter((group) => group.types.length > 0)
    .sort((a, b) => rankOf(a.types[0]?.type) - rankOf(b.types[0]?.type));
}

/** Offers node types to add, each with a description. */
export function AddNodeDialog({ title, types, onChoose, onClose }: Props) {
  const styles = useStyles();
  const dialog = useDialogStyles();
  const text = useText();
  const [wanted, setWanted] = useState('');
  const groups = useOffered(types, wanted);
  return (
    <Dialog open onOpenChange={(_event, { open }) => !open && onClose()}>
      <DialogSurface className={dialog.surface}>
        <DialogBody>
          <DialogTitle className={dialog.words}>{title}</DialogTitle>
          <DialogContent className={dialog.content}>
            <SearchBox
              className={styles.search}
              aria-label={text('draw.findType')}
              placeholder={text('draw.findType')}
              dismiss={{ 'aria-label': text('input.clear') }}
              value={wanted}
              onChange={(_event, { value }) => setWanted(value)}
              onKeyDown={(event) => {
                const [first] = groups;
                if (event.key !== 'Enter' || !first) return;
                event.preventDefault(); // it would also press what gets the focus now, and close the new step
                onChoose(first.types[0]!.type);
              }}
            />
            {groups.map(({ id, types: some }) => (
              <section key={id} aria-label={text(`draw.group.${id}`)}>
                <h3 className={styles.heading}>{text(`draw.group.${id}`)}</h3>
                <ul className={styles.list}>
                  {some.map((each) => (
                    <li key={each.type}>
                      <TypeButton {...each} onChoose={onChoose} />
                    </li>
                  ))}
                </ul>
              </section>
            ))}
            {groups.length === 0 && <p className={styles.aside}>{text('draw.noType')}</p>}
          </DialogContent>
          <DialogActions>
            <Button onClick={onClose}>{text('dialog.cancel')}</Button>
          </DialogActions>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

function TypeButton({ type, displayName, onChoose }: NodeTypeView & Pick<Props, 'onChoose'>) {
  const styles = useStyles();
  const text = useText();
  const word = wordOfType(type, text);
  return (
    <Button
      appearance="subtle"
      className={styles.type}
      icon={<NodeTypeIcon type={type} />}
      onClick={() => onChoose(type)}
    >
      <span className={styles.words}>
        <span className={styles.name}>{word === type ? displayName : word}</span>
        <span className={styles.aside}>{sentenceOfType(type, text)}</span>
      </span>
    </Button>
  );
}
