/** Which log: the person's own one of a chat, or one of an assignment. */
export interface LogPlace {
  chatId: string;
  logId: string | null;
}
