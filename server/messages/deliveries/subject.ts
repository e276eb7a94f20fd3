import type { ChannelFacts } from '../../../contract/channel.ts';
import type { Message } from '../../../contract/messages.ts';
import type { Person } from '../../../contract/people.ts';
import type { Unit } from '../../foundation/database/unitOfWork.ts';

/** SQL for subjects of one kind, for statements that join its `table`. */
export interface SubjectSql {
  /** Their table; each `id` is unique across all kinds. */
  table: string;
  /** The flow and starter whose fair share the messages count for. */
  flowId: string;
  startedBy: string;
  /** Whether it is still open at the instant `?`. */
  isOpen: string;
  /** The state of the subject for the recipient of a copy, a row of `deliveries`. */
  copy: {
    /** Further joins. */
    join: string;
    version: string;
    /** A `ShownState` */
    state: string;
    /** How many people it waits for, if copies show how many have answered; otherwise null. */
    progressOf: string;
    /** Its copies are notices, whose content changes with each version. */
    areNotices?: boolean;
    /** Excludes copies that need no rewrite although the version differs; may include too many. */
    mayBeOutdated: string;
  };
  /** When a used token no longer needs to say what it was for. */
  past: { join: string; where: string };
}

/** A kind of thing that messages are about, as `messages/` sees it. Composition hands over one object per kind. */
export interface SubjectKind {
  /** Stored with each delivery. */
  name: string;
  sql: SubjectSql;
  /** What a person sees of it now; null if it is not theirs. */
  describe(subjectId: string, person: Person): Promise<Message | null>;
  /** Its recipients ordered by id, starting after `after`. */
  recipients(subjectId: string, page: { after: string; limit: number }): Promise<Person[]>;
  recipient(subjectId: string, personId: string): Promise<Person | null>;
  /** When the addresses of a recipient were read from the directory, at the latest; absent: long ago. */
  namedAt?(subjectId: string, personId: string): Promise<number>;
  /** The fallback channels, in order, for a recipient whom a channel could not reach. */
  fallbackOf(subjectId: string): Promise<string[]>;
  /** When a token of the subject expires; null: it accepts none from this channel. */
  tokenExpiry(subjectId: string, channel: Pick<ChannelFacts, 'tokenPolicy'>): Promise<number | null>;
  /**
   * Takes an action that a notice about it offered to this person, entirely inside the unit. It must handle concurrent
   * calls: lock the subject's row, then check again. Absent if its notices offer no actions.
   */
  act?(unit: Unit, taken: ActionTaken): Promise<'done' | 'not_offered'>;
}

/** An action that a person takes on a subject. */
export interface ActionTaken {
  subjectId: string;
  actionId: string;
  person: Person;
  /** How the channel verified the person (behaviour 5.2); null: unknown. */
  verifiedBy: string | null;
}

/** The part of a kind that stores need. */
export type StoredKind = Pick<SubjectKind, 'name' | 'sql'>;

/** A subject of any kind. */
export interface SubjectKey {
  kind: string;
  subjectId: string;
}

export interface Subjects {
  kinds: readonly SubjectKind[];
  /** @throws Error for an unknown kind, stored by a newer server */
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
