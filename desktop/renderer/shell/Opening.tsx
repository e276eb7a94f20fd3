import { useEffect } from 'react';

/** Keeps the page's static opening screen while loading. Without text, so that a fast start does not flicker. */
export function Opening() {
  useEffect(() => {
    const face = document.getElementById('opening')!;
    face.hidden = false;
    return () => {
      face.hidden = true;
    };
  }, []);
  return null;
}
