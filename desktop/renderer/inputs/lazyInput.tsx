import type { ComponentType } from 'react';
import { lazyPart } from '../shell/lazyPart.tsx';
import { FieldToCome } from './FieldToCome.tsx';
import type { InputProps } from './input.ts';

/** An input whose code is loaded with the first form that needs it; if that fails, the rest of the form stays. */
export const lazyInput = (load: () => Promise<ComponentType<InputProps>>): ComponentType<InputProps> =>
  lazyPart(load, { toCome: ({ spec }) => <FieldToCome name={spec.name} /> });
