import { SOURCES, toPublic } from '../../contract/payload.ts';
import { asShown, type VariableSpec } from '../../contract/variables.ts';
import { checkWithPatterns } from '../flow/answerChecks.ts';
import type { NodeContext, TrialQuestion } from '../flow/nodeType.ts';
import { toIso } from '../foundation/database/rows.ts';
import { commentOffered, variableSpecsOf, type HumanConfig } from './humanConfig.ts';
import type { RequestBody } from './requestStore.ts';

/** Stands for a password: expressions never see one. */
const PROVIDED = 'provided';

/** In the stored form: blank values absent, hidden variables present. */
function asStored(variables: readonly VariableSpec[], given: Record<string, unknown>): Record<string, unknown> {
  const fetched = variables.filter(({ optionsSource }) => optionsSource).map(({ name }) => name);
  const offered = Object.fromEntries(fetched.map((name) => [name, [given[name]].flat().map(String)]));
  const checked = checkWithPatterns(variables, given, offered);
  return checked.ok ? checked.values : given;
}

/**
 * A question in a trial: the author answers it in place of the assignees.
 * @param prepare builds the question; stores nothing
 */
export const createRehearsal = (
  prepare: (visit: NodeContext<HumanConfig>) => Promise<{ body: RequestBody }>,
): TrialQuestion<HumanConfig> => ({
  specs: variableSpecsOf,
  offer: commentOffered,

  async ask(visit) {
    const { title = '', prompt, content = [], facts = [], inputType, variables, comment } = (await prepare(visit)).body;
    const shown = variables.filter(({ type }) => type !== 'hidden').map(asShown);
    return { title, prompt, content, facts, inputType, variables: shown, ...(comment && { comment }) };
  },

  async answer(visit, { values: given, comment = '' }) {
    const { config, startedBy, now } = visit;
    const { variables } = (await prepare(visit)).body;
    const passwords = new Set(variables.flatMap(({ name, type }) => (type === 'password' ? [name] : [])));
    const values = Object.fromEntries(
      Object.entries(asStored(variables, given)).map(([name, value]) => [name, passwords.has(name) ? PROVIDED : value]),
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
