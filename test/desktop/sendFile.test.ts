import { expect } from 'chai';

type SendFile = (method: 'POST', url: string, file: File, sending: object) => Promise<unknown>;

/** As a text, because only the client's code is compiled with the types of browsers. */
const SEND_FILE: string = '../../desktop/renderer/api/sendFile.ts';

describe('sending a file', () => {
  const page = globalThis as { XMLHttpRequest?: unknown };
  const before = page.XMLHttpRequest;
  afterEach(() => void (page.XMLHttpRequest = before));

  it('does not begin once it is cancelled, for example while a token was fetched', async () => {
    const { sendFile } = (await import(SEND_FILE)) as { sendFile: SendFile };
    let count = 0;
    page.XMLHttpRequest = class {
      upload = {};
      status = 200;
      response = '{}';
      open() {}
      setRequestHeader() {}
      onload?(): void;
      getResponseHeader = () => 'application/json';
      send() {
        count++;
        queueMicrotask(() => this.onload?.());
      }
    };
    const sending = { signal: AbortSignal.abort(), onProgress() {}, headers: {} };
    const result = sendFile('POST', '/api/files', new File(['x'], 'a.txt'), sending);
    const error = await result.catch((failure: unknown) => failure);
    expect([count, (error as Error).name]).to.deep.equal([0, 'AbortError']);
  });
});
