// cspell:ignore xyflow textbg
import { makeStyles, tokens } from '@fluentui/react-components';
import { FORCED_COLORS } from '../shell/forcedColors.ts';
import { NODE_HEIGHT, NODE_WIDTH } from './layout.ts';

/** The styles of a drawing. */
export const useGraphStyles = makeStyles({
  editable: { height: 'min(70vh, 640px)' },
  frame: {
    height: 'min(60vh, 480px)',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground2,
    // forced colours do not apply to SVG, which would keep the page's dark colours
    [FORCED_COLORS]: {
      '--colorNeutralStrokeAccessible': 'CanvasText',
      '--colorNeutralForeground2': 'CanvasText',
      '--colorNeutralBackground2': 'Canvas',
    },
    '& .react-flow__controls': { boxShadow: tokens.shadow4 },
    '& .react-flow__controls-button': {
      width: '28px',
      height: '28px',
      padding: '6px',
      border: 'none',
      backgroundColor: tokens.colorNeutralBackground1,
      color: tokens.colorNeutralForeground1,
      fill: 'currentcolor',
    },
    '& .react-flow__attribution': { backgroundColor: 'transparent', padding: 0 },
    '& .react-flow__attribution a': {
      display: 'flex',
      alignItems: 'center',
      minHeight: '24px',
      padding: `0 ${tokens.spacingHorizontalS}`,
      color: tokens.colorNeutralForeground3,
    },
    '& .react-flow__node:focus-visible': {
      outline: `2px solid ${tokens.colorStrokeFocus2}`,
      borderRadius: tokens.borderRadiusMedium,
    },
    '& .react-flow__edge-textbg': { fill: tokens.colorNeutralBackground2 },
    '& .react-flow__edge-text': { fill: tokens.colorNeutralForeground2, fontSize: '12px' },
  },
  node: {
    boxSizing: 'border-box',
    width: `${NODE_WIDTH}px`,
    height: `${NODE_HEIGHT}px`,
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    display: 'flex',
    flexDirection: 'column',
    justifyContent: 'center',
    borderRadius: tokens.borderRadiusMedium,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    textAlign: 'start',
  },
  line: { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  split: { display: 'flex', alignItems: 'center', columnGap: tokens.spacingHorizontalXS },
  whole: { flexShrink: 0, whiteSpace: 'pre' },
  name: { fontWeight: tokens.fontWeightSemibold },
  type: { fontSize: tokens.fontSizeBase200, color: tokens.colorNeutralForeground3 },
  chosen: {
    boxShadow: `0 0 0 3px ${tokens.colorBrandStroke1}`,
    [FORCED_COLORS]: { outline: '3px solid Highlight', outlineOffset: '2px' }, // forced colours remove shadows
  },
  dot: { opacity: 0, pointerEvents: 'none' },
  grip: {
    width: '12px',
    height: '12px',
    border: `2px solid ${tokens.colorNeutralBackground1}`,
    borderRadius: '50%',
    // the drawing's own style sheet sets the background, and is loaded later
    '--xy-handle-background-color': tokens.colorNeutralStrokeAccessible,
    ':hover': { '--xy-handle-background-color': tokens.colorBrandStroke1 },
  },
  add: {
    position: 'absolute',
    pointerEvents: 'all',
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'center',
    width: '24px',
    height: '24px',
    padding: 0,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: '50%',
    backgroundColor: tokens.colorNeutralBackground1,
    color: tokens.colorNeutralForeground1,
    cursor: 'pointer',
    ':hover': { backgroundColor: tokens.colorBrandBackground2, color: tokens.colorBrandForeground2 },
  },
  fault: { border: `2px solid ${tokens.colorStatusDangerBorder2}` },
  failed: { border: `2px solid ${tokens.colorStatusDangerBorder2}` },
  waiting: { border: `3px solid ${tokens.colorStatusWarningBorder2}` },
  running: { border: `2px solid ${tokens.colorBrandStroke1}` },
  completed: { border: `2px solid ${tokens.colorPaletteGreenBorder2}` },
  cancelled: {},
  wrong: { color: tokens.colorStatusDangerForeground1 },
});
