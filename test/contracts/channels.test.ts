import { channelSuite } from './channelSuite.ts';
import { emailDriver } from './drivers/email.ts';
import { slackDriver } from './drivers/slack.ts';
import { teamsDriver } from './drivers/teams.ts';
import { webDriver } from './drivers/web.ts';
import { useEverything } from './everything.ts';

describe('every channel', function () {
  this.timeout(60_000);
  const stage = useEverything();
  stage.drivers = [webDriver, emailDriver, teamsDriver, slackDriver].map((driver) => driver(stage));

  for (const driver of stage.drivers) describe(driver.channel, () => channelSuite(stage, driver));
});
