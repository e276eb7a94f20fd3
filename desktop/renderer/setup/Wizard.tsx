import { Button, Field, Input, makeStyles, mergeClasses, Radio, RadioGroup, tokens } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { DESKTOP_REDIRECT_URI, type RegistrationCheck, type SetupView } from '../../../contract/setup.ts';
import { ApiProblem } from '../api/client.ts';
import { useSetupCalls } from '../api/setup.ts';
import { fieldWords } from '../inputs/fieldWords.ts';
import { usePageStyles } from '../shell/page.ts';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { useText, type Text } from '../text.ts';
import { CheckList } from './CheckList.tsx';
import { RedirectUri } from './RedirectUri.tsx';
import { SetupField, type FieldsProps } from './SetupField.tsx';
import { administratorOf, formOf, givenOf, isGivenElsewhere, type SetupForm } from './setupForm.ts';

const useStyles = makeStyles({
  card: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  words: { margin: 0 },
});

interface Props {
  view: SetupView;
  submitLabel: string;
  /** It is stored. */
  onDone(): void;
}

/** Both registrations and who is an administrator: each can be tried, and all is stored together (behaviour 2.9). */
export function Wizard({ view, submitLabel, onDone }: Props) {
  const page = usePageStyles();
  const text = useText();
  const calls = useSetupCalls();
  const [form, setForm] = useState<SetupForm>(() => formOf(view));
  const complete = useMutation({
    mutationFn: () =>
      calls.complete({
        ...givenOf(view, form, ...OF_CLIENT, ...OF_SERVER),
        administrator: administratorOf(form),
      }),
    onSuccess: onDone,
  });
  const faults = faultsOf(complete.error, text);
  const fields = { view, form, faults, onForm: setForm };
  return (
    <>
      <ClientStep {...fields} />
      <ServerStep {...fields} />
      <AdministratorStep {...fields} />
      {complete.error && <ProblemBar problem={complete.error} />}
      <div className={page.deeds}>
        <Button
          appearance="primary"
          size="large"
          disabledFocusable={complete.isPending}
          onClick={() => !complete.isPending && complete.mutate()}
        >
          {complete.isPending ? text('setup.trying') : submitLabel}
        </Button>
      </div>
    </>
  );
}

const OF_CLIENT = ['tenantId', 'clientId'] as const;
const OF_SERVER = ['tenantId', 'directoryClientId', 'directoryAuthType', 'directoryClientSecret'] as const;

const faultsOf = (error: Error | null, text: Text): Record<string, string> =>
  error instanceof ApiProblem ? fieldWords(error, text) : {};

function Step({ title, words, children }: { title: string; words: string; children: ReactNode }) {
  const page = usePageStyles();
  const styles = useStyles();
  return (
    <section className={mergeClasses(page.card, styles.card)} aria-label={title}>
      <h2 className={page.subheading}>{title}</h2>
      <p className={styles.words}>{words}</p>
      {children}
    </section>
  );
}

function ClientStep(fields: FieldsProps) {
  const text = useText();
  const { view, form, faults } = fields;
  const { checkClient } = useSetupCalls();
  const test = useMutation({ mutationFn: () => checkClient(givenOf(view, form, ...OF_CLIENT)) });
  const found = { ...faults, ...faultsOf(test.error, text) };
  return (
    <Step title={text('setup.step.client')} words={text('setup.step.client.text')}>
      <RedirectUri
        label={text('setup.redirectUri')}
        hint={text('setup.redirectUri.hint')}
        uri={view.redirectUri}
        fault={found['address']}
      />
      <RedirectUri label={text('setup.desktopUri')} hint={text('setup.desktopUri.hint')} uri={DESKTOP_REDIRECT_URI} />
      <SetupField {...fields} faults={found} name="tenantId" />
      <SetupField {...fields} faults={found} name="clientId" />
      <Test label={text('setup.testClient')} test={test} />
    </Step>
  );
}

