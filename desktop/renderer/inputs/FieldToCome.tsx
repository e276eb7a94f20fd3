import { useEffectEvent, useLayoutEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { Loading } from '../shell/states.tsx';
import type { FormShape } from './formShape.ts';

/**
 * Stands in for a field whose input is being loaded. Can be focused, because a dialog focuses its first field at once,
 * and hands the focus on to that field.
 */
export function FieldToCome({ name }: { name: string }) {
  const place = useRef<HTMLDivElement>(null);
  const { setFocus } = useFormContext<FormShape>();
  const handOn = useEffectEvent(() => setTimeout(() => setFocus(`values.${name}`)));
  useLayoutEffect(() => {
    const own = place.current;
    return () => {
      if (document.activeElement === own) handOn();
    };
  }, []);
  return (
    <div ref={place} tabIndex={0}>
      <Loading rows={1} />
    </div>
  );
}
