import {
  Button,
  Field,
  Input,
  makeStyles,
  Menu,
  MenuDivider,
  MenuItem,
  MenuItemLink,
  MenuList,
  MenuPopover,
  MenuTrigger,
} from '@fluentui/react-components';
import { useState } from 'react';
import type { InboxTab } from '../../../contract/notifications.ts';
import { VIEW_NAME_CHARACTERS } from '../../../contract/views.ts';
import { useViewActions, useViews } from '../api/views.ts';
import { wordsFor } from '../problemWords.ts';
import { hrefOf, type InboxFilter } from '../routes.ts';
import { FormDialog } from '../shell/FormDialog.tsx';
import { useText } from '../text.ts';
import { useTooLong } from '../tooLong.ts';
import { shownBy, toViewBody } from './viewRules.ts';

const useStyles = makeStyles({
  menu: { maxWidth: 'min(320px, calc(100vw - 24px))', boxSizing: 'border-box' },
  view: { maxWidth: '100%', overflowWrap: 'anywhere', '& > *': { minWidth: 0, whiteSpace: 'normal' } },
});

interface Props {
  status: InboxTab;
  filter: InboxFilter;
}

interface MenuProps extends Props {
  /** The style of the button that it replaces. */
  className: string;
}

/** Named filters: apply, save the current one, delete. Opens as soon as it is loaded. */
export function ViewsMenu({ status, filter, className }: MenuProps) {
  const styles = useStyles();
  const text = useText();
  const { data: views = [] } = useViews();
  const { forget } = useViewActions();
  const [isNaming, setNaming] = useState(false);
  const here = hrefOf({ page: 'notifications', id: null, status, filter });
  const places = views.map((view) => ({ ...view, ...shownBy(view) }));
  const current = places.find(
    (view) => hrefOf({ page: 'notifications', id: null, status: view.status, filter: view.filter }) === here,
  );
  return (
    <>
      <Menu defaultOpen>
        <MenuTrigger disableButtonEnhancement>
          <button
            type="button"
            className={className}
            {...(current && { 'aria-label': text('views.current', { name: current.name }), title: current.name })}
          >
            {current?.name ?? text('views.button')}
          </button>
        </MenuTrigger>
        <MenuPopover className={styles.menu}>
          <MenuList>
            {places.map(({ id, name, isWhole, ...view }) => (
              <MenuItemLink
                key={id}
                className={styles.view}
                href={hrefOf({ page: 'notifications', id: null, status: view.status, filter: view.filter })}
                {...(!isWhole && { subText: text('views.newer') })}
              >
                {name}
              </MenuItemLink>
            ))}
            {places.length > 0 && <MenuDivider />}
            <MenuItem onClick={() => setNaming(true)}>{text('views.save')}</MenuItem>
            {current && (
              <MenuItem className={styles.view} onClick={() => forget.mutate(current.id)}>
                {text('views.forget', { name: current.name })}
              </MenuItem>
            )}
          </MenuList>
        </MenuPopover>
      </Menu>
      {isNaming && <NameDialog status={status} filter={filter} onClose={() => setNaming(false)} />}
    </>
  );
}

function NameDialog({ status, filter, onClose }: Props & { onClose(): void }) {
  const text = useText();
  const { save } = useViewActions();
  const [name, setName] = useState('');
  const tooLong = useTooLong(name, VIEW_NAME_CHARACTERS);
  const submit = (): void => {
    if (name.trim() !== '' && !tooLong) save.mutate(toViewBody(name.trim(), status, filter), { onSuccess: onClose });
  };
  return (
    <FormDialog title={text('views.save')} isOpen onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <Field
          label={text('views.name')}
          required
          validationMessage={tooLong ?? (save.error ? wordsFor(save.error, text) : undefined)}
        >
          <Input autoFocus value={name} onChange={(_event, { value }) => setName(value)} />
        </Field>
        <p>
          <Button type="submit" appearance="primary" disabledFocusable={save.isPending}>
            {text('views.keep')}
          </Button>{' '}
          <Button onClick={onClose}>{text('dialog.cancel')}</Button>
        </p>
      </form>
    </FormDialog>
  );
}
