import { Button, Field, Input, makeStyles, mergeClasses, Radio, RadioGroup, tokens } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { DESKTOP_REDIRECT_URI, type RegistrationCheck, type SetupView } from '../../../contract/setup.ts';
import { ApiProblem } from '../api/client.ts';
import { useSetupCalls } from '../api/setup.ts';
import { fieldWords } from '../inputs/fieldWords.ts';
import { usePageStyles } from '../shell/page.ts';
import { useText, type Text } from '../text.ts';
import { CheckList } from './CheckList.tsx';
import { RedirectUri } from './RedirectUri.tsx';
import { SetupFaults } from './SetupFaults.tsx';
import { SetupField, type FieldsProps } from './SetupField.tsx';
import {
  administratorOf,
  changedOf,
  emptyIn,
  formOf,
  givenOf,
  hasChanged,
  isGivenElsewhere,
  type SetupForm,
} from './setupForm.ts';

const useStyles = makeStyles({
  card: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  words: { margin: 0 },
});

interface Props {
  view: SetupView;
  submitLabel: string;
  /** Called once everything is stored. */
  onDone(): void;
}

/** Both registrations and the administrator: each can be tested, and all are stored together (behaviour 2.9). */
export function Wizard({ view, submitLabel, onDone }: Props) {
  const page = usePageStyles();
  const text = useText();
  const calls = useSetupCalls();
  const [shown] = useState(view); // `view` may be reloaded while the person types
  const [form, setForm] = useState<SetupForm>(() => formOf(view));
  const complete = useMutation({
    mutationFn: async (sent: SetupForm) => {
      refuseEmpty(emptyIn(view, sent));
      await calls.complete({
        ...changedOf(shown, sent, ...OF_CLIENT, ...OF_SERVER),
        administrator: administratorOf(sent),
      });
    },
    onSuccess: onDone,
  });
  const faults = faultsOf(complete, form, text);
  const fields = { view, form, faults, onForm: setForm };
  return (
    <>
      <ClientStep {...fields} />
      <ServerStep {...fields} />
      <AdministratorStep {...fields} />
      <SetupFaults error={complete.error} faults={faults} form={form} />
      <div className={page.actions}>
        <Button
          appearance="primary"
          size="large"
          disabledFocusable={complete.isPending}
          onClick={() => !complete.isPending && complete.mutate(form)}
        >
          {complete.isPending ? text('setup.trying') : submitLabel}
        </Button>
      </div>
    </>
  );
}

const OF_CLIENT = ['tenantId', 'clientId'] as const;
const OF_SERVER = ['tenantId', 'directoryClientId', 'directoryAuthType', 'directoryClientSecret'] as const;

/** @throws ApiProblem naming all required fields that are empty, because the server stops at the first failed step */
function refuseEmpty(names: readonly string[]): void {
  if (names.length === 0) return;
  const checks = Object.fromEntries(names.map((name) => [name, { id: 'missing', values: {} } as const]));
  const fields = Object.fromEntries(names.map((name) => [name, '']));
  throw new ApiProblem('validation_failed', 422, '', { fields, checks });
}

interface Sent {
  error: Error | null;
  /** The values that were sent. */
  variables: SetupForm | undefined;
}

/** The faults of the sent values, for fields not changed since. */
function faultsOf({ error, variables: sent }: Sent, form: SetupForm, text: Text): Record<string, string> {
  if (!(error instanceof ApiProblem)) return {};
  const isOld = (field: string) => sent !== undefined && hasChanged(sent, form, field);
  return Object.fromEntries(Object.entries(fieldWords(error, text)).filter(([field]) => !isOld(field)));
}

/** Whether a result is about what the fields hold now. */
const isCurrent = (sent: SetupForm | undefined, form: SetupForm, fields: readonly string[]): boolean =>
  sent !== undefined && !fields.some((field) => hasChanged(sent, form, field));

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
  const test = useMutation({ mutationFn: (sent: SetupForm) => checkClient(givenOf(view, sent, ...OF_CLIENT)) });
  const own = faultsOf(test, form, text);
  const found = { ...faults, ...own };
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
      <Test label={text('setup.testClient')} test={test} fields={OF_CLIENT} faults={own} form={form} />
    </Step>
  );
}

function ServerStep(fields: FieldsProps) {
  const text = useText();
  const { view, form, faults, onForm } = fields;
  const { checkServer } = useSetupCalls();
  const test = useMutation({ mutationFn: (sent: SetupForm) => checkServer(givenOf(view, sent, ...OF_SERVER)) });
  const own = faultsOf(test, form, text);
  const found = { ...faults, ...own };
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
      <Test label={text('setup.testServer')} test={test} fields={OF_SERVER} faults={own} form={form} />
    </Step>
  );
}

interface TestProps {
  label: string;
  test: {
    data: readonly RegistrationCheck[] | undefined;
    error: Error | null;
    isPending: boolean;
    variables: SetupForm | undefined;
    mutate(form: SetupForm): void;
  };
  /** The fields that it tests. */
  fields: readonly string[];
  faults: Record<string, string>;
  form: SetupForm;
}

function Test({ label, test, fields, faults, form }: TestProps) {
  const { data, error, isPending, variables, mutate } = test;
  const page = usePageStyles();
  const text = useText();
  return (
    <>
      <div className={page.actions}>
        <Button disabledFocusable={isPending} onClick={() => !isPending && mutate(form)}>
          {isPending ? text('setup.testing') : label}
        </Button>
      </div>
      <div role="status">{data && !isPending && isCurrent(variables, form, fields) && <CheckList checks={data} />}</div>
      <SetupFaults error={error} faults={faults} form={form} />
    </>
  );
}

/** The administrator to add: by default the person's own address, or a group. */
function AdministratorStep({ view, form, faults, onForm }: FieldsProps) {
  const page = usePageStyles();
  const text = useText();
  const { findAdministrator } = useSetupCalls();
  const chosen = administratorOf(form);
  const find = useMutation({
    mutationFn: (sent: SetupForm) =>
      findAdministrator({ ...givenOf(view, sent, ...OF_SERVER), administrator: administratorOf(sent)! }),
  });
  const own = faultsOf(find, form, text);
  const found = { ...faults, ...own };
  const person = isCurrent(find.variables, form, ['administrator']) ? find.data : undefined;
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
      <div className={page.actions}>
        <Button disabledFocusable={!chosen || find.isPending} onClick={() => chosen && find.mutate(form)}>
          {text('setup.find')}
        </Button>
      </div>
      <div role="status">{person && text('setup.found', { name: person.displayName })}</div>
      {fault === undefined && <SetupFaults error={find.error} faults={own} form={form} />}
    </Step>
  );
}
