import { z } from 'zod';
import type { Directory } from './directory.ts';
import type { GraphClient } from './graphClient.ts';
import { graphGroups, graphMemberships } from './graphGroups.ts';
import { graphPeople, graphProfiles } from './graphPeople.ts';

const Organization = z.object({ displayName: z.string().nullish() });

/** The directory, read through Microsoft Graph. Needs the permissions of behaviour 5.3 B, each call its own. */
export function createGraphDirectory(graph: GraphClient): Directory {
  const people = graphPeople(graph);
  return {
    ...people,
    ...graphProfiles(graph, people.personByAddress),
    ...graphGroups(graph),
    ...graphMemberships(graph),
    async organizationName() {
      const reading = { path: '/organization', query: { $select: 'displayName' }, permission: 'Organization.Read.All' };
      const organizations = await graph.all(Organization, reading).catch(() => null);
      return organizations?.[0]?.displayName ?? null;
    },
  };
}
