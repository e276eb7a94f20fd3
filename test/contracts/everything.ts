import { ENGLISH_SPEECH, speechFor, type Speech } from '../../contract/speech.ts';
import { startSlack, type SandboxSlack } from '../../sandbox/slack/slack.ts';
import { readTenant } from '../../sandbox/tenant.ts';
import { useTeams, type TeamsStage } from '../bot/teams/teamsStage.ts';
import type { Stage, StageOptions } from '../scenarios/support.ts';
import type { Key, SuiteStage } from './driver.ts';

/** The whole product with all of its channels, and everything that they reach. */
export type Everything = TeamsStage & SuiteStage & Readers & { slack: SandboxSlack };

interface Readers {
  /** The language of everybody who is asked. */
  speech(): Speech;
  /** From now on they read another one, which the directory tells, and Slack. */
  readIn(language: string): Promise<void>;
}

const PEOPLE = ['grace', 'alan', 'tim'] as const;
/** A rewrite waits for the one before it in its conversation, and for the loop to come by. */
const ROUNDS = 4;
const ROUND_MS = 1500;
/** How long the directory's answers are kept, and a little more. */
const DIRECTORY_MS = 6 * 60_000;

/** Lets the product do all that there is to do for its copies. */
export const settling =
  (stage: Stage): SuiteStage['settle'] =>
  async () => {
    for (let round = 0; round < ROUNDS; round++) await stage.after(ROUND_MS);
  };

/** @param meets whom the bot in Teams meets before anything else */
export function useEverything(options: StageOptions = {}, meets: readonly Key[] = PEOPLE): Everything {
  const ports = { slack: 0 };
  before(async () => {
    stage.slack = await startSlack({
      tenant: readTenant(),
      ports: { slack: 0, slackPage: 0 },
      productUrl: () => stage.product.url,
      now: () => stage.now(),
    });
    ports.slack = Number(new URL(stage.slack.url).port);
  });
  const stage = useTeams({ ...options, sandboxOptions: { ports } }) as Everything;
  before(() => stage.meet(...meets));
  after(() => stage.slack?.close());
  let speech = ENGLISH_SPEECH;
  return Object.assign(stage, {
    settle: settling(stage),
    speech: () => speech,
    async readIn(language: string) {
      speech = speechFor(language);
      for (const key of PEOPLE) {
        stage.product.sandbox.tenant.people.find((person) => person.key === key)!.preferredLanguage = language;
        const member = stage.slack.member(key);
        member.locale = language;
        await stage.slack.interactions.openHome(member); // Slack tells it of whoever does something
      }
      await stage.after(DIRECTORY_MS);
    },
  });
}
