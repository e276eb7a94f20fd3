interface Entry {
  address: string | null;
  isProven: boolean;
  requests: number;
}

/**
 * The open connections of a server, and which to close when there are too many. To make room, the oldest waiting
 * connection is closed, not the new one: connections that are held unused get lost, and an honest request is answered
 * before anyone can push it out.
 */
export class ConnectionTable<Connection> {
  private readonly entries = new Map<Connection, Entry>();
  /** Connections nothing has been read from yet, by address, oldest first. */
  private readonly newcomers = new Map<string, Set<Connection>>();
  /** Unproven connections without a request, by address, longest-waiting first. */
  private readonly waiting = new Map<string, Set<Connection>>();
  /** All other connections without a request. */
  private readonly resting = new Set<Connection>();

  /**
   * @param most connections in total
   * @param mostWaiting connections of one address that wait and have never carried an authenticated request
   */
  constructor(
    private readonly most: number,
    private readonly mostWaiting: number,
  ) {}

  get size(): number {
    return this.entries.size;
  }

  /**
   * A client has connected. @param address null for a trusted proxy, for which only the total limit applies
   * @returns the connection to close to make room: the new one itself if no other can be closed
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
   * The first bytes of a new connection have been read. From now on it counts as waiting, unless it brought a whole
   * request.
   *
   * @returns the longest-waiting connection of its address, which must be closed, if too many wait
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

  /** A whole request has arrived: the connection stays open until it is answered. */
  begin(connection: Connection): void {
    const entry = this.entries.get(connection);
    if (entry && entry.requests++ === 0) this.remove(connection, entry);
  }

  /** The request was answered. */
  end(connection: Connection): void {
    const entry = this.entries.get(connection);
    if (entry && --entry.requests === 0) this.list(connection, entry);
  }

  /** An authenticated caller has sent a request on this connection. */
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

  /** Chosen from the address with the most waiting connections; unread and resting ones only if none is waiting. */
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
