/** Identifies a log: the person's own one in a chat, or one of an assignment. */
export interface LogPlace {
  chatId: string;
  logId: string | null;
}
