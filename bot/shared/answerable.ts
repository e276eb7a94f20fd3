import type { Capability } from '../../contract/channel.ts';
import type { Question } from '../../contract/messages.ts';
import { fileHosts } from '../../contract/files.ts';
import type { VariableSpec, VariableType } from '../../contract/variables.ts';

type Capabilities = Readonly<Record<VariableType, Capability>>;

/** Whether a required field is taken in the web client only, so that no form in this chat could ever be sent. */
export const needsWebClient = ({ variables }: Pick<Question, 'variables'>, capabilities: Capabilities): boolean =>
  variables.some((spec) => spec.required && isWebOnly(spec, capabilities));

/** A file can be named by its address, where the author says which hosts are meant. */
const isWebOnly = (spec: VariableSpec, capabilities: Capabilities): boolean =>
  capabilities[spec.type] === 'web_only' && fileHosts(spec).length === 0;
