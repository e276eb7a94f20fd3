import type { ChannelFacts } from '../../../contract/channel.ts';
import type { Message } from '../../../contract/messages.ts';
import type { Person } from '../../../contract/people.ts';
import type { Unit } from '../../foundation/database/unitOfWork.ts';

/** SQL about subjects of one kind, for statements that join the `table` of theirs. */
export interface SubjectSql {
  /** Where they are stored, each under an `id` that no subject of another kind has. */
  table: string;
  /** In whose turn people hear of it. */
  flowId: string;
  startedBy: string;
  /** Whether it still asks something of people at the instant `?`. */
  isOpen: string;
  /** How it stands for whom a copy is: a row of `deliveries`. */
  copy: {
    /** What has to be joined besides. */
    join: string;
    version: string;
    /** A `ShownState` */
    state: string;
    /** How many people it waits for, where copies say how many have answered; null elsewhere. */
    progressOf: string;
    /** Its copies are notices, which show something else with each version. */
    areNotices?: boolean;
    /** Leaves out what cannot have to be rewritten although its version is another; where in doubt it stays in. */
    mayBeOutdated: string;
  };
  /** When nobody needs to be told any more what a used token was for. */
  past: { join: string; where: string };
}

/** Something that messages are about, as `messages/` knows it: one object per kind, handed over by composition. */
export interface SubjectKind {
  /** Stored with each delivery. */
  name: string;
  sql: SubjectSql;
  /** What a person is to see of it now; null when it is none of theirs. */
  describe(subjectId: string, person: Person): Promise<Message | null>;
  /** Whom it is for in the order of their ids, those after `after` first. */
  recipients(subjectId: string, page: { after: string; limit: number }): Promise<Person[]>;
  recipient(subjectId: string, personId: string): Promise<Person | null>;
  /** The channels to try, in order, for somebody whom one could not reach. */
  fallbackOf(subjectId: string): Promise<string[]>;
  /** Until when a token of the subject may be used; null: it accepts none from this channel. */
  tokenExpiry(subjectId: string, channel: Pick<ChannelFacts, 'tokenPolicy'>): Promise<number | null>;
  /**
   * Takes an action that a notice about it has offered to this person, all of it inside the unit. Whether two come at
   * once is decided here: lock the row of the subject, and look again. Absent where its notices offer none.
   */
  act?(unit: Unit, taken: ActionTaken): Promise<'done' | 'not_offered'>;
}

/** What somebody does about a subject. */
export interface ActionTaken {
  subjectId: string;
  actionId: string;
  person: Person;
  /** What vouched for them there (behaviour 5.2); null: the channel does not say. */
  verifiedBy: string | null;
}

/** What stores need to know of a kind. */
export type StoredKind = Pick<SubjectKind, 'name' | 'sql'>;

/** A subject of any kind. */
export interface SubjectKey {
  kind: string;
  subjectId: string;
}

export interface Subjects {
  kinds: readonly SubjectKind[];
  /** @throws Error where no such kind was handed over: a newer server has stored it */
  of(kind: string): SubjectKind;
}

export function subjectsOf(kinds: readonly SubjectKind[]): Subjects {
  const byName = new Map(kinds.map((kind) => [kind.name, kind]));
  return {
    kinds,
    of(name) {
      const kind = byName.get(name);
      if (!kind) throw new Error(`This version knows no subjects of the kind ${name}.`);
      return kind;
    },
  };
}
