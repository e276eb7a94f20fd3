import type { Sending } from '../inputs/sending.ts';
import { ApiProblem } from './apiProblem.ts';

/** Uploads a file and reports progress, which `fetch` does not support. @throws ApiProblem `unreachable` */
export function sendFile(
  method: 'POST' | 'PUT',
  url: string,
  file: File,
  { signal, onProgress, headers }: Sending & { headers: Record<string, string> },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason as Error);
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.setRequestHeader('content-type', file.type || 'application/octet-stream');
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onload = () => {
      const type = request.getResponseHeader('content-type') ?? '';
      resolve(new Response(request.response as string, { status: request.status, headers: { 'content-type': type } }));
    };
    request.onerror = () => reject(new ApiProblem('unreachable', 0, 'the connection broke off'));
    request.onabort = () => reject(signal.reason as Error);
    signal.addEventListener('abort', () => request.abort());
    request.send(file);
  });
}
