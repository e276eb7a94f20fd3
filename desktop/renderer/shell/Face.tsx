import { makeStyles, tokens } from '@fluentui/react-components';
import type { ComponentProps } from 'react';
import { useText } from '../text.ts';

const useStyles = makeStyles({
  face: {
    flexShrink: 0,
    width: '32px',
    height: '32px',
    padding: 0,
    border: 'none',
    borderRadius: '50%',
    cursor: 'pointer',
    backgroundColor: tokens.colorBrandBackground,
    color: tokens.colorNeutralForegroundOnBrand,
    fontFamily: 'inherit',
    fontSize: tokens.fontSizeBase300,
    fontWeight: tokens.fontWeightSemibold,
    // in a pseudo element, so that the button's accessible name is only its label
    '::before': { content: 'attr(data-initials)' },
    ':hover': { backgroundColor: tokens.colorBrandBackgroundHover },
    ':focus-visible': { outline: `2px solid ${tokens.colorStrokeFocus2}`, outlineOffset: '2px' },
  },
});

/** The signed-in person as a button: first and last initial. */
export function Face({ name, ...rest }: { name: string } & ComponentProps<'button'>) {
  const styles = useStyles();
  const text = useText();
  const words = name.split(/\s+/).filter(Boolean);
  const initials = [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.charAt(0).toUpperCase())
    .join('');
  return (
    <button
      type="button"
      className={styles.face}
      aria-label={text('account.label', { name })}
      data-initials={initials}
      {...rest}
    />
  );
}