function ServerStep(fields: FieldsProps) {
  const text = useText();
  const { view, form, faults, onForm } = fields;
  const { checkServer } = useSetupCalls();
  const test = useMutation({ mutationFn: () => checkServer(givenOf(view, form, ...OF_SERVER)) });
  const found = { ...faults, ...faultsOf(test.error, text) };
  return (
    <Step title={text('setup.step.server')} words={text('setup.step.server.text')}>
      <Field label={text('setup.authType')}>
        <RadioGroup
          value={form.directoryAuthType}
          disabled={isGivenElsewhere(view, 'directoryAuthType')}
          onChange={(_event, { value }) =>
            onForm({ ...form, directoryAuthType: value as SetupForm['directoryAuthType'] })
          }
        >
          <Radio value="clientCredentials" label={text('setup.authType.secret')} />
          <Radio value="managedSystemIdentity" label={text('setup.authType.identity')} />
        </RadioGroup>
      </Field>
      <SetupField {...fields} faults={found} name="directoryClientId" />
      {form.directoryAuthType === 'clientCredentials' && (
        <SetupField {...fields} faults={found} name="directoryClientSecret" />
      )}
      <Test label={text('setup.testServer')} test={test} />
    </Step>
  );
}

interface TestProps {
  label: string;
  test: {
    data: readonly RegistrationCheck[] | undefined;
    error: Error | null;
    isPending: boolean;
    mutate(): void;
  };
}

function Test({ label, test: { data, error, isPending, mutate } }: TestProps) {
  const page = usePageStyles();
  const text = useText();
  return (
    <>
      <div className={page.deeds}>
        <Button disabledFocusable={isPending} onClick={() => !isPending && mutate()}>
          {isPending ? text('setup.testing') : label}
        </Button>
      </div>
      <div role="status">{data && !isPending && <CheckList checks={data} />}</div>
      {error && <ProblemBar problem={error} />}
    </>
  );
}

/** The address of whoever does this, or a group; later it adds to those that there are. */
function AdministratorStep({ view, form, faults, onForm }: FieldsProps) {
  const page = usePageStyles();
  const text = useText();
  const { findAdministrator } = useSetupCalls();
  const chosen = administratorOf(form);
  const find = useMutation({
    mutationFn: () => findAdministrator({ ...givenOf(view, form, ...OF_SERVER), administrator: chosen! }),
  });
  const found = { ...faults, ...faultsOf(find.error, text) };
  const fault = found['administrator.reference'] ?? found['administrator'];
  const words = view.needsAdministrator ? 'setup.step.administrator.text' : 'setup.step.administrator.more';
  return (
    <Step title={text('setup.step.administrator')} words={text(words)}>
      <RadioGroup
        layout="horizontal"
        aria-label={text('setup.step.administrator')}
        value={form.administratorKind}
        onChange={(_event, { value }) =>
          onForm({ ...form, administratorKind: value as SetupForm['administratorKind'] })
        }
      >
        <Radio value="person" label={text('setup.administrator.person')} />
        <Radio value="group" label={text('setup.administrator.group')} />
      </RadioGroup>
      <Field
        label={text(`setup.administrator.${form.administratorKind}.reference`)}
        validationMessage={fault}
        validationState={fault ? 'error' : 'none'}
      >
        <Input
          value={form.administrator}
          autoComplete="off"
          spellCheck={false}
          onChange={(_event, { value }) => onForm({ ...form, administrator: value })}
        />
      </Field>
      <div className={page.deeds}>
        <Button disabledFocusable={!chosen || find.isPending} onClick={() => chosen && find.mutate()}>
          {text('setup.find')}
        </Button>
      </div>
      <div role="status">{find.data && text('setup.found', { name: find.data.displayName })}</div>
      {find.error && fault === undefined && <ProblemBar problem={find.error} />}
    </Step>
  );
}
