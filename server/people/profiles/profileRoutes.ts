import type { FastifyPluginAsync } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { OwnProfile, ProfileBody, ProfileQuery, ShownProfile } from '../../../contract/profiles.ts';
import { requireMember, type Authenticate } from '../../foundation/http/authenticate.ts';
import { throwAsProblem } from '../directory/directory.ts';
import type { Profiles } from './profiles.ts';

interface Parts {
  authenticate: Authenticate;
  profiles: Pick<Profiles, 'own' | 'say' | 'refresh' | 'shown'>;
}

const NOTHING: OwnProfile = {
  jobTitle: null,
  department: null,
  language: null,
  timeZone: null,
  photo: null,
  syncedAt: null,
};

/** Profiles, for people themselves and for those who work with them (behaviour 5.3 B). */
export const profileRoutes =
  ({ authenticate, profiles }: Parts): FastifyPluginAsync =>
  async (scope) => {
    const app = scope.withTypeProvider<ZodTypeProvider>();
    app.addHook('onRequest', authenticate);
    app.setErrorHandler(throwAsProblem);
    const ofCaller = async (id: string): Promise<OwnProfile> => (await profiles.own(id)) ?? NOTHING;

    app.get('/me/profile', { schema: { response: { 200: OwnProfile } } }, ({ caller }) => ofCaller(caller.person.id));

    app.post(
      '/me/profile',
      { schema: { body: ProfileBody, response: { 200: OwnProfile } } },
      async ({ caller: { person }, body: { refresh, ...said } }) => {
        await profiles.say(person.id, said);
        if (refresh) await profiles.refresh(person.id);
        return ofCaller(person.id);
      },
    );

    app.get(
      '/directory/profiles',
      {
        onRequest: requireMember,
        schema: {
          querystring: ProfileQuery,
          response: { 200: z.object({ items: z.array(ShownProfile), nextCursor: z.null() }) },
        },
      },
      async ({ query }) => ({ items: await profiles.shown(query.ids), nextCursor: null }),
    );
  };
