import { createParser } from 'eventsource-parser';
import { z } from 'zod';
import { withoutTurns } from '../../contract/cleanText.ts';
import type { LlmConfig } from '../foundation/config.ts';
import type { Fetch } from '../foundation/http/outbound.ts';
import { LlmError, endpointFailed, refusalOf } from './llmError.ts';

/** One turn of a conversation, as in the protocol. */
export interface LlmTurn {
  role: 'system' | 'user' | 'assistant';
  content: string;
}

export interface LlmOrder {
  turns: LlmTurn[];
  /** Default: the configured one. */
  model?: string;
  temperature?: number;
  maxTokens?: number;
}

export interface LlmAnswer {
  text: string;
  /** As reported by the endpoint. */
  model: string;
  /** False: the model ran out of tokens. */
  isComplete: boolean;
  /** Null if the endpoint does not report it. */
  usage: { inputTokens: number; outputTokens: number } | null;
}

export interface LlmClient {
  /**
   * Resolves with the whole answer; calls `onText` with each piece as it comes.
   * @throws LlmError also when `signal` aborts
   */
  ask(order: LlmOrder, hooks: { signal: AbortSignal; onText?(piece: string): void }): Promise<LlmAnswer>;
}

export const LLM_LIMITS = {
  /** How long the endpoint may be silent: a model on a small machine reads for a while before it writes. */
  silenceMs: 60_000,
  /** Limit of the whole exchange, enforced by the HTTP client. */
  exchangeMs: 300_000,
  /** Limit of an answer. */
  characters: 100_000,
  /** Limit of one event of the stream. */
  eventCharacters: 1_000_000,
};

/**
 * Client for an endpoint with the chat-completions protocol, streamed.
 * @param llm null: every call fails with `llm_not_configured`
 */
export function createLlmClient(
  llm: LlmConfig | null,
  fetch: Fetch,
  now: () => number,
  limits = LLM_LIMITS,
): LlmClient {
  return {
    async ask(order, { signal, onText = () => {} }) {
      if (llm === null) throw new LlmError('llm_not_configured');
      const silence = watchSilence(limits.silenceMs);
      try {
        const response = await fetch(`${llm.baseUrl}/chat/completions`, {
          method: 'POST',
          headers: headersFor(llm),
          body: JSON.stringify(bodyOf(order, llm)),
          signal: AbortSignal.any([signal, silence.signal]),
        });
        if (!response.ok) throw await refusalOf(response, llm.apiKey, now());
        const answer = new Answer(order.model ?? llm.model, limits.characters, onText);
        await readEvents(response, limits.eventCharacters, (data) => answer.take(data), silence.heard);
        return answer.finish();
      } catch (error) {
        throw explain(error, signal);
      } finally {
        silence.end();
      }
    },
  };
}

const headersFor = ({ apiKey }: LlmConfig): Record<string, string> => ({
  'content-type': 'application/json',
  accept: 'text/event-stream',
  ...(apiKey !== null && { authorization: `Bearer ${apiKey}` }),
});

const bodyOf = ({ turns, model, temperature, maxTokens }: LlmOrder, llm: LlmConfig) => ({
  model: model ?? llm.model,
  messages: turns,
  stream: true,
  stream_options: { include_usage: true },
  ...(temperature !== undefined && { temperature }),
  ...(maxTokens !== undefined && { max_tokens: maxTokens }),
});

/** Passes the data of every event to `take` until it returns true or the stream ends. */
async function readEvents(
  response: Response,
  maxBufferSize: number,
  take: (data: string) => boolean,
  heard: () => void,
): Promise<void> {
  if (!/^text\/event-stream\b/i.test(response.headers.get('content-type') ?? '') || !response.body)
    throw new LlmError('llm_broken_stream');
  let isOver = false;
  const parser = createParser({
    maxBufferSize,
    onEvent: ({ data }) => void (isOver ||= take(data)),
    onError(error) {
      if (error.type === 'max-buffer-size-exceeded') throw new LlmError('llm_broken_stream');
    },
  });
  const decoder = new TextDecoder();
  for await (const bytes of response.body) {
    heard();
    parser.feed(decoder.decode(bytes, { stream: true }));
    if (isOver) return; // leaving the loop closes the connection
  }
}

const Chunk = z.object({
  model: z.string().min(1).nullish(),
  choices: z
    .array(
      z.object({
        delta: z.object({ content: z.string().nullish() }).nullish(),
        finish_reason: z.string().nullish(),
      }),
    )
    .nullish(),
  usage: z.object({ prompt_tokens: z.int(), completion_tokens: z.int() }).nullish(),
  error: z.unknown().optional(),
});

/** Accumulates the events of an answer. */
class Answer {
  private text = '';
  private finishReason: string | null = null;
  private isDone = false;
  private usage: LlmAnswer['usage'] = null;

  constructor(
    private model: string,
    private readonly mostCharacters: number,
    private readonly onText: (piece: string) => void,
  ) {}

  /** True if nothing more is to come. @throws LlmError */
  take(data: string): boolean {
    if (data.trim() === '[DONE]') return (this.isDone = true);
    const { model, choices, usage, error } = parseChunk(data);
    if (error) throw endpointFailed();
    if (model) this.model = model;
    if (usage) this.usage = { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens };
    const [choice] = choices ?? [];
    this.finishReason = choice?.finish_reason ?? this.finishReason;
    this.add((choice?.delta?.content ?? '').replaceAll('\0', '')); // PostgreSQL cannot store NUL
    return false;
  }

  private add(piece: string): void {
    if (piece === '') return;
    if (this.text.length + piece.length > this.mostCharacters) throw new LlmError('llm_too_long');
    this.text += piece;
    this.onText(piece);
  }

  /** @throws LlmError if the stream ended before the answer, or the answer is empty */
  finish(): LlmAnswer {
    if (!this.isDone && this.finishReason === null) throw new LlmError('llm_broken_stream');
    if (this.finishReason === 'content_filter') throw new LlmError('llm_filtered');
    if (withoutTurns(this.text).trim() === '') throw new LlmError('llm_empty');
    return { text: this.text, model: this.model, isComplete: this.finishReason !== 'length', usage: this.usage };
  }
}

function parseChunk(data: string): z.infer<typeof Chunk> {
  try {
    return Chunk.parse(JSON.parse(data));
  } catch {
    throw new LlmError('llm_broken_stream');
  }
}

/** Aborts if `heard` is not called for this long. */
function watchSilence(silenceMs: number) {
  const controller = new AbortController();
  const expire = () => controller.abort(new DOMException('The endpoint says nothing', 'TimeoutError'));
  const timer = setTimeout(expire, silenceMs);
  return { signal: controller.signal, heard: () => void timer.refresh(), end: () => clearTimeout(timer) };
}

/** Never includes the error itself: a library's error may contain request headers. */
function explain(error: unknown, signal: AbortSignal): LlmError {
  if (error instanceof LlmError) return error;
  if (signal.aborted) return new LlmError('llm_cancelled');
  const { name, message } = error as { name?: string; message?: string };
  if (name === 'TimeoutError') return new LlmError('llm_timeout');
  return new LlmError(message === 'terminated' ? 'llm_broken_stream' : 'llm_unreachable');
}
