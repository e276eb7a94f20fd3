/** The sandbox's ports; 0 lets the system choose, for tests. */
export interface SandboxPorts {
  /** Identity provider and Graph. */
  identity: number;
  smtp: number;
  mailbox: number;
  /** Slack's Web API, and the page where people read and answer. */
  slack: number;
  slackPage: number;
  /** The first of the Teams clients. */
  teams: number;
}

export const FIXED_PORTS: SandboxPorts = {
  identity: 4400,
  smtp: 1025,
  mailbox: 1080,
  slack: 4410,
  slackPage: 4411,
  teams: 56_150,
};
const ANY: SandboxPorts = { identity: 0, smtp: 0, mailbox: 0, slack: 0, slackPage: 0, teams: 0 };

/**
 * The fixed ports or, with a base B: identity provider and Graph B, SMTP B+1, mailbox B+2, Slack B+3, its page
 * B+4, Teams clients from B+5. Base 0: any free port.
 * @throws Error with one line if the base is invalid
 */
export function sandboxPorts(base?: number | string): SandboxPorts {
  if (base === undefined || base === '') return FIXED_PORTS;
  const first = Number(base);
  if (first === 0) return ANY;
  if (!Number.isInteger(first) || first < 1024 || first > 65_000)
    throw new Error('SANDBOX_PORT_BASE must be a port number between 1024 and 65000');
  return {
    identity: first,
    smtp: first + 1,
    mailbox: first + 2,
    slack: first + 3,
    slackPage: first + 4,
    teams: first + 5,
  };
}

/** Turns the system's error for a busy port into a helpful one. @param setting the variable that moves the port */
export function explainBusyPort(error: unknown, service: string, port: number, setting = 'SANDBOX_PORT_BASE'): Error {
  if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') return error as Error;
  return new Error(`Port ${port} for ${service} is taken. Stop what uses it, or choose another with ${setting}.`);
}
