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

/** Offers node types to add, each with a description. */
export function AddNodeDialog({ title, types, onChoose, onClose }: Props) {
  const styles = useStyles();
  const dialog = useDialogStyles();
  const text = useText();
  const [wanted, setWanted] = useState('');
  const wordsOf = (type: string) => `${wordOfType(type, text)} ${sentenceOfType(type, text)} ${type}`.toLowerCase();
  const offered = types.filter(({ type }) => type !== 'start' && wordsOf(type).includes(wanted.trim().toLowerCase()));
  const grouped = new Set<string>(TYPE_GROUPS.flatMap((group) => [...group.types]));
  const groups = [
    ...TYPE_GROUPS.map(({ id, types: names }) => ({
      id,
      types: names.flatMap((name) => offered.find(({ type }) => type === name) ?? []),
    })),
    { id: 'other' as const, types: offered.filter(({ type }) => !grouped.has(type)) },
  ].filter((group) => group.types.length > 0);
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
              onKeyDown={({ key }) => key === 'Enter' && offered.length > 0 && onChoose(groups[0]!.types[0]!.type)}
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
