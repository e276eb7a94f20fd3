import { Button, Link, makeStyles, tokens } from '@fluentui/react-components';
import { DeleteRegular, EditRegular } from '@fluentui/react-icons';
import { Fragment } from 'react';
import type { SecretSummary } from '../../../contract/secrets.ts';
import { useFlowNames } from '../api/retirement.ts';
import { hrefOf } from '../routes.ts';
import { usePageStyles } from '../shell/page.ts';
import { useText } from '../text.ts';
import { When } from '../When.tsx';

const useStyles = makeStyles({
  card: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalS },
  name: {
    margin: 0,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase400,
    lineHeight: tokens.lineHeightBase400,
    overflowWrap: 'anywhere',
  },
  flows: { overflowWrap: 'anywhere' },
});

interface Props {
  secret: SecretSummary;
  onChange(): void;
  onDelete(): void;
}

/** A secret's metadata and actions. */
export function SecretCard({ secret: { name, flows, owner, updatedAt }, onChange, onDelete }: Props) {
  const page = usePageStyles();
  const styles = useStyles();
  const text = useText();
  return (
    <div className={styles.card}>
      <h2 className={styles.name}>{name}</h2>
      <div className={styles.flows}>
        <FlowNames ids={flows} />
      </div>
      <div className={page.meta}>
        <span>{text('secrets.keptBy', { name: owner.displayName })}</span>
        <span>
          {text('secrets.changed')} <When at={updatedAt} />
        </span>
      </div>
      <div className={page.actions}>
        <Button icon={<EditRegular />} aria-label={text('secrets.changeNamed', { name })} onClick={onChange}>
          {text('secrets.change')}
        </Button>
        <Button icon={<DeleteRegular />} aria-label={text('secrets.deleteNamed', { name })} onClick={onDelete}>
          {text('secrets.delete')}
        </Button>
      </div>
    </div>
  );
}

function FlowNames({ ids }: { ids: readonly string[] }) {
  const text = useText();
  const flows = useFlowNames();
  if (ids.length === 0) return text('secrets.noFlow');
  return (
    <>
      {text('secrets.usedIn')}{' '}
      {ids.map((id, index) => (
        <Fragment key={id}>
          {index > 0 && ', '}
          <Link href={hrefOf({ page: 'flow', id })}>{flows.find((flow) => flow.id === id)?.name ?? id}</Link>
        </Fragment>
      ))}
    </>
  );
}
