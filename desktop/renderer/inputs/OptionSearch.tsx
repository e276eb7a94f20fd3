import {
  Input as Control,
  makeStyles,
  Popover,
  PopoverSurface,
  Tag,
  TagGroup,
  tokens,
  useId,
} from '@fluentui/react-components';
import { ChevronDownRegular, DismissRegular } from '@fluentui/react-icons';
import { useMemo, useState, type KeyboardEvent } from 'react';
import { labelOf, optionLabel, optionsOf } from '../../../contract/variables.ts';
import { useText } from '../text.ts';
import type { InputProps } from './input.ts';
import { OptionList, rowId } from './OptionList.tsx';
import { nextRow, rowsOf } from './optionRows.ts';
import { useTagStyles } from './tagStyles.ts';
import { useNameAfter } from './useNameAfter.ts';

/** Lists longer than this get a search field. */
export const MOST_UNSEARCHED = 30;
const PAGE = 8;
const MOST_TAGS = 50;

const useStyles = makeStyles({
  search: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalXS, minWidth: 0 },
  input: { width: '100%' },
  surface: { padding: tokens.spacingHorizontalXS, boxSizing: 'border-box' },
  none: { padding: tokens.spacingHorizontalS, color: tokens.colorNeutralForeground3 },
  tags: { display: 'flex', flexWrap: 'wrap', gap: tokens.spacingHorizontalXS },
  quiet: { color: tokens.colorNeutralForeground3, fontSize: tokens.fontSizeBase200 },
});

interface Props extends Pick<InputProps, 'spec' | 'isDisabled' | 'inputRef' | 'control'> {
  chosen: readonly string[];
  isForMany: boolean;
  onChoose(values: string[]): void;
}

/** A search field for a long list of options; only the visible ones are rendered. */
export function OptionSearch({ spec, isDisabled, inputRef, control, chosen, isForMany, onChoose }: Props) {
  const styles = useStyles();
  const text = useText();
  const listId = useId('options');
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const search = useOptionSearch({ spec, chosen, isForMany, onChoose });
  const { rows, active, typed, isOpen } = search;
  const known = useMemo(() => new Map(optionsOf(spec).map((option) => [option.value, optionLabel(option)])), [spec]);
  const name = isForMany ? '' : (known.get(chosen[0] ?? '') ?? '');
  const placeholder = spec.placeholder ?? text(isForMany ? 'input.chooseMany' : 'input.choose');
  return (
    <div className={styles.search}>
      <Control
        root={{ ref: setAnchor }}
        className={styles.input}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-activedescendant={isOpen && active !== null ? rowId(listId, active) : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        value={isOpen ? typed : name}
        placeholder={name || placeholder}
        disabled={isDisabled}
        contentAfter={<ChevronDownRegular aria-hidden />}
        onChange={(_event, { value }) => search.type(value)}
        onClick={search.open}
        onBlur={search.close}
        onKeyDown={search.onKeyDown}
        input={{ ref: inputRef }}
      />
      <Popover
        open={isOpen && anchor !== null}
        positioning={{ target: anchor, position: 'below', align: 'start', matchTargetSize: 'width' }}
        unstable_disableAutoFocus
      >
        <PopoverSurface className={styles.surface} onMouseDown={(event) => event.preventDefault()}>
          {rows.length === 0 ? (
            <div role="status" className={styles.none}>
              {text('input.options.none')}
            </div>
          ) : (
            <OptionList
              id={listId}
              label={labelOf(spec)}
              rows={rows}
              chosen={new Set(chosen)}
              isForMany={isForMany}
              active={active}
              onChoose={search.choose}
            />
          )}
        </PopoverSurface>
      </Popover>
      {isForMany && <ChosenTags {...{ chosen, known, control, isDisabled, onChoose }} />}
    </div>
  );
}

interface ChosenProps extends Pick<Props, 'chosen' | 'control' | 'isDisabled' | 'onChoose'> {
  /** Maps values to labels. */
  known: Map<string, string>;
}

/** The chosen options, each removable. */
export function ChosenTags({ chosen, known, control, isDisabled, onChoose }: ChosenProps) {
  const styles = useStyles();
  const text = useText();
  const tag = useTagStyles();
  const named = useNameAfter(control['aria-labelledby']);
  if (chosen.length === 0) return null;
  return (
    <>
      <TagGroup
        {...named}
        className={styles.tags}
        aria-label={text('input.principal.chosen')}
        onDismiss={(_event, { value }) => onChoose(chosen.filter((each) => each !== value))}
      >
        {chosen.slice(0, MOST_TAGS).map((value) => (
          <Tag
            key={value}
            className={tag.tag}
            primaryText={{ className: tag.words }}
            value={value}
            size="small"
            disabled={isDisabled}
            dismissible={!isDisabled}
            dismissIcon={<DismissRegular aria-label={text('input.options.remove')} />}
          >
            {known.get(value) ?? value}
          </Tag>
        ))}
      </TagGroup>
      {chosen.length > MOST_TAGS && (
        <span className={styles.quiet}>{text('input.options.more', { count: chosen.length - MOST_TAGS })}</span>
      )}
    </>
  );
}

/** The typed text, the keyboard's current line, and the key handlers. */
function useOptionSearch({
  spec,
  chosen,
  isForMany,
  onChoose,
}: Pick<Props, 'spec' | 'chosen' | 'isForMany' | 'onChoose'>) {
  const [{ isOpen, typed, active }, setState] = useState({ isOpen: false, typed: '', active: null as number | null });
  const rows = useMemo(() => (isOpen ? rowsOf(spec, typed) : []), [spec, typed, isOpen]);

  function open(): void {
    if (isOpen) return;
    const all = rowsOf(spec, '');
    const at = all.findIndex((row) => 'option' in row && row.option.value === chosen[0]);
    setState({ isOpen: true, typed: '', active: at >= 0 ? at : nextRow(all, null, 1) });
  }
  const close = () => setState({ isOpen: false, typed: '', active: null });
  const moveTo = (next: number | null) => setState({ isOpen, typed, active: next });
  const type = (value: string) =>
    setState({ isOpen: true, typed: value, active: nextRow(rowsOf(spec, value), null, 1) });

  function choose(index: number): void {
    const row = rows[index];
    if (!row || !('option' in row)) return;
    const { value } = row.option;
    if (isForMany) {
      onChoose(chosen.includes(value) ? chosen.filter((each) => each !== value) : [...chosen, value]);
      moveTo(index);
      return;
    }
    onChoose(value === chosen[0] && !spec.required ? [] : [value]);
    close();
  }

  function page(step: 1 | -1): number | null {
    const target = Math.max(0, Math.min(rows.length - 1, (active ?? 0) + step * PAGE));
    return nextRow(rows, target - step, step);
  }
  const KEYS: Record<string, () => void> = {
    ArrowDown: () => (isOpen ? moveTo(nextRow(rows, active, 1)) : open()),
    ArrowUp: () => (isOpen ? moveTo(nextRow(rows, active, -1)) : open()),
    PageDown: () => isOpen && moveTo(page(1)),
    PageUp: () => isOpen && moveTo(page(-1)),
    Enter: () => (isOpen ? active !== null && choose(active) : open()),
  };
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.nativeEvent.isComposing) return;
    if (event.key === 'Escape' && isOpen) {
      event.stopPropagation(); // so that a surrounding dialog stays open
      close();
    }
    const perform = KEYS[event.key];
    if (!perform) return;
    event.preventDefault();
    perform();
  }
  return { isOpen, typed, active, rows, open, close, type, choose, onKeyDown };
}
