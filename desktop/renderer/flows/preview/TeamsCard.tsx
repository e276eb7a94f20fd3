import { AdaptiveCard, HostConfig } from 'adaptivecards';
import { makeStyles, tokens } from '@fluentui/react-components';
import { useEffect, useRef } from 'react';
import { linksIn } from './cardLinks.ts';

const CONFIG = new HostConfig({
  fontFamily: 'inherit',
  spacing: { small: 4, default: 8, medium: 12, large: 16, extraLarge: 24, padding: 12 },
  actions: { actionsOrientation: 'horizontal', actionAlignment: 'left', maxActions: 6 },
});

AdaptiveCard.onProcessMarkdown = (text, result) => {
  const linked = linksIn(text);
  result.didProcess = linked !== null;
  if (linked !== null) result.outputHtml = linked;
};

const useStyles = makeStyles({
  // the library always uses light colours
  card: {
    backgroundColor: '#ffffff',
    borderRadius: tokens.borderRadiusMedium,
    '& .ac-actionSet, & .ac-actionSet > *': { flexWrap: 'wrap', rowGap: tokens.spacingVerticalS },
    '& .ac-pushButton': {
      minHeight: '32px',
      padding: `0 ${tokens.spacingHorizontalM}`,
      border: '1px solid #616161',
      borderRadius: tokens.borderRadiusMedium,
      backgroundColor: '#ffffff',
      color: '#242424',
      fontFamily: tokens.fontFamilyBase,
      fontWeight: tokens.fontWeightSemibold,
    },
  },
});

/** A Teams card, rendered by Microsoft's Adaptive Cards library. Nothing in it is interactive. */
export function TeamsCard({ card }: { card: Record<string, unknown> }) {
  const styles = useStyles();
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const drawn = new AdaptiveCard();
    drawn.hostConfig = CONFIG;
    drawn.onExecuteAction = () => undefined;
    drawn.onAnchorClicked = () => true;
    drawn.parse(card);
    const element = drawn.render();
    place.current?.replaceChildren(...(element ? [element] : []));
  }, [card]);
  return <div ref={place} className={styles.card} dir="auto" />;
}
