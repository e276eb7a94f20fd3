import { useFluent } from '@fluentui/react-components';
import { ArrowLeftRegular, ArrowRightRegular } from '@fluentui/react-icons';
import type { ComponentProps } from 'react';

/** Points back: to the start of lines, so it flips for right-to-left text. */
export function BackArrow(props: ComponentProps<typeof ArrowLeftRegular>) {
  const Arrow = useFluent().dir === 'rtl' ? ArrowRightRegular : ArrowLeftRegular;
  return <Arrow aria-hidden {...props} />;
}
