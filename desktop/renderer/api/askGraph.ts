import type { GraphCall } from '../host.ts';
import { ApiProblem } from './apiProblem.ts';
import { sendFile } from './sendFile.ts';

/** Calls Microsoft Graph. @param headers with the token, if this page has one @throws ApiProblem `unreachable` */
export async function callGraph(url: string, call: GraphCall, headers: Record<string, string>): Promise<Response> {
  const { method, file, sending } = call;
  if (file) return sendFile('PUT', url, file, { ...sending!, headers });
  return fetch(url, { method, headers, cache: 'no-store' }).catch((error: unknown) => {
    throw new ApiProblem('unreachable', 0, String(error));
  });
}
