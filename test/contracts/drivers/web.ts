import { readFileSync } from 'node:fs';
import type { Capability } from '../../../contract/channel.ts';
import { typedValue } from '../../../contract/answers.ts';
import { SOURCES } from '../../../contract/payload.ts';
import type { PromptTemplate } from '../../../contract/requests.ts';
import { VARIABLE_TYPES, type VariableType } from '../../../contract/variables.ts';
import { flattenOptions } from '../../../bot/shared/flattenOptions.ts';
import { notificationOf, respond } from '../../scenarios/support.ts';
import { TO_PROGRAMS, type Driver, type Entered, type Key, type SuiteStage } from '../driver.ts';

// read as text, because the client is compiled with its own settings
const INPUTS = readFileSync(new URL('../../../desktop/renderer/inputs/index.ts', import.meta.url), 'utf8');

/** The capability of a type in the client's table of inputs; nothing for a missing one. */
function capabilityOf(type: VariableType): [VariableType, Capability][] {
  const found = new RegExp(`^  ${type}: (\\w+),$`, 'm').exec(INPUTS);
  return found ? [[type, found[1] === 'null' ? 'omitted' : 'native']] : [];
}

/** The web client's part of the API, as its inbox uses it. */
export function webDriver(stage: SuiteStage): Driver {
  async function copyOf(key: Key, requestId: string) {
    const { promptTemplateId } = await notificationOf(stage.product, stage[key], requestId);
    const { body: template } = await stage[key].call<PromptTemplate>('GET', `/prompts/${promptTemplateId}`);
    let last: { body: unknown; nonce: string } | null = null;
    let count = 0;

    const bodyOf = (entered: Entered) => {
      const entries = template.variableSpecs.map((spec) => {
        const text = entered[spec.name];
        const chosen = flattenOptions(spec).find(({ label }) => label === text);
        return [spec.name, chosen?.value ?? (text && typedValue(spec, text))];
      });
      const values = Object.fromEntries(entries.filter(([, value]) => value !== undefined));
      const { comment } = entered;
      if (comment !== undefined) return { values, comment };
      return template.inputType === 'form' ? { values } : values['value'];
    };
    async function send(by: Key, { body, nonce }: { body: unknown; nonce: string }) {
      const answer = await respond(stage[by], requestId, body, { 'idempotency-key': nonce });
      // the client reloads a question whose answer was refused
      const isClosed = answer.body.code === 'request_closed';
      return JSON.stringify(isClosed ? await notificationOf(stage.product, stage[by], requestId) : answer.body);
    }
    return {
      // the client shows both
      text: async () =>
        JSON.stringify([
          await notificationOf(stage.product, stage[key], requestId),
          (await stage[key].call('GET', `/requests/${requestId}`)).body,
        ]),
      isOpen: async () => (await notificationOf(stage.product, stage[key], requestId)).status === 'pending',
      answer: (entered: Entered) => send(key, (last = { body: bodyOf(entered), nonce: `${requestId}-${++count}` })),
      again: () => send(key, last!),
      tryAs: (by: Key, entered: Entered) => send(by, { body: bodyOf(entered), nonce: `${requestId}-${by}` }),
    };
  }

  return {
    channel: 'web',
    sources: { simple: SOURCES.web, form: SOURCES.web },
    instant: (iso) => iso,
    ...TO_PROGRAMS,
    unusable: () => 'not_found',
    notAsked: () => 'not_assignee',
    capabilities: () => Object.fromEntries(VARIABLE_TYPES.flatMap(capabilityOf)),
    copyOf,
  };
}
