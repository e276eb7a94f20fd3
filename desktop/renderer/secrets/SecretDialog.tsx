import { useAnnounce } from '@fluentui/react-components';
import type { FlowSummary } from '../../../contract/flows.ts';
import type { SecretSummary } from '../../../contract/secrets.ts';
import { ApiProblem } from '../api/client.ts';
import { useFlows } from '../api/queries.ts';
import { useFlowNames } from '../api/retirement.ts';
import { useReadSecrets, useSaveSecret } from '../api/secrets.ts';
import { DialogForm } from '../shell/DialogForm.tsx';
import { FormDialog } from '../shell/FormDialog.tsx';
import { Failed } from '../shell/states.tsx';
import { useText } from '../text.ts';
import { secretSpecs, toSecretBody } from './secretForm.ts';

interface Props {
  /** Null: a new one. */
  secret: SecretSummary | null;
  isOpen: boolean;
  onClose(): void;
}

/** Creates a secret, or changes its value and its flows. Nothing typed outlives the dialog. */
export function SecretDialog({ secret, isOpen, onClose }: Props) {
  const text = useText();
  const flows = useFlows();
  return (
    <FormDialog
      title={secret ? text('secrets.changeTitle', { name: secret.name }) : text('secrets.add')}
      isOpen={isOpen && !flows.isPending} // not before it contains something to focus
      onClose={onClose}
    >
      {flows.data ? (
        <SecretForm secret={secret} flows={flows.data} onClose={onClose} />
      ) : (
        flows.error && <Failed error={flows.error} onRetry={() => void flows.refetch()} />
      )}
    </FormDialog>
  );
}

interface FormProps extends Omit<Props, 'isOpen'> {
  flows: readonly FlowSummary[];
}

function SecretForm({ secret, flows, onClose }: FormProps) {
  const text = useText();
  const { announce } = useAnnounce();
  const names = useFlowNames();
  const save = useSave(secret);
  const submit = async (values: Record<string, unknown>): Promise<void> => {
    const name = await save(values);
    onClose();
    announce(text('secrets.saved', { name }));
  };
  return (
    <DialogForm
      specs={secretSpecs(secret, flows, names, text)}
      submitLabel={text(secret ? 'secrets.save' : 'secrets.keep')}
      onSubmit={submit}
      onCancel={onClose}
    />
  );
}

/** Saves the secret. Refuses a new one with an existing name, because the server would change the existing secret. */
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
