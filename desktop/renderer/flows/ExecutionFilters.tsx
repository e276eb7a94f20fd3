import { Button, Field, Input, makeStyles, Select, tokens } from '@fluentui/react-components';
import { FilterDismissRegular, SearchRegular } from '@fluentui/react-icons';
import { useState } from 'react';
import { useApiInputServices } from '../api/inputServices.ts';
import { useFlowNames } from '../api/retirement.ts';
import { InputServicesProvider } from '../inputs/services.ts';
import { UserInput } from '../inputs/principal.tsx';
import type { ExecutionFilter, Named } from '../routes.ts';
import { useText } from '../text.ts';

const useStyles = makeStyles({
  bar: { display: 'flex', flexDirection: 'column', gap: tokens.spacingVerticalM },
  line: { display: 'flex', flexWrap: 'wrap', alignItems: 'flex-end', gap: tokens.spacingHorizontalM },
  search: { flex: '1 1 220px', minWidth: 0 },
  others: {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(190px, 100%), 1fr))',
    alignItems: 'start',
    gap: tokens.spacingHorizontalM,
  },
  field: { minWidth: 0, alignContent: 'start' },
  control: { minWidth: 0 },
});

interface Props {
  filter: ExecutionFilter;
  onFilter(filter: ExecutionFilter): void;
}

/** The filters of the list, except the state, which has tabs. */
export function ExecutionFilters({ filter, onFilter }: Props) {
  const styles = useStyles();
  const text = useText();
  const services = useApiInputServices(null);
  const { status, q, ...others } = filter;
  const count = Object.keys(others).length;
  const [isOpen, setOpen] = useState(count > 0);
  const change = (part: ExecutionFilter): void =>
    onFilter(Object.fromEntries(Object.entries({ ...filter, ...part }).filter(([, value]) => value)));
  return (
    <div role="search" className={styles.bar}>
      <div className={styles.line}>
        <Field label={text('executions.search')} className={styles.search}>
          <Input
            type="search"
            className={styles.control}
            contentBefore={<SearchRegular aria-hidden />}
            value={q ?? ''}
            onChange={(_event, { value }) => change({ q: value })}
          />
        </Field>
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {count === 0 ? text('executions.filters') : text('executions.filtersSet', { count })}
        </Button>
        {(q !== undefined || count > 0) && (
          <Button
            appearance="subtle"
            icon={<FilterDismissRegular />}
            onClick={() => onFilter(status === undefined ? {} : { status })}
          >
            {text('executions.clear')}
          </Button>
        )}
      </div>
      {isOpen && (
        <InputServicesProvider value={services}>
          <Others filter={filter} onChange={change} />
        </InputServicesProvider>
      )}
    </div>
  );
}

function Others({ filter, onChange }: { filter: ExecutionFilter; onChange(part: ExecutionFilter): void }) {
  const styles = useStyles();
  const text = useText();
  const flows = useFlowNames();
  const isKnown = filter.flow === undefined || flows.some(({ id }) => id === filter.flow);
  const offered = isKnown ? flows : [...flows, { id: filter.flow!, name: filter.flow! }];
  return (
    <div className={styles.others}>
      <Field label={text('executions.filter.flow')} className={styles.field}>
        <Select
          className={styles.control}
          value={filter.flow ?? ''}
          onChange={(_event, { value }) => onChange({ flow: value })}
        >
          <option value="">{text('filter.flow.any')}</option>
          {offered.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <PersonField
        label={text('executions.filter.startedBy')}
        chosen={filter.startedBy}
        onChoose={(startedBy) => onChange({ startedBy })}
      />
      <PersonField
        label={text('executions.filter.waitsFor')}
        chosen={filter.waitsFor}
        onChoose={(waitsFor) => onChange({ waitsFor })}
      />
      <Field label={text('executions.filter.from')} className={styles.field}>
        <Input
          type="date"
          className={styles.control}
          value={filter.from ?? ''}
          max={filter.to}
          onChange={(_event, { value }) => onChange({ from: value })}
        />
      </Field>
      <Field label={text('executions.filter.to')} className={styles.field}>
        <Input
          type="date"
          className={styles.control}
          value={filter.to ?? ''}
          min={filter.from}
          onChange={(_event, { value }) => onChange({ to: value })}
        />
      </Field>
    </div>
  );
}

interface PersonFieldProps {
  label: string;
  chosen: Named | undefined;
  onChoose(person: Named | undefined): void;
}

function PersonField({ label, chosen, onChoose }: PersonFieldProps) {
  const styles = useStyles();
  return (
    <Field label={label} className={styles.field}>
      {(control) => (
        <UserInput
          spec={{ name: 'person', type: 'user' }}
          value={chosen}
          control={control}
          isDisabled={false}
          inputRef={() => undefined}
          onChange={(value) => onChoose(value as Named | undefined)}
        />
      )}
    </Field>
  );
}
