import { SOURCES, toPublic } from '../../contract/payload.ts';
import type { NodeContext, Rehearsal } from '../flow/nodeType.ts';
import { toIso } from '../foundation/database/rows.ts';
import { commentOffered, variableSpecsOf, type HumanConfig } from './humanConfig.ts';
import type { RequestBody } from './requestStore.ts';

/** What stands for a password: expressions never see one. */
const PROVIDED = 'provided';

/**
 * A question in a trial: whoever tries the flow answers it, in place of everybody who would be asked.
 *
 * @param prepare what the question would hold; stores nothing
 */
export const createRehearsal = (
  prepare: (visit: NodeContext<HumanConfig>) => Promise<{ body: RequestBody }>,
): Rehearsal<HumanConfig> => ({
  specs: variableSpecsOf,
  offer: commentOffered,

  async ask(visit) {
    const { title = '', prompt, content = [], facts = [], inputType, variables, comment } = (await prepare(visit)).body;
    const shown = variables.filter(({ type }) => type !== 'hidden');
    return { title, prompt, content, facts, inputType, variables: shown, ...(comment && { comment }) };
  },

  answer({ config, startedBy, now }, { values: given, comment = '' }) {
    const passwords = new Set(variableSpecsOf(config).flatMap(({ name, type }) => (type === 'password' ? [name] : [])));
    const values = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [name, passwords.has(name) ? PROVIDED : value]),
    );
    const { channel, verifiedBy, note } = SOURCES.web;
    const answer = {
      ...toPublic({ isForm: config.inputType === 'form', values, note, comment: comment.trim() || undefined }),
      respondedBy: { id: startedBy.id, displayName: startedBy.displayName },
      respondedAt: toIso(now),
      channel,
      verifiedBy,
    };
    const counted = answer.value === null ? {} : { values: { [answer.value]: 1 } };
    const output = { ...answer, responses: [answer], counts: { assignees: 1, responses: 1, ...counted } };
    const { outputVariable } = config;
    return { output, ...(outputVariable !== undefined && { assign: { [outputVariable]: output } }) };
  },
});
