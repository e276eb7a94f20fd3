import { useFluent } from '@fluentui/react-components';
import { ArrowLeftRegular, ArrowRightRegular } from '@fluentui/react-icons';
import type { ComponentProps } from 'react';

/** Points to where one comes from, which is where lines begin. */
export function BackArrow(props: ComponentProps<typeof ArrowLeftRegular>) {
  const Arrow = useFluent().dir === 'rtl' ? ArrowRightRegular : ArrowLeftRegular;
  return <Arrow aria-hidden {...props} />;
}
