import type { Client } from '../support/product.ts';

interface Parameter {
  in: string;
  name: string;
  schema: { type?: string };
}

interface Described {
  paths: Record<string, { get?: { parameters?: Parameter[] } }>;
}

/** The query parameters that the API describes for reads without an id in their path, each with its path below `/api`. */
export async function queryParameters(client: Client): Promise<{ path: string; name: string; type?: string }[]> {
  const { body } = await client.call<Described>('GET', '/openapi.json');
  return Object.entries(body.paths)
    .filter(([path]) => !path.includes('{') && !path.includes('external-response'))
    .flatMap(([path, { get }]) =>
      (get?.parameters ?? [])
        .filter((each) => each.in === 'query')
        .map(({ name, schema }) => ({ path: path.replace(/^\/api/, ''), name, ...schema })),
    );
}
