import { Button, DialogActions } from '@fluentui/react-components';
import type { FlowAccess, FlowRole } from '../../../contract/flowAccess.ts';
import type { FlowSummary } from '../../../contract/flows.ts';
import type { Tagged } from '../api/api.ts';
import { useFlowAccess, useSaveAccess } from '../api/flows.ts';
import { useDialogStyles } from '../shell/Dialog.tsx';
import { FormDialog } from '../shell/FormDialog.tsx';
import { SettingsForm, type FormOfSettings, type Said } from '../shell/SettingsForm.tsx';
import { Failed } from '../shell/states.tsx';
import { ToCome } from '../shell/ToCome.tsx';
import { useText, type Text } from '../text.ts';
import { accessSpecs, asRefused, listOf, toAccessBody } from './accessForm.ts';

interface Props {
  flow: FlowSummary;
  isOpen: boolean;
  onClose(): void;
}

/** A flow's owners, readers and starters; owners can edit the lists, readers can view them. */
export const AccessDialog = ({ isOpen, ...props }: Props) => isOpen && <Access {...props} />;

/** Reads the lists anew whenever the dialog opens: a change is refused if it is based on older ones. */
function Access({ flow, onClose }: Omit<Props, 'isOpen'>) {
  const text = useText();
  const access = useFlowAccess(flow.id);
  if (access.isPending || !access.isFetchedAfterMount) return <ToCome onLeft={onClose} />;
  const close = (
    <DialogActions>
      <Button onClick={onClose}>{text('access.close')}</Button>
    </DialogActions>
  );
  const read = async (): Promise<FlowAccess | null> => {
    const { data, isError } = await access.refetch();
    return isError ? null : (data ?? null);
  };
  const canChange = access.data !== undefined && flow.may.share;
  return (
    <FormDialog
      title={text('access.title', { flow: flow.name })}
      isOpen
      onClose={onClose}
      actions={!canChange && close}
    >
      {access.isLoadingError && <Failed error={access.error} onRetry={() => void access.refetch()} />}
      {access.data && !flow.may.share && <AccessLists access={access.data} />}
      {canChange && <AccessForm flow={flow} access={access.data} read={read} onClose={onClose} />}
    </FormDialog>
  );
}

interface FormProps extends Omit<Props, 'isOpen'> {
  access: FlowAccess;
  read(): Promise<FlowAccess | null>;
}

function AccessForm({ flow, access, read, onClose }: FormProps) {
  const text = useText();
  const save = useSaveAccess(flow.id);
  const form: FormOfSettings<FlowAccess & Tagged> = {
    now: tagged(access),
    specs: (shown) => accessSpecs(shown, text),
    patch: (_shown, values) => values, // the lists are replaced as a whole
    said: (shown) => ROLES.map((role): Said => [text(`access.${role}s`), namesIn(shown, role, text).join(', ')]),
    async send(values, etag) {
      const body = toAccessBody(values, Number(etag));
      await save.mutateAsync(body).catch((problem: unknown) => {
        throw asRefused(problem, body);
      });
    },
    read: () => read().then((newest) => newest && tagged(newest)),
  };
  return <SettingsForm of={form} onClose={onClose} />;
}

/** The lists have a version of their own instead of an entity tag. */
const tagged = (access: FlowAccess): FlowAccess & Tagged => ({ ...access, etag: String(access.version) });

const ROLES: FlowRole[] = ['owner', 'reader', 'starter'];

function AccessLists({ access }: { access: FlowAccess }) {
  const styles = useDialogStyles();
  const text = useText();
  return ROLES.map((role) => (
    <section key={role}>
      <strong>{text(`access.${role}s`)}</strong>
      <p className={styles.words}>{namesIn(access, role, text).join('\n')}</p>
    </section>
  ));
}

/** What a list says; never empty. */
function namesIn(access: FlowAccess, role: FlowRole, text: Text): string[] {
  if (role === 'starter' && access.starters === 'everyone') return [text('access.isOpen')];
  const names = listOf(access, role).map(({ displayName }) => displayName);
  return names.length > 0 ? names : [text('access.nobody')];
}
