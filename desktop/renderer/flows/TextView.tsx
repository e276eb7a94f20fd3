import { makeStyles, tokens } from '@fluentui/react-components';
import { useMemo, type RefObject } from 'react';
import { useIntl } from 'react-intl';
import { lazyPart } from '../shell/lazyPart.tsx';
import { usePageStyles } from '../shell/page.ts';
import { useText } from '../text.ts';
import { usePhrases } from './code/phrases.ts';
import { useOffers } from './code/useOffers.ts';
import { NoDefinition } from './EditorProblems.tsx';
import { FlowPicture } from './FlowPicture.tsx';
import type { Mark } from './FlowGraph.tsx';
import type { TextHandle } from './JsonEditor.tsx';
import type { Span } from './jsonPlaces.ts';
import { useSketch, type useFlowEditing } from './useFlowEditing.ts';

const JsonEditor = lazyPart(async () => (await import('./JsonEditor.tsx')).JsonEditor);

const HINT = 'editor-hint';

const useStyles = makeStyles({
  hint: { margin: 0, color: tokens.colorNeutralForeground3 },
  // visible at any scroll position of the text
  said: { position: 'sticky', bottom: tokens.spacingVerticalS, zIndex: 1, marginTop: tokens.spacingVerticalS },
});

interface Props {
  editing: ReturnType<typeof useFlowEditing>;
  area: RefObject<TextHandle | null>;
  /** The initial selection. */
  first: Span | null;
}

/** The definition as JSON, with a live drawing below. */
export function TextView({ editing, area, first }: Props) {
  const styles = useStyles();
  const page = usePageStyles();
  const text = useText();
  const { locale } = useIntl();
  const offersAt = useOffers();
  const phrases = usePhrases();
  const { source, change, faults, noDefinition } = editing;
  const { sketch } = useSketch(source);
  const marks = useMemo(() => new Map(faults.map(({ nodeId }): [string, Mark] => [nodeId ?? '', 'fault'])), [faults]);
  return (
    <>
      <p id={HINT} className={styles.hint}>
        {text('editor.hint')}
      </p>
      <div>
        <JsonEditor
          key={locale}
          value={source}
          label={text('editor.label')}
          describedBy={HINT}
          isInvalid={editing.sent !== null && (noDefinition !== null || faults.length > 0)}
          wrong={editing.wrong}
          phrases={phrases}
          area={area}
          first={first}
          offersAt={offersAt}
          onChange={(next, isTyped) => change(next, isTyped ? 'text' : null)}
          onHistory={(step) => editing[step]()}
        />
        <div className={styles.said}>
          <NoDefinition editing={editing} />
        </div>
      </div>
      <section className={page.card} aria-labelledby="graph">
        <h2 id="graph" className={page.subheading}>
          {text('flows.graph')}
        </h2>
        <FlowPicture
          sketch={sketch}
          marks={marks}
          faults={faults}
          onChoose={(nodeId) => {
            const span = editing.placeOfNode(nodeId);
            if (span) area.current?.select(span);
          }}
        />
      </section>
    </>
  );
}
