import { Button, makeStyles, OverlayDrawer, tokens, useFocusFinders } from '@fluentui/react-components';
import { ArrowResetRegular, DismissRegular, PlayRegular } from '@fluentui/react-icons';
import { useEffect, useRef, useState, type RefObject } from 'react';
import type { GivenToTrial, TrialBody, TriedFlow } from '../../../../contract/trials.ts';
import type { VariableSpec } from '../../../../contract/variables.ts';
import { useTryFlow } from '../../api/authoring.ts';
import { useApiInputServices } from '../../api/inputServices.ts';
import { InputServicesProvider } from '../../inputs/services.ts';
import { VariableForm } from '../../inputs/VariableForm.tsx';
import { ProblemBar } from '../../shell/ProblemBar.tsx';
import { useText } from '../../text.ts';
import { configOf, nodesOf, type Draft } from '../draft/draft.ts';
import { onOwnFields } from './trialFields.ts';
import { TrialNeeded } from './TrialNeeded.tsx';
import { TrialSteps } from './TrialSteps.tsx';

const useStyles = makeStyles({
  drawer: { width: 'min(560px, 100vw)', maxWidth: '100vw' },
  inside: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalL,
    padding: tokens.spacingHorizontalL,
    overflowY: 'auto',
  },
  trial: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalL },
  head: { display: 'flex', alignItems: 'flex-start', gap: tokens.spacingHorizontalS },
  title: { flexGrow: 1, margin: 0, fontSize: tokens.fontSizeBase500, lineHeight: tokens.lineHeightBase500 },
  aside: { margin: 0, color: tokens.colorNeutralForeground3 },
});

interface Props {
  draft: Draft;
}

/** A button that opens a trial: the flow runs with its author's answers, and nobody is notified. */
export function TryFlow({ draft }: Props) {
  const styles = useStyles();
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  const [round, setRound] = useState(0);
  const trial = useFocusFirst(isOpen && round);
  return (
    <>
      <Button icon={<PlayRegular />} onClick={() => setOpen(true)}>
        {text('try.open')}
      </Button>
      <OverlayDrawer
        open={isOpen}
        position="end"
        className={styles.drawer}
        aria-label={text('try.title')}
        onOpenChange={(_event, data) => setOpen(data.open)}
      >
        <div className={styles.inside}>
          <div className={styles.head}>
            <h2 className={styles.title}>{text('try.title')}</h2>
            <Button
              appearance="subtle"
              icon={<ArrowResetRegular />}
              aria-label={text('try.again')}
              onClick={() => setRound(round + 1)}
            />
            <Button
              appearance="subtle"
              icon={<DismissRegular />}
              aria-label={text('draw.close')}
              onClick={() => setOpen(false)}
            />
          </div>
          <p className={styles.aside}>{text('try.hint')}</p>
          <div ref={trial} className={styles.trial}>
            <Trial key={round} draft={draft} />
          </div>
        </div>
      </OverlayDrawer>
    </>
  );
}

/**
 * Gives the focus to the first thing to do inside; the drawer would give it to the first button of its head, which
 * begins anew.
 *
 * @param turn does so whenever this changes; false: not now
 */
function useFocusFirst(turn: number | false): RefObject<HTMLDivElement | null> {
  const { findFirstFocusable } = useFocusFinders();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (turn !== false && place.current) findFirstFocusable(place.current)?.focus();
  }, [findFirstFocusable, turn]);
  return place;
}

const startSpecsOf = (draft: Draft): VariableSpec[] => {
  const start = nodesOf(draft).find(({ type }) => type === 'start');
  const { variables } = configOf(draft, String(start?.['id'] ?? ''));
  return Array.isArray(variables) ? (variables as VariableSpec[]) : [];
};

type Told = Pick<TrialBody, 'variables' | 'given'>;

function Trial({ draft }: { draft: Draft }) {
  const text = useText();
  const services = useApiInputServices(null);
  const trying = useTryFlow();
  const [told, setTold] = useState<Told>({ variables: {}, given: {} });
  const [tried, setTried] = useState<TriedFlow | null>(null);
  const specs = startSpecsOf(draft);

  /** @throws ApiProblem with the form's field names */
  const run = async (next: Told, prefix: string): Promise<void> => {
    try {
      setTried(await trying.mutateAsync({ definition: draft, ...next }));
      setTold(next);
    } catch (error) {
      throw onOwnFields(error, prefix);
    }
  };
  const give = (visitKey: string, given: GivenToTrial): Promise<void> =>
    run({ ...told, given: { ...told.given, [visitKey]: given } }, `given.${visitKey}.`);
  const [need] = tried?.needs ?? [];
  return (
    <InputServicesProvider value={services}>
      {tried === null ? (
        <VariableForm
          specs={specs}
          submitLabel={text('try.start')}
          pickHint=""
          renderProblem={(problem) => <ProblemBar problem={problem} />}
          onSubmit={(variables) => run({ ...told, variables }, 'variables.')}
        />
      ) : (
        <TrialSteps draft={draft} tried={tried} />
      )}
      {need && (
        <TrialNeeded key={need.visitKey} draft={draft} need={need} onGive={(given) => give(need.visitKey, given)} />
      )}
    </InputServicesProvider>
  );
}
