import { Button, DialogActions } from '@fluentui/react-components';
import type { FlowAccess, FlowRole } from '../../../contract/flowAccess.ts';
import type { FlowSummary } from '../../../contract/flows.ts';
import { useFlowAccess, useSaveAccess } from '../api/flows.ts';
import { useDialogStyles } from '../shell/Dialog.tsx';
import { DialogForm } from '../shell/DialogForm.tsx';
import { FormDialog } from '../shell/FormDialog.tsx';
import { Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { accessSpecs, listOf, onFields, toAccessBody } from './accessForm.ts';

interface Props {
  flow: FlowSummary;
  isOpen: boolean;
  onClose(): void;
}

/** A flow's owners, readers and starters; owners can edit the lists, readers can view them. */
export function AccessDialog({ flow, isOpen, onClose }: Props) {
  const text = useText();
  const access = useFlowAccess(flow.id, isOpen);
  const close = (
    <DialogActions>
      <Button onClick={onClose}>{text('access.close')}</Button>
    </DialogActions>
  );
  return (
    <FormDialog
      title={text('access.title', { flow: flow.name })}
      isOpen={isOpen}
      onClose={onClose}
      actions={!flow.may.share && close}
    >
      {access.isPending && <Loading rows={3} />}
      {access.isError && <Failed error={access.error} onRetry={() => void access.refetch()} />}
      {access.data &&
        (flow.may.share ? (
          <AccessForm key={access.data.version} flow={flow} access={access.data} onClose={onClose} />
        ) : (
          <AccessLists access={access.data} />
        ))}
    </FormDialog>
  );
}

function AccessForm({ flow, access, onClose }: Pick<Props, 'flow' | 'onClose'> & { access: FlowAccess }) {
  const text = useText();
  const save = useSaveAccess(flow.id);
  const submit = async (values: Record<string, unknown>): Promise<void> => {
    const body = toAccessBody(values, access.version);
    await save.mutateAsync(body).catch((problem: unknown) => {
      throw onFields(problem, body);
    });
    onClose();
  };
  return (
    <DialogForm
      specs={accessSpecs(access, text)}
      submitLabel={text('access.save')}
      onSubmit={submit}
      onCancel={onClose}
    />
  );
}

const ROLES: FlowRole[] = ['owner', 'reader', 'starter'];

function AccessLists({ access }: { access: FlowAccess }) {
  const styles = useDialogStyles();
  const text = useText();
  return ROLES.map((role) => {
    const isOpen = role === 'starter' && access.starters === 'everyone';
    const names = listOf(access, role).map(({ displayName }) => displayName);
    return (
      <section key={role}>
        <strong>{text(`access.${role}s`)}</strong>
        <p className={styles.words}>
          {isOpen ? text('access.isOpen') : names.length > 0 ? names.join('\n') : text('access.nobody')}
        </p>
      </section>
    );
  });
}
