import { Link } from '@fluentui/react-components';
import { piecesOf } from './links.ts';

/** Text by a person or flow, verbatim: no markup, but URLs are clickable. */
export function SafeText({ children }: { children: string }) {
  return piecesOf(children).map((piece, index) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      <Link key={index} inline href={piece.href} title={piece.href} target="_blank" rel="noopener noreferrer">
        {piece.label}
      </Link>
    ),
  );
}
