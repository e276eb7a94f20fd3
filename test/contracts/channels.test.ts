import { createErrands } from '../support/errands.ts';
import { actionSuite, errandsOn } from './actionSuite.ts';
import { assignmentSuite } from './assignmentSuite.ts';
import { channelSuite } from './channelSuite.ts';
import { emailDriver } from './drivers/email.ts';
import { slackDriver } from './drivers/slack.ts';
import { teamsDriver } from './drivers/teams.ts';
import { webDriver } from './drivers/web.ts';
import { outcomeSuite } from './outcomeSuite.ts';
import { forgedActions } from './forgedActions.ts';
import { useEverything, type Everything } from './everything.ts';

describe('every channel', function () {
  this.timeout(60_000);
  const errands = errandsOn(() => stage);
  const stage: Everything = useEverything({ subjects: errands.subjects }, []);
  before(async () => {
    await createErrands(stage.services.ground.database.writer);
    await errands.meet();
    await stage.meet('grace', 'alan', 'tim');
  });
  stage.drivers = [webDriver, emailDriver, teamsDriver, slackDriver].map((driver) => driver(stage));

  describe('actions that no notice has offered', () => forgedActions(stage));
  for (const driver of stage.drivers)
    describe(driver.channel, () => {
      channelSuite(stage, driver);
      if (driver.noticeOf) describe('an action of a notice', () => actionSuite(stage, driver));
      if (driver.noticeOf) describe('an assignment', () => assignmentSuite(stage, driver));
    });

  describe('for a German reader', () => {
    before(() => stage.readIn('de-AT'));
    for (const driver of stage.drivers.filter(({ channel }) => channel !== 'web'))
      describe(driver.channel, () => outcomeSuite(stage, driver));
  });
});
