import type { Capability } from '../../contract/channel.ts';
import type { Question } from '../../contract/messages.ts';
import type { VariableType } from '../../contract/variables.ts';

type Capabilities = Readonly<Record<VariableType, Capability>>;

/** Whether a required field is taken in the web client only, so that no form in this chat could ever be sent. */
export const needsWebClient = ({ variables }: Pick<Question, 'variables'>, capabilities: Capabilities): boolean =>
  variables.some(({ type, required }) => required && capabilities[type] === 'web_only');
