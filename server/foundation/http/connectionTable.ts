interface Entry {
  address: string | null;
  isProven: boolean;
  requests: number;
}

/**
 * The open connections of a server, and which of them must go when there are too many. Where there is no room the oldest
 * of those who wait goes, not the newcomer: whoever holds connections without using them loses them, and an honest
 * request is answered before anybody could push it out.
 */
export class ConnectionTable<Connection> {
  private readonly entries = new Map<Connection, Entry>();
  /** Those of whom nothing was read yet, by address, the first to come first. */
  private readonly newcomers = new Map<string, Set<Connection>>();
  /** Unproven connections without a request, by address, the longest waiting first. */
  private readonly waiting = new Map<string, Set<Connection>>();
  /** All others without a request. */
  private readonly resting = new Set<Connection>();

  /**
   * @param most connections in all
   * @param mostWaiting connections of one address that wait and were never used by somebody whom we know
   */
  constructor(
    private readonly most: number,
    private readonly mostWaiting: number,
  ) {}

  get size(): number {
    return this.entries.size;
  }

  /**
   * Somebody has connected. @param address null for a proxy that is trusted: only the bound in all holds for it
   * @returns who must be closed to make room; the newcomer itself where nobody else can
   */
  open(connection: Connection, address: string | null): Connection | null {
    let oldest: Connection | null = null;
    if (this.entries.size >= this.most) {
      oldest = this.longestWaiting() ?? connection;
      if (oldest === connection) return connection;
      this.closed(oldest);
    }
    this.entries.set(connection, { address, isProven: false, requests: 0 });
    if (address !== null) addTo(this.newcomers, address, connection);
    return oldest;
  }

  /**
   * What a newcomer may have brought with it has been read. Whoever has brought no whole request waits from now on.
   * @returns the longest waiting of its address, which must be closed, where too many wait
   */
  wait(connection: Connection): Connection | null {
    const entry = this.entries.get(connection);
    if (!entry || entry.requests > 0) return null;
    this.remove(connection, entry);
    this.list(connection, entry);
    const ofAddress = entry.address === null ? undefined : this.waiting.get(entry.address);
    if (!ofAddress || ofAddress.size <= this.mostWaiting) return null;
    const oldest = ofAddress.values().next().value!;
    this.closed(oldest);
    return oldest;
  }

  /** A whole request has come: nobody closes this connection until it is answered. */
  begin(connection: Connection): void {
    const entry = this.entries.get(connection);
    if (entry && entry.requests++ === 0) this.remove(connection, entry);
  }

  /** It was answered. */
  end(connection: Connection): void {
    const entry = this.entries.get(connection);
    if (entry && --entry.requests === 0) this.list(connection, entry);
  }

  /** Somebody whom we know has sent a request here. */
  prove(connection: Connection): void {
    const entry = this.entries.get(connection);
    if (!entry || entry.isProven) return;
    this.remove(connection, entry);
    entry.isProven = true;
    if (entry.requests === 0) this.list(connection, entry);
  }

  closed(connection: Connection): void {
    const entry = this.entries.get(connection);
    if (!entry) return;
    this.remove(connection, entry);
    this.entries.delete(connection);
  }

  private list(connection: Connection, { address, isProven }: Entry): void {
    if (isProven || address === null) this.resting.add(connection);
    else addTo(this.waiting, address, connection);
  }

  private remove(connection: Connection, { address }: Entry): void {
    this.resting.delete(connection);
    if (address === null) return;
    removeFrom(this.newcomers, address, connection);
    removeFrom(this.waiting, address, connection);
  }

  /** Of the address that holds most; one of whom nothing was read, or that was used before, only where nobody else waits. */
  private longestWaiting(): Connection | undefined {
    const those = largestOf(this.waiting) ?? largestOf(this.newcomers) ?? this.resting;
    return those.values().next().value;
  }
}

type ByAddress<Connection> = Map<string, Set<Connection>>;

function addTo<Connection>(all: ByAddress<Connection>, address: string, connection: Connection): void {
  all.set(address, (all.get(address) ?? new Set()).add(connection));
}

function removeFrom<Connection>(all: ByAddress<Connection>, address: string, connection: Connection): void {
  const ofAddress = all.get(address);
  ofAddress?.delete(connection);
  if (ofAddress?.size === 0) all.delete(address);
}

function largestOf<Connection>(all: ByAddress<Connection>): Set<Connection> | undefined {
  let largest: Set<Connection> | undefined;
  for (const each of all.values()) if (each.size > (largest?.size ?? 0)) largest = each;
  return largest;
}
