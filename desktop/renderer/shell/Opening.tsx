import { useEffect } from 'react';

/**
 * Before anything is known: the face that the page brings along stays. It says nothing, so that a quick start does not
 * flicker with words.
 */
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
