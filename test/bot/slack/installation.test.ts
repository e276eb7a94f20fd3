import { expect } from 'chai';
import { isForInstallation } from '../../../bot/slack/installation.ts';

describe('a Slack call must be for the installed app', () => {
  const OWN = { teamId: 'T1', enterpriseId: null, isOrgWide: false, appId: 'A1' };
  const IN_GRID = { ...OWN, enterpriseId: 'E1' };
  const ORG_WIDE = { ...IN_GRID, teamId: null, isOrgWide: true };
  const CASES: [name: string, body: object, own: typeof OWN | typeof IN_GRID | typeof ORG_WIDE, is: boolean][] = [
    ['a press in its workspace', { api_app_id: 'A1', team: { id: 'T1' }, enterprise: null }, OWN, true],
    ['an event in its workspace', { api_app_id: 'A1', team_id: 'T1' }, OWN, true],
    ['a call that names nothing', { type: 'x' }, OWN, true],
    ['another app', { api_app_id: 'A2', team: { id: 'T1' } }, OWN, false],
    ['another workspace', { api_app_id: 'A1', team: { id: 'T2' } }, OWN, false],
    ['an event in another workspace', { api_app_id: 'A1', team_id: 'T2' }, OWN, false],
    [
      "another workspace's event that is addressed to it",
      { team_id: 'T2', authorizations: [{ team_id: 'T1' }] },
      OWN,
      true,
    ],
    ['an event addressed to others', { team_id: 'T2', authorizations: [{ team_id: 'T3' }, null] }, OWN, false],
    ['a press in its grid without a workspace', { team: null, enterprise: { id: 'E1' } }, IN_GRID, true],
    ['a press in another grid without a workspace', { team: null, enterprise: { id: 'E2' } }, IN_GRID, false],
    ['a press in any workspace of the grid', { team: { id: 'T7' }, enterprise: { id: 'E1' } }, ORG_WIDE, true],
    ['a press in a workspace of another grid', { team: { id: 'T7' }, enterprise: { id: 'E2' } }, ORG_WIDE, false],
    [
      "another grid's event that is addressed to it",
      { enterprise_id: 'E2', authorizations: [{ enterprise_id: 'E1' }] },
      { ...ORG_WIDE, enterpriseId: 'E1' },
      true,
    ],
  ];
  for (const [name, body, own, is] of CASES)
    it(`${is ? 'takes' : 'refuses'} ${name}`, () => {
      expect(isForInstallation(body as Record<string, unknown>, own)).to.equal(is);
    });
});
