import {
  Button,
  Dialog,
  DialogBody,
  DialogContent,
  DialogSurface,
  DialogTitle,
  useAnnounce,
} from '@fluentui/react-components';
import type { FlowSummary } from '../../../contract/flows.ts';
import type { SecretSummary } from '../../../contract/secrets.ts';
import { ApiProblem } from '../api/client.ts';
import { useApiInputServices } from '../api/inputServices.ts';
import { useFlows } from '../api/queries.ts';
import { useReadSecrets, useSaveSecret } from '../api/secrets.ts';
import { InputServicesProvider } from '../inputs/services.ts';
import { VariableForm } from '../inputs/VariableForm.tsx';
import { useDialogStyles } from '../shell/dialog.ts';
import { ProblemBar } from '../shell/ProblemBar.tsx';
import { Failed } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { secretSpecs, toSecretBody } from './secretForm.ts';

interface Props {
  /** Null: a new one. */
  secret: SecretSummary | null;
  isOpen: boolean;
  onClose(): void;
}

/** Makes a secret, or replaces its value and changes the flows that may use it. Nothing that was typed outlives it. */
export function SecretDialog({ secret, isOpen, onClose }: Props) {
  const styles = useDialogStyles();
  const text = useText();
  const flows = useFlows();
  return (
    // not before there is something in it to be focused
    <Dialog open={isOpen && !flows.isPending} onOpenChange={(_event, { open }) => !open && onClose()}>
      <DialogSurface className={styles.surface}>
        <DialogBody>
          <DialogTitle className={styles.words}>
            {secret ? text('secrets.changeTitle', { name: secret.name }) : text('secrets.add')}
          </DialogTitle>
          <DialogContent className={styles.content}>
            {flows.data ? (
              <SecretForm secret={secret} flows={flows.data} onClose={onClose} />
            ) : (
              flows.error && <Failed error={flows.error} onRetry={() => void flows.refetch()} />
            )}
          </DialogContent>
        </DialogBody>
      </DialogSurface>
    </Dialog>
  );
}

interface FormProps extends Omit<Props, 'isOpen'> {
  flows: readonly FlowSummary[];
}

function SecretForm({ secret, flows, onClose }: FormProps) {
  const text = useText();
  const services = useApiInputServices(null);
  const { announce } = useAnnounce();
  const save = useSave(secret);
  const submit = async (values: Record<string, unknown>): Promise<void> => {
    const name = await save(values);
    onClose();
    announce(text('secrets.saved', { name }));
  };
  return (
    <InputServicesProvider value={services}>
      <VariableForm
        specs={secretSpecs(secret, flows, text)}
        submitLabel={text(secret ? 'secrets.save' : 'secrets.keep')}
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

/**
 * Saves what was filled in; a new secret under no name that is taken, which the server would take for a change of the
 * person's own one.
 */
function useSave(secret: SecretSummary | null) {
  const text = useText();
  const readSecrets = useReadSecrets();
  const save = useSaveSecret();
  const taken = (): ApiProblem => {
    const words = text('problem.secret_exists');
    return new ApiProblem('secret_exists', 409, words, { fields: { name: words } });
  };
  return async (values: Record<string, unknown>): Promise<string> => {
    const name = secret?.name ?? (values['name'] as string);
    if (!secret && (await readSecrets()).some((each) => each.name === name)) throw taken();
    try {
      await save(name, toSecretBody(values));
    } catch (error) {
      throw error instanceof ApiProblem && error.code === 'secret_exists' ? taken() : error;
    }
    return name;
  };
}
