import { Body1, Button, makeStyles, tokens } from '@fluentui/react-components';
import type { Servers } from '../../bridge.ts';
import type { ServerChoice } from '../host.ts';
import { AddressForm } from '../shell/AddressForm.tsx';
import { ConfirmButton } from '../shell/ConfirmButton.tsx';
import { usePageStyles } from '../shell/page.ts';
import { useText } from '../text.ts';

const useStyles = makeStyles({
  list: { listStyleType: 'none', margin: 0, padding: 0, width: '100%' },
  server: {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: tokens.spacingHorizontalS,
    paddingBlock: tokens.spacingVerticalS,
    borderBottom: `1px solid ${tokens.colorNeutralStroke2}`,
  },
  address: { overflowWrap: 'anywhere', minWidth: 0 },
});

interface Props {
  shown: Servers;
  servers: ServerChoice;
  forget(server: string): Promise<void>;
}

/** The servers that the app knows, and the way to another one. */
export function ServerSettings({ shown, servers, forget }: Props) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const { current, known, isFixed } = shown;
  if (isFixed)
    return <Body1 className={styles.address}>{text('settings.servers.fixed', { server: current ?? '' })}</Body1>;
  const choose = (server: string): void =>
    void servers.choose(server).then((fault) => fault ?? window.location.reload());
  return (
    <>
      <ul className={styles.list}>
        {known.map((server) => (
          <li key={server} className={styles.server}>
            <Body1 className={styles.address}>
              {server === current ? text('settings.servers.current', { server }) : server}
            </Body1>
            <div className={page.deeds}>
              {server !== current && <Button onClick={() => choose(server)}>{text('settings.servers.choose')}</Button>}
              <ConfirmButton
                label={text('settings.servers.forget')}
                title={text('settings.servers.forget.title', { server })}
                confirmLabel={text('settings.servers.forget')}
                keepLabel={text('settings.servers.keep')}
                onConfirm={() => forget(server)}
              >
                {text('settings.servers.forget.text')}
              </ConfirmButton>
            </div>
          </li>
        ))}
      </ul>
      <AddressForm servers={servers} />
    </>
  );
}
