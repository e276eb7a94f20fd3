import type { Fetch } from '../../server/foundation/http/outbound.ts';

export type Ending = 'stop' | 'done' | 'length' | 'early' | 'lost' | 'filter' | 'error' | 401 | 429 | 500;

/** How an event of the stream is written. */
export interface Style {
  /** `data:` without a space, a comment before it, and CRLF. */
  isTight: boolean;
  hasComment: boolean;
  isCrLf: boolean;
  /** After how many bytes the network cuts, again and again. */
  cutEvery: number;
}

/** One question to the language model, which answers as the test says. */
export class Call {
  readonly turns: { role: string; content: string }[];
  readonly response: Promise<Response>;
  isOpen = true;
  ending: Ending | null = null;
  /** What it has said. */
  said = '';
  private answer!: (response: Response) => void;
  private refuse!: (reason: unknown) => void;
  private stream: ReadableStreamDefaultController<Uint8Array> | null = null;

  constructor(
    readonly number: number,
    /** Its server is dead, or seemed to be. */
    readonly isLost: () => boolean,
    { body, signal }: RequestInit,
  ) {
    this.turns = (JSON.parse(body as string) as { messages: Call['turns'] }).messages;
    this.response = new Promise((resolve, reject) => {
      this.answer = resolve;
      this.refuse = reject;
    });
    signal?.addEventListener('abort', () => this.breakOff(signal.reason), { once: true });
    if (signal?.aborted) this.breakOff(signal.reason);
  }

  say(text: string, style: Style): void {
    if (!this.isOpen) return;
    const piece = this.said === '' ? `#${this.number} ${text}` : text;
    this.said += piece;
    this.send({ choices: [{ delta: { content: piece }, finish_reason: null }] }, style);
  }

  end(ending: Ending, style: Style): void {
    if (!this.isOpen) return;
    this.ending = ending;
    if (typeof ending === 'number') return this.endWith(ending);
    if (ending === 'lost') return this.breakOff(new TypeError('terminated'));
    const reason = { stop: 'stop', length: 'length', filter: 'content_filter' }[ending as string];
    if (reason !== undefined) this.send({ choices: [{ delta: {}, finish_reason: reason }] }, style);
    if (ending === 'error') this.send({ error: { message: 'overloaded' } }, style);
    if (ending === 'done') this.send('[DONE]', style);
    this.open().close();
    this.isOpen = false;
  }

  /** Only before the first piece; later the connection is lost instead. */
  private endWith(status: number): void {
    if (this.stream) return this.breakOff(new TypeError('terminated'));
    this.isOpen = false;
    const quoted = this.turns.at(-1)!.content;
    this.answer(new Response(JSON.stringify({ error: { message: quoted } }), { status }));
  }

  private breakOff(reason: unknown): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.refuse(reason);
    this.stream?.error(reason);
  }

  private open(): ReadableStreamDefaultController<Uint8Array> {
    if (this.stream) return this.stream;
    const body = new ReadableStream<Uint8Array>({ start: (controller) => void (this.stream = controller) });
    this.answer(new Response(body, { headers: { 'content-type': 'text/event-stream' } }));
    return this.stream!;
  }

  private send(data: object | string, { isTight, hasComment, isCrLf, cutEvery }: Style): void {
    const text = typeof data === 'string' ? data : JSON.stringify(data);
    const lines = [...(hasComment ? [': still here', ''] : []), `data:${isTight ? '' : ' '}${text}`, '', ''];
    const bytes = Buffer.from(lines.join(isCrLf ? '\r\n' : '\n'));
    for (let from = 0; from < bytes.length; from += cutEvery)
      this.open().enqueue(bytes.subarray(from, from + cutEvery));
  }
}

/** The endpoint as one server sees it; a dead server asks nothing. */
export const fetchInto =
  (calls: Call[], { isDead, isLost }: { isDead(): boolean; isLost(): boolean }): Fetch =>
  (_url, init) => {
    if (isDead()) return Promise.reject(new TypeError('the server is dead'));
    const call = new Call(calls.length, isLost, init!);
    calls.push(call);
    return call.response;
  };
