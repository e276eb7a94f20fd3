import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { PostFailed } from '../../contract/channel.ts';
import { ProviderView, SettingsBody, TagHeaders, TestMessageResult } from '../../contract/settings.ts';
import { notFound, ProblemError } from '../foundation/errors.ts';
import { requireAdministrator, type Authenticate } from '../foundation/http/authenticate.ts';
import { entityTag } from '../foundation/http/entityTag.ts';
import type { LiveSettings } from '../foundation/settings/liveSettings.ts';
import { listSettings, type ListParts } from './settingView.ts';

interface Parts extends ListParts {
  authenticate: Authenticate;
  live: Pick<LiveSettings, 'refresh'>;
}

const tags = ['administration'];
const byChannel = z.object({ channel: z.string().max(40) });

/** The channels for asking people (behaviour 2.9): administrators configure and test them. */
export const providerRoutes =
  (parts: Parts): FastifyPluginAsyncZod =>
  async (app) => {
    const { authenticate, settings, live, kinds, channels } = parts;
    app.addHook('onRequest', authenticate);
    app.addHook('preHandler', requireAdministrator);

    app.patch(
      '/settings/providers/:channel',
      { schema: { tags, params: byChannel, headers: TagHeaders, body: SettingsBody, response: { 200: ProviderView } } },
      async ({ caller, params: { channel }, headers, body }, reply) => {
        await settings.changeProvider(channel, body, caller.person.id, headers['if-match']);
        await live.refresh();
        reply.header('etag', entityTag(await settings.version()));
        return (await listSettings(parts)).providers.find((each) => each.channel === channel)!;
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
            return { isSent: false, detail: error.message, detailSaid: error.said };
          },
        );
      },
    );
  };
