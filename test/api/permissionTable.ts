import fc from 'fast-check';
import { readTenant } from '../../sandbox/tenant.ts';

/** The sandbox's, with its guest in a group. */
export const tenant = readTenant();
tenant.groups.find(({ key }) => key === 'finance')!.members.push('joan');

/** Ada is administrator; Radia and Frances are authors, through the group Legal; Barbara's mail is not her user name. */
export const KEYS = ['ada', 'radia', 'frances', 'tim', 'barbara', 'grace', 'alan', 'ken', 'joan'] as const;
export type Key = (typeof KEYS)[number];
const GROUPS = ['finance', 'legal', 'everyone', 'ring-a', 'ring-b', 'nobody'] as const;
export type Named = Key | (typeof GROUPS)[number];

/** The people of each group, nested ones included. */
const IN_GROUP: Record<(typeof GROUPS)[number], readonly Key[]> = {
  finance: ['tim', 'barbara', 'joan'],
  legal: ['radia', 'frances'],
  everyone: KEYS,
  'ring-a': ['alan', 'grace'],
  'ring-b': ['alan', 'grace'],
  nobody: [],
};

export const personOf = (key: Key) => tenant.people.find((person) => person.key === key)!;
const isGroup = (name: Named): name is (typeof GROUPS)[number] => (GROUPS as readonly string[]).includes(name);

export function principalOf(name: Named): { kind: 'user' | 'group'; id: string } {
  if (!isGroup(name)) return { kind: 'user', id: personOf(name).id };
  return { kind: 'group', id: tenant.groups.find(({ key }) => key === name)!.id };
}

/** An address of a person on the access list of a chat. */
interface Listed {
  who: Key;
  by: 'mail' | 'userPrincipalName';
}
export const addressOf = ({ who, by }: Listed): string => personOf(who)[by]!;

/** One thing of each kind, and who has what to do with it. */
export interface World {
  owners: Named[];
  readers: Named[];
  starters: Named[] | 'everyone';
  starter: Key;
  assignees: Key[];
  maker: Key;
  /** The access list when the chat is assigned, and afterwards; the maker of the chat assigns it. */
  usersBefore: Listed[];
  users: Listed[];
  assignee: Key;
  state: 'open' | 'completed' | 'declined' | 'cancelled' | 'delegated' | 'expired';
  /** Whether the assignee has started it, and so has a log. */
  isStarted: boolean;
  /** Whom a delegated assignment goes to. */
  delegate: Key;
}

const keys = fc.constantFrom(...KEYS);
const members = fc.constantFrom(...KEYS.filter((key) => key !== 'joan'));
const named = fc.constantFrom<Named>(...KEYS, ...GROUPS);
/** Guests cannot be named as owners or readers, but can be in a group that is. */
const memberNamed = named.filter((name) => name !== 'joan');
const listed = fc.record({ who: keys, by: fc.constantFrom('mail' as const, 'userPrincipalName' as const) });

/** Addresses on an access list: a guest is known by mail only. */
const users = fc
  .array(listed, { maxLength: 3 })
  .map((list) => list.filter(({ who, by }) => who !== 'joan' || by === 'mail'));

export const anyWorld: fc.Arbitrary<World> = fc
  .record({
    owners: fc.uniqueArray(memberNamed, { minLength: 1, maxLength: 3 }),
    readers: fc.uniqueArray(memberNamed, { maxLength: 3 }),
    starters: fc.oneof(fc.constant('everyone' as const), fc.uniqueArray(named, { maxLength: 3 })),
    starter: keys,
    assignees: fc.uniqueArray(keys, { minLength: 1, maxLength: 3 }),
    maker: members,
    usersBefore: users,
    users,
    assignee: keys,
    state: fc.constantFrom<World['state']>('open', 'completed', 'declined', 'cancelled', 'delegated', 'expired'),
    isStarted: fc.boolean(),
    delegate: keys,
  })
  .filter(({ assignee, delegate }) => assignee !== delegate);

/** What a route answers: `in`, 403 or 404. */
export type Answer = 'in' | 403 | 404;

export interface Row {
  answers: Record<string, Answer>;
  /** Which lists show the thing. */
  lists: Record<string, boolean>;
  /** Whether they are told who else may use the chat. */
  seesUsers: boolean;
}

/**
 * The table: what each route answers this person. It is written by hand from contract/routes.ts, docs/security.md and
 * docs/administrators.md, and shares no code with the product.
 */
export function rowOf(world: World, who: Key): Row {
  const isGuest = who === 'joan';
  const isAdmin = who === 'ada';
  const isAuthor = ['ada', 'radia', 'frances'].includes(who);
  const isIn = (list: Named[]) => list.some((name) => (isGroup(name) ? IN_GROUP[name].includes(who) : name === who));
  const either = (may: boolean, knows: boolean): Answer => (may ? 'in' : knows ? 403 : 404);

  const owns = isAdmin || (!isGuest && isIn(world.owners));
  const reads = owns || (!isGuest && isIn(world.readers));
  const starts = owns || (world.starters === 'everyone' ? !isGuest : isIn(world.starters));
  const knowsFlow = reads || starts;

  const isStarter = who === world.starter;
  const isAsked = world.assignees.includes(who);
  const isConcerned = isStarter || reads || isAsked;

  const isListed = world.users.some((each) => each.who === who);
  const uses = who === world.maker || isListed || (world.users.length === 0 && !isGuest);
  const isOpen = world.state === 'open';
  const isHolder = who === world.assignee;
  const isDelegate = world.state === 'delegated' && who === world.delegate;
  const usesChat = uses || (isHolder && isOpen) || isDelegate;
  const isSender = who === world.maker;
  const sends = isSender || isAdmin;

  return {
    answers: {
      'GET flow': either(reads, knowsFlow),
      'GET flow/access': either(reads, knowsFlow),
      'GET flow/versions': either(reads, knowsFlow),
      'PUT flow': isAuthor ? either(owns, knowsFlow) : 403,
      'PUT flow/access': either(owns, knowsFlow),
      'POST flow/retire': either(owns, knowsFlow),
      'POST flow/restore': either(owns, knowsFlow),
      'POST flow/executions': either(starts, knowsFlow),
      'GET execution': either(isStarter || reads, false),
      'POST execution/retry': either(owns, isStarter || reads),
      'GET request': either(isConcerned, false),
      'POST request/nudge': either(isStarter || owns, false),
      'GET request/unanswered': either(isStarter || owns, false),
      'GET template': isAsked || isAdmin ? 'in' : 403,
      'PATCH notification/read': either(isAsked, false),
      'GET chat': either(usesChat || isAdmin, false),
      'GET chat/versions': either(usesChat || isAdmin, false),
      'GET chat/versions/1': either(usesChat || isAdmin, false),
      'GET chat/messages': either(usesChat, false),
      'PUT chat': either(sends, usesChat),
      'POST chat/retire': either(sends, usesChat),
      'POST chat/restore': either(sends, usesChat),
      'GET assignment': either(isHolder || sends, false),
      ...(world.isStarted && { 'GET log': either(isHolder, false), 'GET log/messages': either(isHolder, false) }),
      'GET sending': either(sends, false),
    },
    lists: {
      '/flows': knowsFlow,
      '/executions': isStarter || reads,
      '/user/notifications': isAsked,
      '/user/requests': isStarter,
      '/chats': usesChat,
      '/assignments': isHolder,
      '/assignments?direction=outbound': isSender,
      '/sendings': isSender,
      ...(world.isStarted && { '/logs': isHolder }),
    },
    seesUsers: isAdmin || (uses && !isGuest),
  };
}
