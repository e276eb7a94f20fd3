import { Body1, Button, makeStyles, tokens } from '@fluentui/react-components';
import { useState } from 'react';
import type { ServerFault, Servers } from '../../bridge.ts';
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
  refused: {
    flexBasis: '100%',
    color: tokens.colorStatusDangerForeground1,
    fontSize: tokens.fontSizeBase200,
    lineHeight: tokens.lineHeightBase200,
  },
  address: { overflowWrap: 'anywhere', minWidth: 0 },
});

interface Props {
  shown: Servers;
  servers: ServerChoice;
  forget(server: string): Promise<void>;
}

/** The known servers, and a form to add one. */
export function ServerSettings({ shown, servers, forget }: Props) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const [refused, setRefused] = useState<{ server: string; fault: ServerFault } | null>(null);
  const { current, known, isFixed } = shown;
  if (isFixed)
    return <Body1 className={styles.address}>{text('settings.servers.fixed', { server: current ?? '' })}</Body1>;
  async function choose(server: string): Promise<void> {
    setRefused(null);
    const fault = await servers.choose(server).catch((): ServerFault => 'unreachable');
    if (fault === null) window.location.reload();
    else setRefused({ server, fault });
  }
  return (
    <>
      <ul className={styles.list}>
        {known.map((server) => (
          <li key={server} className={styles.server}>
            <Body1 className={styles.address}>
              {server === current ? text('settings.servers.current', { server }) : server}
            </Body1>
            <div className={page.actions}>
              {server !== current && (
                <Button onClick={() => void choose(server)}>{text('settings.servers.choose')}</Button>
              )}
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
            {refused?.server === server && (
              <span role="alert" className={styles.refused}>
                {text(`server.fault.${refused.fault}`)}
              </span>
            )}
          </li>
        ))}
      </ul>
      <AddressForm servers={servers} />
    </>
  );
}
