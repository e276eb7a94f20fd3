import type { SetupView } from '../../../contract/setup.ts';
import type { Tagged } from '../api/client.ts';
import { useMe } from '../api/queries.ts';
import { useSetup, useSetupCalls } from '../api/setup.ts';
import { Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { SettingCard } from './SettingCard.tsx';
import type { FormOfSettings } from '../shell/SettingsForm.tsx';
import { onSignInFields, signInSaid, signInSpecs, toSignInPatch } from './signInForm.ts';

/** The credentials of the server registration (behaviour 2.9); new ones are tested before they are stored. */
export function ServerSignIn() {
  const text = useText();
  const me = useMe();
  const setup = useSetup();
  const { complete } = useSetupCalls();
  if (setup.isPending || me.isPending) return <Loading />;
  if (!setup.data) return <Failed error={setup.error} onRetry={() => void setup.refetch()} />;
  const tagged = (view: SetupView): SetupView & Tagged => ({ ...view, etag: null });
  const form: FormOfSettings<SetupView & Tagged> = {
    now: tagged(setup.data),
    specs: (shown) => signInSpecs(shown, me.data ?? null, text),
    patch: toSignInPatch,
    said: (shown) => signInSaid(shown, text),
    send: (patch) =>
      complete(patch).catch((problem: unknown) => {
        throw onSignInFields(problem);
      }),
    read: () => setup.refetch().then(({ data, isError }) => (isError || !data ? null : tagged(data))),
  };
  const isFixed = !form.specs(form.now).some(({ name }) => name === 'directoryAuthType');
  return (
    <SettingCard
      words={text('admin.section.graphsecurity.text')}
      facts={signInSaid(setup.data, text)}
      change={isFixed ? null : { title: text('admin.section.graphsecurity'), form }}
    />
  );
}
