import { Button, Field, Input, makeStyles, mergeClasses, Spinner, tokens } from '@fluentui/react-components';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ClientConfig } from '../../../contract/client.ts';
import type { SetupView } from '../../../contract/setup.ts';
import { ApiProblem, getPublic, type Api } from '../api/client.ts';
import { ApiProvider } from '../api/queries.ts';
import { apiWithCode } from '../api/setup.ts';
import { usePageStyles } from '../shell/page.ts';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { hrefOf } from '../routes.ts';
import { useText } from '../text.ts';
import { Wizard } from './Wizard.tsx';

const useStyles = makeStyles({
  whole: { minHeight: '100%', backgroundColor: tokens.colorNeutralBackground3, color: tokens.colorNeutralForeground1 },
  head: { display: 'flex', alignItems: 'center', gap: tokens.spacingHorizontalM },
  main: { outline: 'none' },
  words: { margin: 0 },
  code: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, maxWidth: '400px' },
});

interface Opened {
  api: Api;
  view: SetupView;
}

/** The page of a server that is not set up yet (behaviour 2.9). @param onReady called when the product is running */
export function FirstSetup({ onReady }: { onReady(): void }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const [opened, setOpened] = useState<Opened | null>(null);
  const [isStored, setStored] = useState(false);
  useEffect(() => {
    document.title = `${text('title.setup')} · ${text('product')}`;
  }, [text]);
  const main = useRef<HTMLElement>(null);
  const hasBegun = opened !== null;
  useEffect(() => {
    if (hasBegun) main.current?.focus(); // the form that had it is gone
  }, [hasBegun, isStored]);
  return (
    <div className={styles.whole}>
      <main ref={main} tabIndex={-1} className={mergeClasses(page.page, styles.main)}>
        <div className={styles.head}>
          <img src="./handback.svg" alt="" width="40" height="40" />
          <h1 className={page.heading}>{text('setup.first')}</h1>
        </div>
        {isStored ? (
          <Starting onReady={onReady} />
        ) : opened ? (
          <ApiProvider value={opened.api}>
            <p className={styles.words}>{text('setup.intro')}</p>
            <Wizard view={opened.view} submitLabel={text('setup.finish')} onDone={() => setStored(true)} />
          </ApiProvider>
        ) : (
          <CodeForm onOpened={setOpened} />
        )}
      </main>
    </div>
  );
}

function CodeForm({ onOpened }: { onOpened(opened: Opened): void }) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  const [code, setCode] = useState('');
  const open = useMutation({
    mutationFn: async () => {
      const api = apiWithCode(code);
      return { api, view: await api.get<SetupView>('/setup') };
    },
    onSuccess: onOpened,
  });
  const isWrong = open.error instanceof ApiProblem && open.error.code === 'sign_in_needed';
  return (
    <form
      className={page.card}
      onSubmit={(event) => {
        event.preventDefault();
        if (!open.isPending) open.mutate();
      }}
    >
      <div className={styles.code}>
        <p className={styles.words}>{text('setup.code.text')}</p>
        <Field
          label={text('setup.code')}
          required
          validationMessage={isWrong ? text('setup.code.wrong') : undefined}
          validationState={isWrong ? 'error' : 'none'}
        >
          <Input
            value={code}
            autoComplete="one-time-code"
            spellCheck={false}
            onChange={(_event, { value }) => setCode(value)}
          />
        </Field>
        {open.error && !isWrong && <ProblemBar problem={open.error} />}
        <div className={page.actions}>
          <Button type="submit" appearance="primary" disabledFocusable={open.isPending}>
            {text('setup.code.go')}
          </Button>
        </div>
      </div>
    </form>
  );
}

const LOOK_EVERY_MS = 1000;

/** Waits while the server replaces the wizard with the product at the same address. */
function Starting({ onReady }: { onReady(): void }) {
  const page = usePageStyles();
  const text = useText();
  useEffect(() => {
    const look = () =>
      getPublic<ClientConfig>('/client-config').then(
        () => {
          window.location.hash = hrefOf({ page: 'admin', section: 'about' });
          onReady();
        },
        () => (timer = setTimeout(look, LOOK_EVERY_MS)),
      );
    let timer = setTimeout(look, LOOK_EVERY_MS);
    return () => clearTimeout(timer);
  }, [onReady]);
  return (
    <div className={page.card} role="status">
      <Spinner labelPosition="after" label={text('setup.starting')} />
    </div>
  );
}
