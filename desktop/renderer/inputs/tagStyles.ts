import { makeStyles } from '@fluentui/react-components';

/** Fluent keeps a tag on one line, however little room there is. */
export const useTagStyles = makeStyles({
  tag: { maxWidth: '100%', height: 'auto', minHeight: '20px' },
  words: { whiteSpace: 'normal', overflowWrap: 'anywhere' },
});
