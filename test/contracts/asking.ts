import { NAMES } from '../bot/teams/teamsStage.ts';
import type { Driver, Entered, Key, SuiteStage } from './driver.ts';

const asked = (...keys: Key[]) => ({ users: keys.map((key) => NAMES[key]) });

export const FORM = {
  inputType: 'form',
  prompt: 'What happened to the printer?',
  variables: [
    { name: 'what', type: 'text', label: 'What happened', required: true, validation: { min: 5 } },
    { name: 'size', type: 'number', label: 'How many pages', required: true },
  ],
};

/** The suites' questions on a channel, and their results. */
export function asking(stage: SuiteStage, { channel, say }: Driver) {
  /** Asks on this channel only; the web inbox has every request. */
  async function ask(more: Record<string, unknown> = {}): Promise<string> {
    const channels = channel === 'web' ? [] : [channel];
    const request = await stage.ask({
      inputType: 'approval',
      prompt: 'May the printer be bought?',
      assignees: asked('grace', 'alan'),
      channels,
      ...more,
    });
    await stage.settle();
    return request;
  }
  const responsesTo = async (request: string): Promise<{ person: string; channel: string }[]> =>
    stage.services.ground.reader('responses').where({ request_id: request });
  const statusOf = async (request: string): Promise<string> =>
    (await stage.services.ground.reader('requests').where({ id: request }).first('status')).status;

  return {
    ask,
    responsesTo,
    statusOf,
    approve: (): Entered => ({ value: say('approval.approved') }),
    reject: (): Entered => ({ value: say('approval.rejected') }),
  };
}
