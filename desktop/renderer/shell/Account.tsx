import { lazy, Suspense, useState } from 'react';
import { useMe } from '../api/queries.ts';
import type { AccountProps } from './AccountMenu.tsx';
import { Boundary } from './Boundary.tsx';
import { Face } from './Face.tsx';
import { ToCome } from './ToCome.tsx';

const loadMenu = () => import('./AccountMenu.tsx');
const AccountMenu = lazy(async () => ({ default: (await loadMenu()).AccountMenu }));

export function Account(props: AccountProps) {
  const me = useMe();
  const [isWanted, setWanted] = useState(false);
  const name = me.data?.displayName ?? props.auth.account?.displayName ?? '';
  const open = (): void => {
    setWanted(true);
    props.onOpen('account');
  };
  const face = <Face name={name} aria-expanded={false} onPointerEnter={() => void loadMenu()} onClick={open} />;
  if (!isWanted) return face;
  const leave = (): void => {
    setWanted(false);
    props.onOpen(null);
  };
  return (
    <Boundary instead={(tryAgain) => <Face name={name} onClick={tryAgain} />}>
      <Suspense
        fallback={
          <ToCome onLeft={leave}>
            <Face name={name} aria-expanded={false} autoFocus />
          </ToCome>
        }
      >
        <AccountMenu {...props} />
      </Suspense>
    </Boundary>
  );
}
