import { ENGLISH_SPEECH, speechFor, type Speech } from '../../contract/speech.ts';
import { startSlack, type SandboxSlack } from '../../sandbox/slack/slack.ts';
import { readTenant } from '../../sandbox/tenant.ts';
import { useTeams, type TeamsStage } from '../bot/teams/teamsStage.ts';
import type { Stage, StageOptions } from '../scenarios/support.ts';
import type { Key, SuiteStage } from './driver.ts';

/** The whole product with all its channels and their counterparts. */
export type Everything = TeamsStage & SuiteStage & Readers & { slack: SandboxSlack };

interface Readers {
  /** The language of all assignees. */
  speech(): Speech;
  /** Switches their language in the directory and in Slack. */
  readIn(language: string): Promise<void>;
}

const PEOPLE = ['grace', 'alan', 'tim'] as const;
/** A rewrite waits for the previous one in its conversation, and for the loop. */
const ROUNDS = 4;
const ROUND_MS = 1500;
/** A little longer than directory results are cached. */
const DIRECTORY_MS = 6 * 60_000;

/** Lets the product process all pending updates of its copies. */
export const settling =
  (stage: Stage): SuiteStage['settle'] =>
  async () => {
    for (let round = 0; round < ROUNDS; round++) await stage.after(ROUND_MS);
  };

/** @param meets people whom the Teams bot meets first */
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
        await stage.slack.interactions.openHome(member); // any call teaches the app a person's language in Slack
      }
      await stage.after(DIRECTORY_MS);
    },
  });
}
