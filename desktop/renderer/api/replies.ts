import type { Problem } from '../../../contract/problem.ts';
import { isOfTheCall, isProblemReply } from '../../../contract/strangeReplies.ts';
import { ApiProblem } from './apiProblem.ts';

/**
 * The content of a successful reply; undefined: it is empty.
 *
 * @throws ApiProblem if it does not arrive whole: the server did what was asked, but the caller cannot know
 */
export async function readJson<Body>(response: Response): Promise<Body> {
  const text = await readText(response);
  try {
    return (text === '' ? undefined : JSON.parse(text)) as Body;
  } catch (error) {
    throw new ApiProblem('unavailable', response.status, String(error)); // a proxy replied, say
  }
}

/** The problem in a failed response; one that is not a problem document (from a proxy, say) gets a text too. */
export async function toApiProblem(response: Response): Promise<ApiProblem> {
  const body = isProblemReply(response) ? problemIn(await readText(response)) : null;
  if (!body)
    return new ApiProblem(
      isOfTheCall(response.status) ? 'malformed' : 'unavailable',
      response.status,
      response.statusText,
    );
  const { code, status, detail, fields, checks, recorded, instance } = body;
  return new ApiProblem(code, status, detail, { fields, checks, recorded, instance });
}

/** @throws ApiProblem `unreachable` if the connection is lost before all of it has arrived */
const readText = (response: Response): Promise<string> =>
  response.text().catch((error: unknown) => {
    if (error instanceof Error && error.name === 'AbortError') throw error; // the caller no longer wants it
    throw new ApiProblem('unreachable', 0, String(error));
  });

function problemIn(text: string): Problem | null {
  try {
    return JSON.parse(text) as Problem;
  } catch {
    return null;
  }
}
