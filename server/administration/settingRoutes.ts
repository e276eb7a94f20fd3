import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { PostFailed, type Channel, type ChannelKind } from '../../contract/channel.ts';
import { ProviderView, SettingList, SettingsBody, TestMessageResult } from '../../contract/settings.ts';
import { check, failed, notFound, ProblemError } from '../foundation/errors.ts';
import { requireAdministrator, type Authenticate } from '../foundation/http/authenticate.ts';
import type { LiveSettings } from '../foundation/settings/liveSettings.ts';
import type { Settings } from '../foundation/settings/settings.ts';
import { REGISTRATION_SETTINGS } from '../people/identity/registrationSettings.ts';
import { toSettingView } from './settingView.ts';

interface Parts {
  authenticate: Authenticate;
  settings: Settings;
  live: Pick<LiveSettings, 'refresh'>;
  kinds: ReadonlyMap<string, Pick<ChannelKind, 'displayName'>>;
  channels: ReadonlyMap<string, Channel>;
}

const tags = ['administration'];
const byChannel = z.object({ channel: z.string().max(40) });

/** A wrong registration keeps everybody out, and a channel has a route of its own that changes one setting of it. */
const ELSEWHERE: readonly string[] = [...REGISTRATION_SETTINGS, 'notificationProviders'];

/** The settings of the installation (behaviour 2.9), for administrators. No secret is ever sent back. */
export const settingRoutes =
  ({ authenticate, settings, live, kinds, channels }: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    app.addHook('onRequest', authenticate);
    app.addHook('preHandler', requireAdministrator);

    async function list(): Promise<SettingList> {
      settings.forget(); // whoever looks here wants to see what is stored now
      const [described, providers] = await Promise.all([settings.describe(), settings.describeProviders()]);
      return {
        items: described.filter(({ name }) => name !== 'notificationProviders').map(toSettingView),
        providers: providers.map(({ channel, settings: own }) => ({
          channel,
          displayName: kinds.get(channel)!.displayName,
          isOpen: channels.has(channel),
          settings: own,
        })),
      };
    }

    app.get('/settings', { schema: { tags, response: { 200: SettingList } } }, list);

    app.patch(
      '/settings',
      { schema: { tags, body: SettingsBody, response: { 200: SettingList } } },
      async ({ caller, body }) => {
        const elsewhere = Object.keys(body).filter((name) => ELSEWHERE.includes(name));
        if (elsewhere.length > 0)
          throw failed(Object.fromEntries(elsewhere.map((name) => [name, check('settingElsewhere')])));
        await settings.change(body, { actor: caller.person.id, verifiedBy: 'session' });
        await live.refresh();
        return list();
      },
    );

    app.patch(
      '/settings/providers/:channel',
      { schema: { tags, params: byChannel, body: SettingsBody, response: { 200: ProviderView } } },
      async ({ caller, params: { channel }, body }) => {
        await settings.changeProvider(channel, body, caller.person.id);
        await live.refresh();
        return (await list()).providers.find((each) => each.channel === channel)!;
      },
    );

    app.post(
      '/settings/providers/:channel/test',
      { schema: { tags, params: byChannel, response: { 200: TestMessageResult } } },
      async ({ caller: { person }, params: { channel } }) => {
        if (!kinds.has(channel)) throw notFound('channel');
        const opened = channels.get(channel);
        if (!opened) throw new ProblemError('invalid_transition', 'This channel is off, or lacks a setting.');
        return opened.sendTest({ person }).then(
          () => ({ isSent: true, detail: null }),
          (error: unknown) => {
            if (!(error instanceof PostFailed)) throw error;
            return { isSent: false, detail: error.message };
          },
        );
      },
    );
  };
