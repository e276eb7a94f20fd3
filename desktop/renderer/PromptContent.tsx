import { Link, makeStyles, tokens } from '@fluentui/react-components';
import type { ReactNode } from 'react';
import {
  nested,
  textOf,
  trueAddress,
  type Nested,
  type PromptBlock,
  type Span,
  type TableBlock,
} from '../../contract/promptContent.ts';
import { SafeText } from './SafeText.tsx';
import { useText } from './text.ts';

const useStyles = makeStyles({
  words: { margin: 0, textAlign: 'start', overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' },
  parts: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM, minWidth: 0 },
  list: {
    display: 'flex',
    flexDirection: 'column',
    gap: tokens.spacingVerticalXS,
    margin: 0,
    paddingInlineStart: tokens.spacingHorizontalXXL,
    textAlign: 'start',
  },
  quote: {
    margin: 0,
    paddingInlineStart: tokens.spacingHorizontalM,
    borderInlineStartWidth: '3px',
    borderInlineStartStyle: 'solid',
    borderInlineStartColor: tokens.colorNeutralStroke1,
    color: tokens.colorNeutralForeground2,
  },
  code: {
    margin: 0,
    padding: `${tokens.spacingVerticalS} ${tokens.spacingHorizontalM}`,
    overflowX: 'auto',
    borderRadius: tokens.borderRadiusMedium,
    backgroundColor: tokens.colorNeutralBackground3,
    border: `1px solid ${tokens.colorTransparentStroke}`,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: tokens.fontSizeBase300,
    lineHeight: tokens.lineHeightBase300,
  },
  inCode: {
    padding: `0 ${tokens.spacingHorizontalXS}`,
    borderRadius: tokens.borderRadiusSmall,
    backgroundColor: tokens.colorNeutralBackground3,
    fontFamily: tokens.fontFamilyMonospace,
    fontSize: '0.9em',
  },
  wide: { overflowX: 'auto' },
  table: { borderCollapse: 'collapse', fontSize: tokens.fontSizeBase300, lineHeight: tokens.lineHeightBase300 },
  cell: {
    padding: `${tokens.spacingVerticalXS} ${tokens.spacingHorizontalM}`,
    border: `1px solid ${tokens.colorNeutralStroke2}`,
    textAlign: 'start',
    verticalAlign: 'top',
    overflowWrap: 'normal',
  },
  head: { backgroundColor: tokens.colorNeutralBackground2 },
});

interface Props {
  blocks: readonly PromptBlock[];
  /** From an older server: URLs in the text become links. */
  isOld: boolean;
}

/** A prompt with its author's formatting. Wide blocks scroll on their own. */
export function PromptContent({ blocks, isOld }: Props) {
  const styles = useStyles();
  if (!isOld) return <Parts parts={nested(blocks)} dir="auto" />;
  return (
    <p dir="auto" className={styles.words}>
      <SafeText>{textOf(blocks)}</SafeText>
    </p>
  );
}

/** The direction of a block: that of its first words. It also applies to the bullets and lines beside it. */
type Way = { dir?: 'auto' };

function Parts({ parts, dir }: { parts: readonly Nested[] } & Way) {
  const styles = useStyles();
  return (
    <div className={styles.parts}>
      {parts.map((part, index) => (
        <Part key={index} part={part} dir={dir} />
      ))}
    </div>
  );
}

function Part({ part, dir }: { part: Nested } & Way) {
  const styles = useStyles();
  if (part.kind === 'quote')
    return (
      <blockquote dir={dir} className={styles.quote}>
        <Parts parts={part.children} />
      </blockquote>
    );
  if (part.kind === 'list') return <List list={part} dir={dir} />;
  if (part.kind === 'table') return <Table table={part} />;
  if (part.kind === 'code') return <Code>{part.text}</Code>;
  return (
    <p dir={dir} className={styles.words}>
      {part.kind === 'heading' ? (
        <strong>
          <Spans spans={part.spans} />
        </strong>
      ) : (
        <Spans spans={part.spans} />
      )}
    </p>
  );
}

function List({ list: { start, items }, dir }: { list: Extract<Nested, { kind: 'list' }> } & Way) {
  const styles = useStyles();
  const shown = items.map(({ spans, children }, index) => (
    <li key={index} className={styles.words}>
      <Spans spans={spans} />
      {children.length > 0 && <Parts parts={children} />}
    </li>
  ));
  return start === undefined ? (
    <ul dir={dir} className={styles.list}>
      {shown}
    </ul>
  ) : (
    <ol dir={dir} start={start} className={styles.list}>
      {shown}
    </ol>
  );
}

function Code({ children }: { children: string }) {
  const styles = useStyles();
  const text = useText();
  return (
    <pre dir="ltr" className={styles.code} tabIndex={0} role="group" aria-label={text('content.code')}>
      <code>{children}</code>
    </pre>
  );
}

/** A table with a row of headings; if it is wide, it scrolls on its own. */
export function Table({ table: { head, rows } }: { table: Pick<TableBlock, 'head' | 'rows'> }) {
  const styles = useStyles();
  const text = useText();
  return (
    <div className={styles.wide} tabIndex={0} role="group" aria-label={text('content.table')}>
      <table className={styles.table}>
        <thead className={styles.head}>
          <tr>
            {head.map((cell, index) => (
              <th key={index} scope="col" dir="auto" className={styles.cell}>
                <Spans spans={cell} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((cells, row) => (
            <tr key={row}>
              {cells.map((cell, index) => (
                <td key={index} dir="auto" className={styles.cell}>
                  <Spans spans={cell} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Text with its inline styles. */
export function Spans({ spans }: { spans: readonly Span[] }) {
  return spans.map((span, index) => <Words key={index} span={span} />);
}

function Words({ span }: { span: Span }) {
  const styles = useStyles();
  const { text, strong, emphasis, code, href } = span;
  let words: ReactNode = text;
  if (code) words = <code className={styles.inCode}>{words}</code>;
  if (emphasis) words = <em>{words}</em>;
  if (strong) words = <strong>{words}</strong>;
  if (href === undefined) return words;
  const address = trueAddress(span);
  return (
    <>
      <Link inline href={href} title={href} target="_blank" rel="noopener noreferrer">
        {words}
      </Link>
      {address !== null && <bdi dir="ltr"> ({address})</bdi>}
    </>
  );
}
