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
        .describe('discovery document, where the authority is not to be asked (sandbox)'),
      apiScope: z.string(),
      searchScope: z
        .string()
        .nullable()
        .describe('behaviour 5.3 D: a token for it goes beside the other with each search; null: none is needed'),
      scopeFallbacks: z
        .array(z.array(z.string()))
        .describe('behaviour 5.3 A: asked in this order until one is granted'),
    }),
    documents: z
      .object({
        graph: z.string().describe('origin of Microsoft Graph'),
        drive: z.boolean().describe('files may go into the own drive'),
        libraries: z.boolean().describe('document libraries may be looked through'),
      })
      .nullable()
      .describe('behaviour 5.3 A: what the client asks Microsoft Graph itself; null: nothing'),
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
