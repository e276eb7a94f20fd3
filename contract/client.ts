import { z } from 'zod';

/** `GET /client-config`, public: what a client needs to sign in. */
export const ClientConfig = z
  .object({
    mode: z.enum(['sandbox', 'tenant']),
    version: z.string(),
    auth: z.object({
      clientId: z.string(),
      tenantId: z.string(),
      authority: z.string(),
      knownAuthorities: z.array(z.string()),
      authorityMetadata: z
        .string()
        .nullable()
        .describe('discovery document that replaces a request to the authority (sandbox)'),
      apiScope: z.string(),
      searchScope: z
        .string()
        .nullable()
        .describe('behaviour 5.3 D: each search also sends a token for this scope; null: none is needed'),
      scopeFallbacks: z
        .array(z.array(z.string()))
        .describe('behaviour 5.3 A: requested in this order until one is granted'),
    }),
    documents: z
      .object({
        graph: z.string().describe('origin of Microsoft Graph'),
        drive: z.boolean().describe('files may be put into the own drive'),
        libraries: z.boolean().describe('document libraries may be browsed'),
      })
      .nullable()
      .describe('behaviour 5.3 A: what the client requests from Microsoft Graph itself; null: nothing'),
    links: z.object({ mailbox: z.string().nullable().describe('the sandbox mailbox page') }),
    features: z.object({
      email: z.boolean(),
      assistant: z.boolean().describe('a language model is configured'),
      search: z.boolean().describe('there are documents to search'),
      channels: z.array(z.string()).describe('the channels that are configured'),
    }),
    minimumDesktopVersion: z.string(),
  })
  .meta({ id: 'ClientConfig' });
export type ClientConfig = z.infer<typeof ClientConfig>;
