/** What the search service answers instead of doing what it was asked. */
export class SearchRefusal extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
    this.name = 'SearchRefusal';
  }
}
