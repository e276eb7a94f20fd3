import { Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { AUDIT_ACTIONS } from '../../../contract/auditActions.ts';
import { useText } from '../text.ts';
import type { AuditFilters } from './auditFilters.ts';
import { actionsByNoun } from './auditWords.ts';

const useStyles = makeStyles({
  filters: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: tokens.spacingHorizontalM },
  text: { flex: '1 1 300px', minWidth: 0 },
  action: { flex: '1 1 220px', minWidth: 0, gridTemplateColumns: 'minmax(0, 1fr)' },
  select: { minWidth: 0 }, // otherwise its longest option widens the page
});

interface Props {
  filters: AuditFilters;
  onFilters(filters: AuditFilters): void;
}

export function AuditFilterForm({ filters, onFilters }: Props) {
  const styles = useStyles();
  const text = useText();
  const input = (name: 'actor' | 'subject' | 'from' | 'to', type: 'search' | 'date') => (
    <Field label={text(`audit.filter.${name}`)} className={type === 'search' ? styles.text : undefined}>
      <Input
        type={type}
        value={filters[name]}
        onChange={(_event, { value }) => onFilters({ ...filters, [name]: value })}
      />
    </Field>
  );
  return (
    <div role="search" className={styles.filters}>
      {input('actor', 'search')}
      {input('subject', 'search')}
      <Field label={text('audit.filter.action')} className={styles.action}>
        <Select
          select={{ className: styles.select }}
          value={filters.action}
          onChange={(_event, { value }) => onFilters({ ...filters, action: value })}
        >
          <option value="">{text('audit.filter.action.any')}</option>
          {actionsByNoun(AUDIT_ACTIONS).map(([noun, actions]) => (
            <optgroup key={noun} label={text(`audit.noun.${noun}`)}>
              <option value={`${noun}.`}>{text('audit.noun.all', { noun: text(`audit.noun.${noun}`) })}</option>
              {actions.map((action) => (
                <option key={action} value={action}>
                  {text(`audit.action.${action}`)}
                </option>
              ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      {input('from', 'date')}
      {input('to', 'date')}
    </div>
  );
}
