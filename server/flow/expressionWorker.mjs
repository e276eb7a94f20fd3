// A separate process that evaluates one expression at a time: an author's expression may run away or exhaust memory,
// and then this process dies, not the server. It starts with an empty environment and receives only the context.
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import jsonata from 'jsonata';
import { LRUCache } from 'lru-cache';
import { LinearPattern } from './linearPattern.mjs';

const [timeoutMs, parentPid] = process.argv.slice(2).map(Number);
const LIMITS = { timeout: timeoutMs, stack: 2000, sequence: 100_000, RegexEngine: LinearPattern };
const TIMED_OUT = 'D1012';
const LARGEST_RESULT = 1_000_000;
const CACHED = 500;
/** On a busy machine the clock runs while the expression does not: then it is retried. */
const ATTEMPTS = 4;

/** Names that would let data pass for a function or change an object's prototype. */
const FORBIDDEN = new Set(['__proto__', '_jsonata_lambda', '_jsonata_function']);
const FORBIDDEN_NAME = /"(__proto__|_jsonata_(lambda|function))":/;
const withoutForbidden = (name, value) => (FORBIDDEN.has(name) ? undefined : value);

// JSONata does not only build patterns from literals: $toMillis pictures and function signatures use them, too.
globalThis.RegExp = LinearPattern;

const { heap_size_limit: heapLimit } = getHeapStatistics();
const compiled = new LRUCache({ max: CACHED, memoMethod: compile });

function compile(expression) {
  const program = jsonata(expression, LIMITS);
  program.assign('eval', undefined);
  return program;
}

const cpuMs = ({ user, system }) => (user + system) / 1000;

async function evaluate(expression, context, bindings, attempt = 1) {
  const before = process.cpuUsage();
  try {
    return await compiled.memo(expression).evaluate(context, bindings);
  } catch (error) {
    const wasHeldUp = error.code === TIMED_OUT && cpuMs(process.cpuUsage(before)) < timeoutMs;
    if (wasHeldUp && attempt < ATTEMPTS) return evaluate(expression, context, bindings, attempt + 1);
    throw error;
  }
}

const isFunction = (value) =>
  typeof value === 'function' || value?._jsonata_lambda === true || value?._jsonata_function === true;

function toJson(value) {
  const text = JSON.stringify(value ?? null, (_name, part) => {
    if (isFunction(part)) throw new Error('the result holds a function, not a value');
    if (typeof part === 'number' && !Number.isFinite(part)) throw new Error('the result holds a number without end');
    return part;
  });
  if (text.length > LARGEST_RESULT) throw new Error(`the result is larger than ${LARGEST_RESULT} characters`);
  return FORBIDDEN_NAME.test(text) ? JSON.stringify(JSON.parse(text, withoutForbidden)) : text;
}

/** One JSON text per expression, or the first failure; and the processor time used. */
async function answer(task) {
  const before = process.cpuUsage();
  const result = await resultOf(task);
  return { ...result, cpuMs: cpuMs(process.cpuUsage(before)) };
}

async function resultOf({ expressions, context, bindings }) {
  try {
    const data = JSON.parse(context, FORBIDDEN_NAME.test(context) ? withoutForbidden : undefined);
    const results = [];
    for (const expression of expressions) results.push(toJson(await evaluate(expression, data, bindings)));
    return { results };
  } catch (error) {
    return { failure: { isTimeout: error.code === TIMED_OUT, message: String(error.message ?? error).slice(0, 500) } };
  }
}

/** Clears the cache before it leaves too little memory for the next expression. */
function makeRoom() {
  if (getHeapStatistics().used_heap_size > heapLimit / 2) compiled.clear();
}

// Ctrl-C and service managers signal the whole process group: the server decides when this process ends.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => {});
process.on('disconnect', () => process.exit());
process.on('message', async (task) => {
  process.send(await answer(task));
  makeRoom();
});
new Worker(new URL('../foundation/parentWatchdog.mjs', import.meta.url), {
  workerData: { parentPid },
  resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
}).unref();
process.send({ isReady: true });
