import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tokens } from '@fluentui/react-components';
import { tags } from '@lezer/highlight';

const highlighting = HighlightStyle.define([
  { tag: tags.propertyName, color: tokens.colorBrandForeground1, fontWeight: tokens.fontWeightSemibold },
  { tag: [tags.number, tags.bool, tags.null], color: tokens.colorPaletteBerryForeground1 },
  { tag: tags.string, color: tokens.colorNeutralForeground1 },
  { tag: tags.invalid, color: tokens.colorStatusDangerForeground1 },
]);

/** Works with all themes; in forced colours, outlines replace backgrounds. */
const looks = EditorView.theme({
  '&': {
    height: '100%',
    fontSize: '13px',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    textAlign: 'left', // code is always left to right
  },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: tokens.fontFamilyMonospace, lineHeight: '20px' },
  '.cm-content': { caretColor: tokens.colorNeutralForeground1 },
  '.cm-gutters': {
    border: 'none',
    color: tokens.colorNeutralForeground3,
    backgroundColor: tokens.colorNeutralBackground3,
  },
  '.cm-activeLineGutter': { color: tokens.colorNeutralForeground1, backgroundColor: 'transparent' },
  '&.cm-focused .cm-matchingBracket': {
    backgroundColor: 'transparent',
    outline: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
  },
  '.cm-searchMatch': { backgroundColor: tokens.colorPaletteYellowBackground2, color: tokens.colorNeutralForeground1 },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: `underline wavy ${tokens.colorStatusDangerForeground1} 1px`,
    textDecorationSkipInk: 'none',
  },
  '.cm-panels': { color: tokens.colorNeutralForeground1, backgroundColor: tokens.colorNeutralBackground3 },
  '.cm-panels.cm-panels-bottom': { borderTop: `1px solid ${tokens.colorNeutralStroke1}` },
  '.cm-panel.cm-search': { padding: tokens.spacingVerticalS, fontFamily: tokens.fontFamilyBase },
  '.cm-panel.cm-search label': { display: 'inline-flex', alignItems: 'center', minHeight: '24px', fontSize: '12px' },
  '.cm-panel.cm-search [name=close]': { minWidth: '24px', minHeight: '24px' },
  '.cm-textfield, .cm-button': {
    minHeight: '28px',
    fontSize: '12px',
    maxWidth: '100%',
    boxSizing: 'border-box',
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    backgroundImage: 'none',
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
  },
  '.cm-tooltip': {
    color: tokens.colorNeutralForeground1,
    backgroundColor: tokens.colorNeutralBackground1,
    border: `1px solid ${tokens.colorNeutralStrokeAccessible}`,
    borderRadius: tokens.borderRadiusMedium,
    boxShadow: tokens.shadow8,
    maxWidth: 'min(480px, 90vw)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': {
    fontFamily: tokens.fontFamilyMonospace,
    maxWidth: 'min(440px, 88vw)',
    maxHeight: 'none',
    overflow: 'hidden',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '2px 8px', minHeight: '24px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: tokens.colorNeutralForegroundOnBrand,
    backgroundColor: tokens.colorBrandBackground,
  },
  '.cm-completionDetail': { fontFamily: tokens.fontFamilyBase, fontStyle: 'normal' },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: tokens.fontWeightBold },
  '.cm-diagnostic-error': { borderLeftColor: tokens.colorStatusDangerBorder2 },
  '@media (forced-colors: active)': {
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': { outline: '2px solid Highlight' },
    '.cm-searchMatch': { outline: '1px solid Highlight' },
  },
});

/** The styles of the code editor. */
export const codeStyles = [looks, syntaxHighlighting(highlighting)];
