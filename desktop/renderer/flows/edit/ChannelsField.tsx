import { Checkbox, makeStyles } from '@fluentui/react-components';
import { channelName } from '../../channelName.ts';
import { FieldGroup } from '../../inputs/FieldGroup.tsx';
import { useText } from '../../text.ts';
import { useFormOfNode, type FieldProps } from './formContext.ts';
import { Labelled } from './Labelled.tsx';

const useStyles = makeStyles({ list: { display: 'flex', flexDirection: 'column' } });

/** Channel names, in the order chosen; for `channelsOrWeb` an empty list is a choice too. */
export function ChannelsField({ field, path, value, onChange }: FieldProps) {
  const styles = useStyles();
  const text = useText();
  const { channels } = useFormOfNode();
  const chosen = Array.isArray(value) ? (value as string[]) : [];
  const known = channels.map(({ name }) => name);
  const offered = [...channels, ...chosen.filter((name) => !known.includes(name)).map(unknownChannel)];
  const nameOf = (name: string, displayName: string) => {
    const own = channelName(name, text);
    return own === name ? displayName : own;
  };
  const toggle = (name: string, isWanted: boolean): void => {
    const next = isWanted ? [...chosen, name] : chosen.filter((each) => each !== name);
    onChange(next.length === 0 ? undefined : next);
  };
  return (
    <Labelled field={field} path={path}>
      {(control) => (
        <FieldGroup className={styles.list} control={control}>
          {field.sort === 'channelsOrWeb' && (
            <Checkbox
              label={text('config.channels.webOnly')}
              checked={Array.isArray(value) && value.length === 0}
              onChange={(_event, { checked }) => onChange(checked === true ? [] : undefined)}
            />
          )}
          {offered.map(({ name, displayName, isOn }) => (
            <Checkbox
              key={name}
              label={isOn ? nameOf(name, displayName) : text('draw.channelOff', { name: nameOf(name, displayName) })}
              checked={chosen.includes(name)}
              onChange={(_event, { checked }) => toggle(name, checked === true)}
            />
          ))}
        </FieldGroup>
      )}
    </Labelled>
  );
}

const unknownChannel = (name: string) => ({ name, displayName: name, isOn: true });
