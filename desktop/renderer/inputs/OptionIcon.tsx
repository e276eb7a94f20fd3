import { makeStyles, mergeClasses } from '@fluentui/react-components';
import { lazy, Suspense } from 'react';
import { iconOf } from '../../../contract/icons.ts';
import type { Option } from '../../../contract/variables.ts';
import { Boundary } from '../shell/Boundary.tsx';

const NamedIcon = lazy(async () => ({ default: (await import('./NamedIcon.tsx')).NamedIcon }));

const useStyles = makeStyles({
  icon: { display: 'inline-flex', verticalAlign: 'text-bottom', minWidth: '1em', minHeight: '1em' },
  beforeText: { fontSize: '1.25em', marginInlineEnd: '0.35em' },
});

/** The icon of an option; hidden from screen readers, because the label says the same. */
export function OptionIcon({ option, isBeforeText = false }: { option: Option; isBeforeText?: boolean }) {
  const styles = useStyles();
  const icon = iconOf(option);
  if (!icon) return null;
  if ('emoji' in icon) return <span aria-hidden>{isBeforeText ? `${icon.emoji} ` : icon.emoji}</span>;
  return (
    <span className={isBeforeText ? mergeClasses(styles.icon, styles.beforeText) : styles.icon} aria-hidden>
      <Boundary instead={() => null}>
        <Suspense fallback={null}>
          <NamedIcon name={icon.name} />
        </Suspense>
      </Boundary>
    </span>
  );
}
