import { lazy, Suspense, useState, type ComponentType, type ReactNode } from 'react';
import { Boundary } from './Boundary.tsx';
import { NotLoaded } from './NotLoaded.tsx';
import { Loading } from './states.tsx';

interface Manner<Props> {
  /** Stands in for what is being loaded. */
  toCome?(props: Props): ReactNode;
  /** Stands in for what could not be loaded. */
  instead?(props: Props, error: Error, tryAgain: () => void): ReactNode;
  /** Whether it is to be seen; each time it becomes so, a failed part is loaded again. */
  isWanted?(props: Props): boolean;
}

interface Attempt<Props> {
  number: number;
  Part: ComponentType<Props>;
}

/**
 * A part of a page whose code is loaded when it is first rendered. If that fails, the page around it stays, with
 * everything typed into it, and the person can try again.
 */
export function lazyPart<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { toCome = loading, instead = notLoaded, isWanted = () => true }: Manner<Props> = {},
): ComponentType<Props> {
  const begin = (number: number): Attempt<Props> => ({
    number,
    Part: lazy(async () => {
      try {
        return { default: await load() };
      } catch (reason) {
        next = begin(number + 1); // React remembers the failure of this one
        throw reason;
      }
    }),
  });
  let next = begin(0);

  return function LazyPart(props: Props) {
    const [{ number, Part }, attempt] = useState(next);
    const [wasWanted, setWasWanted] = useState(isWanted(props));
    if (isWanted(props) !== wasWanted) {
      setWasWanted(!wasWanted);
      attempt(next);
    }
    return (
      <Boundary key={number} instead={(_reload, error) => instead(props, error, () => attempt(next))}>
        <Suspense fallback={toCome(props)}>
          <Part {...props} />
        </Suspense>
      </Boundary>
    );
  };
}

const loading = () => <Loading />;
const notLoaded: NonNullable<Manner<object>['instead']> = (_props, error, tryAgain) => (
  <NotLoaded error={error} onRetry={tryAgain} />
);
