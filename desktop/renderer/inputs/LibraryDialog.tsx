import {
  Breadcrumb,
  BreadcrumbButton,
  BreadcrumbDivider,
  BreadcrumbItem,
  Button,
  DialogActions,
  makeStyles,
  MessageBar,
  MessageBarBody,
  SearchBox,
  tokens,
} from '@fluentui/react-components';
import { DocumentRegular, FolderRegular, GlobeRegular, LibraryRegular } from '@fluentui/react-icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Fragment, useState, type ReactElement } from 'react';
import { isAtHost, type FileLink } from '../../../contract/files.ts';
import type { LibraryItem, OwnDocuments, Place } from './ownDocuments.ts';
import { NotGranted } from '../host.ts';
import { FormDialog } from '../shell/FormDialog.tsx';
import { Pages } from '../shell/Pages.tsx';
import { useText } from '../text.ts';
import { useSettled } from '../useSettled.ts';
import { KEEPS_FOCUS, useKeptFocus } from './useKeptFocus.ts';

const SETTLED_MS = 300;

const useStyles = makeStyles({
  words: { maxWidth: 'none' },
  list: { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: tokens.spacingVerticalXXS },
  item: { justifyContent: 'flex-start', width: '100%', minWidth: 0, textAlign: 'start' },
  name: { overflowWrap: 'anywhere', minWidth: 0 },
  quiet: { margin: 0, color: tokens.colorNeutralForeground3 },
  path: {
    '& ol': { flexWrap: 'wrap', maxWidth: '100%' },
    '& li': { maxWidth: '100%' },
    '& button': { whiteSpace: 'normal', overflowWrap: 'anywhere', height: 'auto', textAlign: 'start' },
  },
});

interface Props {
  own: OwnDocuments;
  /** The hosts that may hold the file. */
  hosts: readonly string[];
  onClose(): void;
  onChoose(file: FileLink): void;
}

/** The current place: a site, then one of its libraries, then folders. */
interface Trail {
  site: Place;
  library: Place | null;
  folders: Place[];
}

/** Picks a file from the document libraries that the person may read (behaviour 5.3 A). */
export function LibraryDialog({ own, hosts, onClose, onChoose }: Props) {
  const text = useText();
  const [trail, setTrail] = useState<Trail | null>(null);
  const keptFocus = useKeptFocus<HTMLDivElement>();
  return (
    <FormDialog
      title={text('library.title')}
      isOpen
      onClose={onClose}
      actions={
        <DialogActions>
          <Button onClick={onClose}>{text('dialog.cancel')}</Button>
        </DialogActions>
      }
    >
      <div {...keptFocus}>
        {trail === null ? (
          <Sites own={own} hosts={hosts} onChoose={(site) => setTrail({ site, library: null, folders: [] })} />
        ) : (
          <>
            <Path trail={trail} onGo={setTrail} />
            {trail.library === null ? (
              <Libraries own={own} site={trail.site} onChoose={(library) => setTrail({ ...trail, library })} />
            ) : (
              <Folder
                own={own}
                library={trail.library}
                folder={trail.folders.at(-1) ?? null}
                onOpen={(folder) => setTrail({ ...trail, folders: [...trail.folders, folder] })}
                onChoose={({ address, name }) => onChoose({ url: address, name })}
              />
            )}
          </>
        )}
      </div>
    </FormDialog>
  );
}

/** The breadcrumb. */
function Path({ trail, onGo }: { trail: Trail; onGo(trail: Trail | null): void }) {
  const styles = useStyles();
  const text = useText();
  const { site, library, folders } = trail;
  const steps: { place: Place; to: Trail }[] = [
    { place: site, to: { site, library: null, folders: [] } },
    ...(library ? [{ place: library, to: { site, library, folders: [] } }] : []),
    ...folders.map((place, n) => ({ place, to: { ...trail, folders: folders.slice(0, n + 1) } })),
  ];
  return (
    <Breadcrumb className={styles.path} aria-label={text('library.path')}>
      <BreadcrumbItem>
        <BreadcrumbButton onClick={() => onGo(null)}>{text('library.sites')}</BreadcrumbButton>
      </BreadcrumbItem>
      {steps.map(({ place, to }, n) => (
        <Fragment key={place.id}>
          <BreadcrumbDivider />
          <BreadcrumbItem>
            <BreadcrumbButton
              {...(n === steps.length - 1 && { current: true, ...KEEPS_FOCUS })}
              onClick={() => onGo(to)}
            >
              <bdi>{place.name}</bdi>
            </BreadcrumbButton>
          </BreadcrumbItem>
        </Fragment>
      ))}
    </Breadcrumb>
  );
}

