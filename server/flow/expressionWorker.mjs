// A separate process that evaluates one expression at a time: an author's expression may run away or exhaust memory,
// and then this process dies, not the server. It starts with an empty environment and receives only the context.
import { getHeapStatistics } from 'node:v8';
import { Worker } from 'node:worker_threads';
import jsonata from 'jsonata';
import { LRUCache } from 'lru-cache';
import { LinearPattern } from './linearPattern.mjs';

const [timeoutMs, parentPid] = process.argv.slice(2).map(Number);
/** JSONata reads `timeout` at each step: how many ms the expression may take from its start. */
const LIMITS = {
  stack: 2000,
  sequence: 100_000,
  RegexEngine: LinearPattern,
  get timeout() {
    return isTimeUsedUp() ? Number.MIN_VALUE : Number.MAX_VALUE;
  },
};
const TIMED_OUT = 'D1012';
const LARGEST_RESULT = 1_000_000;
const CACHED = 500;
/** Reading the processor time takes longer than a step. */
const LOOK_EVERY_MS = 10;
/** Evaluated before the first task: what starting costs must not count against an author's expression. */
const WARM_UP = '$map(a, function($v) { $v & $formatNumber($v, "0.00") & $fromMillis($v) & $replace("a", /a/, "b") })';
/** A single step may take so many times the limit, because only another thread can interrupt it. */
const LIMITS_OF_A_STEP = 5;

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

let before = process.cpuUsage();
let lookAt = 0;

/**
 * Counts what this process computed: on a busy machine the clock runs on while it waits for a processor. But the
 * clock is the upper bound, because processor time includes the JavaScript engine's own threads.
 */
function isTimeUsedUp() {
  const now = performance.now();
  if (now < lookAt) return false;
  const isUsedUp = cpuMs(process.cpuUsage(before)) >= timeoutMs;
  lookAt = isUsedUp ? 0 : now + LOOK_EVERY_MS; // JSONata reads the limit twice before it gives up
  return isUsedUp;
}

/** For the watchdog: the number of the current expression, or 0. */
const current = new Int32Array(new SharedArrayBuffer(4));
let count = 0;

/** @returns the result as JSON */
async function evaluate(expression, context, bindings) {
  before = process.cpuUsage();
  lookAt = performance.now() + timeoutMs;
  count += 1;
  Atomics.store(current, 0, count);
  try {
    return toJson(await compiled.memo(expression).evaluate(context, bindings));
  } finally {
    const isKilled = Atomics.compareExchange(current, 0, count, 0) !== count;
    if (isKilled) await new Promise(() => {});
  }
}

/**
 * A second attempt, because the processor time of a process includes what its virtual machine had to wait, and because
 * code runs faster once it is compiled.
 */
async function evaluateInTime(...task) {
  try {
    return await evaluate(...task);
  } catch (error) {
    if (error.code !== TIMED_OUT) throw error;
    return evaluate(...task);
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

/**
 * One JSON text per expression, or the first failure; and the processor time used. Expressions that take long together
 * get only the first results: the others take another turn, so that nobody keeps this process for long.
 */
async function answer(task) {
  const begin = process.cpuUsage();
  const computedMs = () => cpuMs(process.cpuUsage(begin));
  const result = await resultOf(task, computedMs);
  return { ...result, cpuMs: computedMs() };
}

async function resultOf({ expressions, context, bindings }, computedMs) {
  const results = [];
  try {
    const data = JSON.parse(context, FORBIDDEN_NAME.test(context) ? withoutForbidden : undefined);
    for (const expression of expressions) {
      results.push(await evaluateInTime(expression, data, bindings));
      if (computedMs() >= timeoutMs) break;
    }
    return { results };
  } catch (error) {
    const isTimeout = error.code === TIMED_OUT;
    return { failure: { isTimeout, expression: expressions[results.length], reason: String(error.message ?? error) } };
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
const watchdog = new Worker(new URL('./expressionWatchdog.mjs', import.meta.url), {
  workerData: { parentPid, current, mostMs: timeoutMs * LIMITS_OF_A_STEP },
  resourceLimits: { maxOldGenerationSizeMb: 8, maxYoungGenerationSizeMb: 1 },
});
watchdog.once('online', async () => {
  watchdog.unref();
  await answer({ expressions: [WARM_UP], context: '{"a":[1]}', bindings: {} });
  process.send({ isReady: true });
});
