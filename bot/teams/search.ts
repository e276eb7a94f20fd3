import { z } from 'zod';
import type { ChannelHost, Log } from '../../contract/channel.ts';
import { isPersonal, type Activity } from './activity.ts';
import { choicesMatching, type CardChoice } from './choices.ts';
import type { ConversationAddresses } from './conversationAddresses.ts';
import type { Verified } from './verify.ts';

/** Teams' query while a person types into a search input. */
const Query = z.looseObject({
  name: z.literal('application/search'),
  value: z.looseObject({ queryText: z.string().max(1000).catch(''), dataset: z.string().max(1000) }),
});

interface SearchResponse {
  statusCode: 200;
  type: 'application/vnd.microsoft.search.searchResponse';
  value: { results: CardChoice[] };
}

/** Null: not one of our searches. */
export type Search = (call: Verified, log: Log) => Promise<SearchResponse | null>;

interface Parts {
  host: Pick<ChannelHost, 'message'>;
  conversations: Pick<ConversationAddresses, 'meet'>;
}

/** Searches the choices of a field that does not fit on a card, for the question's assignees. Others find nothing. */
export function createSearch({ host, conversations }: Parts): Search {
  async function matching(activity: Activity, { value: { dataset, queryText } }: z.infer<typeof Query>, log: Log) {
    const { requestId, field } = readDataset(dataset);
    const person = isPersonal(activity) ? await conversations.meet(activity, log) : null;
    const message = person && (await host.message(requestId, person));
    const spec = message?.kind === 'question' ? message.variables.find(({ name }) => name === field) : undefined;
    return spec ? choicesMatching(spec, queryText) : [];
  }

  return async ({ activity }, log) => {
    const query = Query.safeParse(activity);
    if (!query.success) return null;
    const results = await matching(activity, query.data, log);
    return { statusCode: 200, type: 'application/vnd.microsoft.search.searchResponse', value: { results } };
  };
}

/** The dataset name of a search input, which Teams returns with each query. */
export const datasetOf = (requestId: string, field: string): string =>
  new URLSearchParams({ request: requestId, field }).toString();

function readDataset(dataset: string): { requestId: string; field: string } {
  const read = new URLSearchParams(dataset);
  return { requestId: read.get('request') ?? '', field: read.get('field') ?? '' };
}
