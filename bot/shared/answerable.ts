import type { Capability } from '../../contract/channel.ts';
import type { Question } from '../../contract/messages.ts';
import { fileHosts } from '../../contract/files.ts';
import type { VariableSpec, VariableType } from '../../contract/variables.ts';

type Capabilities = Readonly<Record<VariableType, Capability>>;

/** Whether a required field can only be answered in the web client, so that a form in this chat could never be sent. */
export const needsWebClient = ({ variables }: Pick<Question, 'variables'>, capabilities: Capabilities): boolean =>
  variables.some((spec) => spec.required && isWebOnly(spec, capabilities));

/** A file field works as text if its author names hosts, because people can then type a URL. */
const isWebOnly = (spec: VariableSpec, capabilities: Capabilities): boolean =>
  capabilities[spec.type] === 'web_only' && fileHosts(spec).length === 0;
