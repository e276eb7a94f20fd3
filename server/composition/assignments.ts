import { createAssignable } from '../assignments/assignable.ts';
import { createAssigning, type Assigning } from '../assignments/assigning.ts';
import { createAssignmentService, type AssignmentService } from '../assignments/assignmentService.ts';
import { findAssignment } from '../assignments/assignmentStore.ts';
import { standingIn } from '../assignments/assignmentRules.ts';
import { assignmentSubject } from '../assignments/assignmentSubject.ts';
import { createCancelling } from '../assignments/cancelling.ts';
import { createChanges, type Changes } from '../assignments/changes.ts';
import { createProgress } from '../assignments/progress.ts';
import { createRecurring } from '../assignments/recurring.ts';
import { createSend } from '../assignments/sending.ts';
import { createSweep } from '../assignments/sweep.ts';
import { createNoticeLoop } from '../assignments/noticeLoop.ts';
import type { LogService } from '../chats/logService.ts';
import type { StoredLog } from '../chats/logStore.ts';
import type { Engine } from '../flow/engine.ts';
import type { Administrators } from '../flow/flowStarters.ts';
import type { Loop } from '../foundation/schedule/loops.ts';
import type { SubjectKind } from '../messages/deliveries/subject.ts';
import type { Directory } from '../people/directory/directory.ts';
import type { Ground } from './ground.ts';

/** What chats and the engine need of assignments, which are created after them. */
export function composeProgress(ground: Ground) {
  const { signals, reader, now } = ground;
  let stopped: (logId: string) => void = () => {};
  const changes = createChanges({ signals, onStopped: (logId) => stopped(logId), now });
  return {
    changes,
    progress: createProgress(changes),
    onStopped: (listener: (logId: string) => void) => void (stopped = listener),
    async attemptOf({ id, assignmentId }: Pick<StoredLog, 'id' | 'assignmentId'>) {
      const found = await findAssignment(reader, assignmentId);
      return found ? standingIn(found, id, now()) : { state: 'over' as const, needsFlow: false };
    },
  };
}

export interface Assignments {
  assignments: AssignmentService;
  assigning: Assigning;
  changes: Changes;
  subject: SubjectKind;
  loops: Loop[];
}

interface Parts {
  directory: Directory;
  engine: Engine;
  logs: LogService;
  progress: ReturnType<typeof composeProgress>;
  administrators: Administrators;
  channelNames(): string[];
}

/** Chats that are assigned to people. */
export function composeAssignments(
  ground: Ground,
  { directory, engine, logs, progress, administrators, channelNames }: Parts,
): Assignments {
  const { changes, onStopped } = progress;
  const { config, signals } = ground;
  const assignable = createAssignable({ ...ground, directory, administrators });
  const parts = { ...ground, directory, assignable, engine, logs, changes };
  const send = createSend(ground);
  const assignments = createAssignmentService(parts);
  const sweep = createSweep(parts);
  const cancelling = createCancelling(parts);
  const noticeLoop = createNoticeLoop({ ...ground, channelNames });
  onStopped(() => sweep.poke());
  signals.subscribe({ changed: (topic) => topic === 'assignment' && noticeLoop.poke() });
  return {
    assignments,
    changes,
    assigning: createAssigning({ ...parts, send, onCancelled: cancelling.poke }),
    subject: assignmentSubject({ ...ground, assignments, publicUrl: config.publicUrl }),
    loops: [noticeLoop, sweep, cancelling, createRecurring({ ...parts, send })],
  };
}
