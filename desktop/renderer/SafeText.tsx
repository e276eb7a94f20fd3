import { Link } from '@fluentui/react-components';
import { piecesOf } from './links.ts';

/** What a person or a flow wrote, as it was written: nothing in it is markup, but addresses can be followed. */
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
