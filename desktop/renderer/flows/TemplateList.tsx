import { Button, makeStyles, tokens } from '@fluentui/react-components';
import { useText } from '../text.ts';
import { TEMPLATES, type Template } from './templates.ts';

const useStyles = makeStyles({
  list: {
    listStyleType: 'none',
    margin: 0,
    padding: 0,
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 260px), 1fr))',
    gap: tokens.spacingHorizontalM,
  },
  card: {
    width: '100%',
    height: '100%',
    flexDirection: 'column',
    alignItems: 'flex-start',
    justifyContent: 'flex-start',
    textAlign: 'start',
    gap: tokens.spacingVerticalXS,
    padding: tokens.spacingHorizontalL,
    fontWeight: tokens.fontWeightRegular,
  },
  name: { fontWeight: tokens.fontWeightSemibold },
  aside: { color: tokens.colorNeutralForeground3 },
  title: { margin: 0, fontSize: tokens.fontSizeBase400 },
});

/** The templates for a new flow. */
export function TemplateList({ onChoose }: { onChoose(template: Template): void }) {
  const styles = useStyles();
  const text = useText();
  return (
    <>
      <h2 className={styles.title}>{text('template.title')}</h2>
      <ul className={styles.list}>
        {TEMPLATES.map((template) => (
          <li key={template}>
            <Button className={styles.card} onClick={() => onChoose(template)}>
              <span className={styles.name}>{text(`template.${template}`)}</span>
              <span className={styles.aside}>{text(`template.${template}.text`)}</span>
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}
