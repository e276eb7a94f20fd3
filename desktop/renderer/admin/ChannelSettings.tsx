import {
  Badge,
  Button,
  makeStyles,
  mergeClasses,
  MessageBar,
  MessageBarBody,
  tokens,
} from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import type { ProviderSettingView, ProviderView, TestMessageResult } from '../../../contract/settings.ts';
import type { Tagged } from '../api/client.ts';
import { useChangeProvider, useSettings, useTestMessage } from '../api/settings.ts';
import { channelName } from '../channelName.ts';
import { FormDialog } from '../shell/FormDialog.tsx';
import { usePageStyles } from '../shell/page.ts';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { Failed, Loading } from '../shell/states.tsx';
import { useText, type Text } from '../text.ts';
import { deliveryReason } from './deliveryReason.ts';
import { FactList } from './Facts.tsx';
import { isChangeable, providerLabel, providerSpecs, toProviderPatch } from './providerForm.ts';
import { SettingsForm, type FormOfSettings, type Said } from '../shell/SettingsForm.tsx';
import { useForgotten } from './useForgotten.ts';

const useStyles = makeStyles({
  card: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
});

/** The channels besides the web client: configuration, switches and test messages. */
export function ChannelSettings() {
  const settings = useSettings();
  if (settings.isPending) return <Loading />;
  if (!settings.data) return <Failed error={settings.error} onRetry={() => void settings.refetch()} />;
  const { providers, etag } = settings.data;
  const read = async (channel: string): Promise<Shown | null> => {
    const { data, isError } = await settings.refetch();
    const found = data?.providers.find((each) => each.channel === channel);
    return !isError && data && found ? { provider: found, etag: data.etag } : null;
  };
  return providers.map((provider) => (
    <Provider key={provider.channel} provider={provider} etag={etag} onRead={() => read(provider.channel)} />
  ));
}

interface Shown extends Tagged {
  provider: ProviderView;
}

function Provider({ provider, etag, onRead }: Shown & { onRead(): Promise<Shown | null> }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const { channel } = provider;
  const name = channelName(channel, text);
  const title = text('admin.provider.changeNamed', { name });
  const missing = missingOf(provider, text);
  const change = useChangeProvider(channel);
  const saidIn = (shown: ProviderView) =>
    shown.settings
      .filter((each) => each.name !== 'enabled')
      .map((each): Said => [providerLabel(each.name, text), saidOf(each, text)]);
  const form: FormOfSettings<Shown> = {
    now: { provider, etag },
    specs: (shown) => providerSpecs(shown.provider, text),
    patch: (shown, values) => toProviderPatch(shown.provider, values),
    said: (shown) => saidIn(shown.provider),
    send: change,
    read: onRead,
  };
  return (
    <section className={mergeClasses(page.card, styles.card)} aria-labelledby={`channel-${channel}`}>
      <div className={styles.head}>
        <h2 id={`channel-${channel}`} className={page.subheading}>
          {name}
        </h2>
        <State provider={provider} />
      </div>
      {missing && (
        <MessageBar intent="warning" layout="multiline">
          <MessageBarBody>{text('admin.provider.missing', { missing })}</MessageBarBody>
        </MessageBar>
      )}
      <FactList facts={saidIn(provider)} />
      <div className={page.actions}>
        {isChangeable(provider) && (
          <Button aria-label={title} onClick={() => setOpen(true)}>
            {text('admin.provider.change')}
          </Button>
        )}
        <Switch provider={provider} />
        {provider.isOpen && !missing && <TestMessage channel={channel} etag={etag} />}
      </div>
      <FormDialog title={title} isOpen={isOpen} onClose={() => setOpen(false)}>
        <SettingsForm of={form} onClose={() => setOpen(false)} />
      </FormDialog>
    </section>
  );
}

/** A channel configured in the environment is on unless it was switched off. */
function isTurnedOn({ isOpen, settings }: ProviderView): boolean {
  const stored = settings.find(({ name }) => name === 'enabled')?.value;
  return stored === undefined ? isOpen : stored === true;
}

/** The names of required settings that are not set; null: none. */
function missingOf({ settings, missing = [] }: ProviderView, text: Text): string | null {
  const names = missing.map((name) => {
    const label = providerLabel(name, text);
    const variable = settings.find((each) => each.name === name)?.variable;
    return variable ? text('admin.provider.orVariable', { name: label, variable }) : label;
  });
  return names.join(', ') || null;
}

function State({ provider }: { provider: ProviderView }) {
  const text = useText();
  if (provider.isOpen && !missingOf(provider, text))
    return (
      <Badge appearance="tint" color="success">
        {text('admin.provider.on')}
      </Badge>
    );
  const isOn = isTurnedOn(provider);
  return (
    <Badge appearance="tint" color={isOn ? 'warning' : 'informative'}>
      {text(isOn ? 'admin.provider.incomplete' : 'admin.provider.off')}
    </Badge>
  );
}

function saidOf({ isSecret, isSet, value, source, variable }: ProviderSettingView, text: Text): string {
  if (!isSet) return text('admin.provider.notSet');
  const shown = isSecret ? text('admin.provider.hidden') : shownOf(value, text);
  return source === 'environment' ? text('admin.provider.fromVariable', { value: shown, variable: variable! }) : shown;
}

const shownOf = (value: unknown, text: Text): string =>
  typeof value === 'boolean' ? text(value ? 'admin.provider.yes' : 'admin.provider.no') : String(value);

/** Switches a channel on or off. A channel that is on opens once it has all required settings. */
function Switch({ provider }: { provider: ProviderView }) {
  const text = useText();
  const { channel } = provider;
  const change = useChangeProvider(channel);
  const isOn = isTurnedOn(provider);
  const turn = useMutation({ mutationFn: () => change({ enabled: !isOn }) });
  const name = channelName(channel, text);
  return (
    <>
      <Button
        aria-label={text(isOn ? 'admin.provider.turnOffNamed' : 'admin.provider.turnOnNamed', { name })}
        disabledFocusable={turn.isPending}
        onClick={() => !turn.isPending && turn.mutate()}
      >
        {text(isOn ? 'admin.provider.turnOff' : 'admin.provider.turnOn')}
      </Button>
      {turn.error && <ProblemBar problem={turn.error} />}
    </>
  );
}

const whyNotSent = ({ detail, detailSaid = null }: TestMessageResult, text: Text): string =>
  deliveryReason({ error: detail, errorSaid: detailSaid }, text)?.words ?? '';

function TestMessage({ channel, etag }: { channel: string } & Tagged) {
  const text = useText();
  const test = useTestMessage(channel);
  useForgotten(test, etag);
  const name = channelName(channel, text);
  return (
    <>
      <Button
        aria-label={text('admin.provider.testNamed', { name })}
        disabledFocusable={test.isPending}
        onClick={() => !test.isPending && test.mutate()}
      >
        {text('admin.provider.test')}
      </Button>
      <span role="status">
        {test.data &&
          (test.data.isSent
            ? text('admin.provider.tested')
            : text('admin.provider.testFailed', { detail: whyNotSent(test.data, text) }))}
      </span>
      {test.error && <ProblemBar problem={test.error} />}
    </>
  );
}
