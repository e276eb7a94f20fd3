import type { Knex } from 'knex';
import type { Subject } from '../messages/deliveries/subject.ts';
import type { Presenter } from './presenter.ts';
import { findRequest } from './requestStore.ts';

/** What a request tells about itself to the deliveries that bring it to people. */
export function requestSubject({ reader, presenter }: { reader: Knex; presenter: Presenter }): Subject {
  return {
    describe: (requestId, person) => presenter.present(requestId, person.id),
    async fallbackOf(requestId) {
      return (await findRequest(reader, requestId))?.body.fallback ?? [];
    },
    /** A question that asks for a proven identity takes no token that proves none (behaviour 5.2). */
    async tokenExpiry(requestId, channel) {
      const request = await findRequest(reader, requestId);
      if (!request || (request.body.requireIdentity && channel.tokenPolicy === 'with_answer')) return null;
      return request.expiresAt;
    },
  };
}
