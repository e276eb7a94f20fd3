import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import type { ChannelKind } from '../../contract/channel.ts';
import { PreviewBody, QuestionPreview } from '../../contract/previews.ts';
import { speechIn } from '../../contract/speech.ts';
import type { Person } from '../../contract/people.ts';
import type { FieldChecks } from '../../contract/problem.ts';
import { asShown } from '../../contract/variables.ts';
import { failed } from '../foundation/errors.ts';
import { requireAuthor, type Authenticate, type Caller } from '../foundation/http/authenticate.ts';
import { faultsIn } from '../foundation/issues.ts';
import type { ExpressionService } from '../flow/expressions.ts';
import { NodeError, type Expressions, type NodeContext } from '../flow/nodeType.ts';
import { checkHumanConfig, HumanConfig } from './humanConfig.ts';
import { prepare, type HumanNodeParts } from './humanNode.ts';
import type { Presenter } from './presenter.ts';
import type { Request } from './requestStore.ts';

interface Parts {
  authenticate: Authenticate;
  reader: HumanNodeParts['reader'];
  directory: HumanNodeParts['directory'];
  timeZone: string;
  kinds: ReadonlyMap<string, Pick<ChannelKind, 'name' | 'displayName' | 'preview'>>;
  presenter: Pick<Presenter, 'question'>;
  expressions: Pick<ExpressionService, 'of'>;
  /** The caller with their language and time zone. */
  asReader(person: Person): Promise<Person>;
  now(): number;
}

const EXECUTION = '00000000000000000000000000';

/** A question as each channel would show it. Nothing is stored or sent. */
export const previewRoutes =
  (parts: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const { authenticate, presenter, kinds, asReader } = parts;
    app.addHook('onRequest', authenticate);
    app.addHook('onRequest', requireAuthor);

    app.post(
      '/flows/preview',
      { schema: { tags: ['flows'], body: PreviewBody, response: { 200: QuestionPreview } } },
      async ({ caller, body }) => {
        const question = await presenter.question(await requestOf(body, caller, parts));
        const { language, timeZone } = await asReader(caller.person);
        const speech = speechIn(timeZone, language);
        const shown = [...kinds.values()].flatMap(({ name, displayName, preview }) =>
          preview ? [preview(question, speech).then((message) => ({ name, displayName, message }))] : [],
        );
        const { title, prompt, content = [], facts, inputType, variables, comment } = question;
        const web = {
          title,
          prompt,
          content,
          facts,
          inputType,
          variables: variables.map(asShown),
          ...(comment && { comment }),
        };
        return { web, channels: await Promise.all(shown) };
      },
    );
  };

/** The request that the node would raise; not stored. @throws ProblemError naming fields of the config */
async function requestOf(
  { config: given, context, name, flowName }: PreviewBody,
  { person }: Caller,
  { reader, directory, timeZone, expressions, now }: Parts,
): Promise<Request> {
  const parsed = HumanConfig.safeParse(given);
  if (!parsed.success) throw failed(Object.fromEntries(faultsIn(parsed.error.issues, given)));
  const faults: FieldChecks = checkHumanConfig(parsed.data);
  if (Object.keys(faults).length > 0) throw failed(faults);
  const own = expressions.of({ author: person.id, execution: `preview ${person.id}` }, { isBudgeted: false });
  const visit: NodeContext<HumanConfig> = {
    executionId: EXECUTION,
    flowId: 'preview',
    flowVersion: 0,
    flowName,
    definition: { nodes: [], edges: [] },
    nodeId: 'preview',
    nodeName: name,
    visitKey: 'preview',
    branchId: '0',
    config: parsed.data,
    context,
    storedContext: context,
    startedBy: person,
    chatId: null,
    logId: null,
    expressions: asFarAsPossible(own),
    now: now(),
    signal: AbortSignal.timeout(10_000),
    begin: () => Promise.resolve(),
  };
  const raised = await prepare(visit, [{ ...person, askedAs: { kind: 'person' } }], {
    reader,
    directory,
    timeZone,
    channelNames: () => [],
  });
  return {
    ...raised,
    status: 'waiting',
    answeredCount: 0,
    version: 1,
    closedAt: null,
    outcome: null,
    answeredBy: null,
  };
}

/** Where a sample value is missing, shows the author's text unrendered. */
const asFarAsPossible = ({ render, evaluate }: Expressions): Expressions => ({
  evaluate: (...given) => evaluate(...given).catch(unlessBroken(null)),
  render: (template, ...rest) => render(template, ...rest).catch(unlessBroken(template)),
});

const unlessBroken =
  <Value>(instead: Value) =>
  (error: unknown): Value => {
    if (error instanceof NodeError) return instead;
    throw error;
  };