function Sites({ own, hosts, onChoose }: Pick<Props, 'own' | 'hosts'> & { onChoose(site: Place): void }) {
  const styles = useStyles();
  const text = useText();
  const [typed, setTyped] = useState('');
  const words = useSettled(typed.trim(), SETTLED_MS);
  return (
    <>
      <SearchBox
        className={styles.words}
        autoFocus
        aria-label={text('library.find')}
        placeholder={text('library.find')}
        dismiss={{ 'aria-label': text('input.clear') }}
        value={typed}
        onChange={(_event, { value }) => setTyped(value)}
      />
      <p className={styles.quiet}>{text('library.hosts', { hosts: hosts.join(', ') })}</p>
      {words !== '' && (
        <Listed
          name={['sites', words]}
          read={async () => {
            const sites = await own.sites(words);
            return { items: sites.filter(({ address }) => isAtHost(address, hosts)), next: null };
          }}
          icon={<GlobeRegular />}
          onChoose={onChoose}
        />
      )}
    </>
  );
}

const Libraries = ({ own, site, onChoose }: { own: OwnDocuments; site: Place; onChoose(library: Place): void }) => (
  <Listed
    name={['libraries', site.id]}
    read={async () => ({ items: await own.librariesOf(site.id), next: null })}
    icon={<LibraryRegular />}
    onChoose={onChoose}
  />
);

interface FolderProps {
  own: OwnDocuments;
  library: Place;
  folder: Place | null;
  onOpen(folder: Place): void;
  onChoose(file: Place): void;
}

const Folder = ({ own, library, folder, onOpen, onChoose }: FolderProps) => (
  <Listed<LibraryItem>
    name={['items', library.id, folder?.id ?? null]}
    read={(page) => own.itemsIn(library.id, folder?.id ?? null, page)}
    icon={({ isFolder }) => (isFolder ? <FolderRegular /> : <DocumentRegular />)}
    onChoose={(item) => (item.isFolder ? onOpen : onChoose)(item)}
  />
);

interface ListedProps<Item extends Place> {
  /** The query key while the dialog is open. */
  name: readonly unknown[];
  read(page: string | null): Promise<{ items: Item[]; next: string | null }>;
  icon: ReactElement | ((item: Item) => ReactElement);
  onChoose(item: Item): void;
}

function Listed<Item extends Place>({ name, read, icon, onChoose }: ListedProps<Item>) {
  const styles = useStyles();
  const text = useText();
  const found = useInfiniteQuery({
    queryKey: ['graph', ...name],
    queryFn: ({ pageParam }) => read(pageParam),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
    retry: false,
  });
  if (found.error instanceof NotGranted)
    return (
      <MessageBar intent="warning" layout="multiline">
        <MessageBarBody>{text('library.notGranted')}</MessageBarBody>
      </MessageBar>
    );
  return (
    <Pages read={found} empty={<p className={styles.quiet}>{text('library.nothing')}</p>}>
      {(items) => (
        <ul className={styles.list}>
          {items.map((item) => (
            <li key={item.id}>
              <Button
                className={styles.item}
                appearance="subtle"
                icon={typeof icon === 'function' ? icon(item) : icon}
                onClick={() => onChoose(item)}
              >
                <span className={styles.name} dir="auto">
                  {item.name}
                </span>
              </Button>
            </li>
          ))}
        </ul>
      )}
    </Pages>
  );
}
