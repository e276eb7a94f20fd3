import { ulid } from 'ulid';
import type { UserNotification } from '../../contract/notifications.ts';
import { file, type Acknowledged, type Attempt } from './acknowledged.ts';
import { formSubmissionId, type Clients } from './clients.ts';
import { PEOPLE, type ChaosFlow } from './flows.ts';

/** A link that arrived by mail. */
export interface Link {
  token: string;
  person: string;
  requestId: string;
}

interface Parts {
  clients: Clients;
  acknowledged: Acknowledged;
  flows: ChaosFlow[];
  chatId: string;
  random(): number;
  /** Unused links, which are removed as they are used. */
  links: Link[];
}

export interface Load {
  start(): Promise<void>;
  answer(person: string, requestId: string, inputType: UserNotification['inputType']): Promise<void>;
  /** So many clients start flows and answer whatever is open, until the returned function is called. */
  run(clientCount: number): () => Promise<void>;
}

const SHARES = { start: 0.15, mail: 0.25, again: 0.05 };

export function createLoad({ clients, acknowledged, flows, chatId, random, links }: Parts): Load {
  const lots = flows.flatMap((flow) => Array.from({ length: flow.share }, () => flow));
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)]!;
  let isRunning = false;

  async function start(): Promise<void> {
    const id = await clients.start(pick(lots).definition.id, chatId);
    if (id !== undefined) acknowledged.executions.push(id); // without a reply it may or may not have started
  }

  async function attempt(what: Omit<Attempt, 'again'>, send: Attempt['again']): Promise<void> {
    const known: Attempt = { ...what, again: send };
    file(acknowledged, known, await send());
    if (random() < SHARES.again) file(acknowledged, known, await send()); // an unsure client sends it again
  }

  function answer(person: string, requestId: string, inputType: UserNotification['inputType']): Promise<void> {
    const submissionId = ulid();
    const value = inputType === 'approval' ? 'approved' : inputType === 'choice' ? 'blue' : 'Yes, go on.';
    return attempt({ requestId, person, submissionId }, () =>
      clients.respond(person, { id: requestId }, value, submissionId),
    );
  }

  function useLink({ token, person, requestId }: Link): Promise<void> {
    const nonce = ulid();
    const value = requestId.endsWith('-ask') ? 'approved' : 'Yes, by mail.';
    return attempt({ requestId, person, submissionId: formSubmissionId(value, nonce) }, () =>
      clients.submitForm(token, value, nonce),
    );
  }

  /** One person's inbox, reloaded when it is used up. */
  function createInbox(person: string) {
    let open: UserNotification[] = [];
    return async () => {
      if (open.length === 0) open = await clients.openQuestions(person);
      const place = Math.floor(random() * open.length);
      return open.splice(place, 1)[0];
    };
  }

  async function act(person: string, next: () => Promise<UserNotification | undefined>): Promise<void> {
    const chance = random();
    if (chance < SHARES.start) return start();
    const link =
      chance < SHARES.start + SHARES.mail ? links.splice(Math.floor(random() * links.length), 1)[0] : undefined;
    if (link) return useLink(link);
    const notification = await next();
    if (notification) await answer(person, notification.id, notification.inputType);
  }

  async function beClient(person: string): Promise<void> {
    const next = createInbox(person);
    while (isRunning) await act(person, next);
  }

  return {
    start,
    answer,
    run(clientCount) {
      isRunning = true;
      const all = Array.from({ length: clientCount }, (_, n) => beClient(PEOPLE[n % PEOPLE.length]!));
      return async () => {
        isRunning = false;
        await Promise.all(all);
      };
    },
  };
}
