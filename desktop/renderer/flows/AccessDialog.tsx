import {
  Button,
  Dialog,
  DialogActions,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
} from '@fluentui/react-components';
import type { FlowAccess, FlowRole } from '../../../contract/flowAccess.ts';
import type { FlowSummary } from '../../../contract/flows.ts';
import { useFlowAccess, useSaveAccess } from '../api/flows.ts';
import { useApiInputServices } from '../api/inputServices.ts';
import { InputServicesProvider } from '../inputs/services.ts';
import { VariableForm } from '../inputs/VariableForm.tsx';
import { useDialogStyles } from '../shell/dialog.ts';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { Failed, Loading } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { accessSpecs, listOf, onFields, toAccessBody } from './accessForm.ts';

interface Props {
  flow: FlowSummary;
  isOpen: boolean;
  onClose(): void;
}

/** Who owns, reads and starts a flow: for its owners to change, for its readers to see. */
export function AccessDialog({ flow, isOpen, onClose }: Props) {
  const styles = useDialogStyles();
  const text = useText();
  const access = useFlowAccess(flow.id, isOpen);
  return (
    <Dialog open={isOpen} onOpenChange={(_event, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle>{text('access.title', { flow: flow.name })}</DialogTitle>
          <DialogContent className={styles.content}>
            {access.isPending && <Loading rows={3} />}
            {access.isError && <Failed error={access.error} onRetry={() => void access.refetch()} />}
            {access.data &&
              (flow.may.share ? (
                <AccessForm key={access.data.version} flow={flow} access={access.data} onClose={onClose} />
              ) : (
                <AccessLists access={access.data} />
              ))}
          </DialogContent>
          {!flow.may.share && (
            <DialogActions>
              <Button onClick={onClose}>{text('access.close')}</Button>
            </DialogActions>
          )}
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

function AccessForm({ flow, access, onClose }: Pick<Props, 'flow' | 'onClose'> & { access: FlowAccess }) {
  const text = useText();
  const services = useApiInputServices(null);
  const save = useSaveAccess(flow.id);
  const submit = async (values: Record<string, unknown>): Promise<void> => {
    const body = toAccessBody(values, access.version);
    await save.mutateAsync(body).catch((problem: unknown) => {
      throw onFields(problem, body);
    });
    onClose();
  };
  return (
    <InputServicesProvider value={services}>
      <VariableForm
        specs={accessSpecs(access, text)}
        submitLabel={text('access.save')}
        pickHint=""
        onSubmit={submit}
        renderProblem={(problem) => <ProblemBar problem={problem} />}
        actions={
          <Button size="large" onClick={onClose}>
            {text('dialog.cancel')}
          </Button>
        }
      />
    </InputServicesProvider>
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
