/** What a card may be (behaviour 8 and the platform's own): bytes as UTF-8, characters as people count them. */
export const LIMITS = {
  /** Teams takes more from a bot; older clients and connectors do not. */
  cardBytes: 25_000,
  /** The schema that every Teams client draws. */
  version: '1.5',
  /** A list that is longer is searched by typing. */
  choices: 100,
  choiceCharacters: 120,
  /** Teams shows no more of what a search found. */
  matches: 15,
  /** Of all choices of a card together: at least so much, and more where there are few other fields, which take so much each. */
  choicesBytes: 9000,
  mostChoicesBytes: 17_000,
  fieldBytes: 1000,
  /** So few choices stand one below the other instead of in a dropdown. */
  expandedChoices: 5,
  buttonCharacters: 40,
  factCharacters: 120,
  outcomeFactCharacters: 80,
  /** A longer address is left to the web client. */
  linkCharacters: 300,
  headlineCharacters: 160,
  sentenceCharacters: 500,
  placeholderCharacters: 100,
  summaryErrors: 5,
  outcomeCharacters: 300,
  commentCharacters: 1000,
  noticeCharacters: 2000,
  noticeLines: 20,
  previewCharacters: 200,
  /** Teams shows at most six, and one of them leads to the web client. */
  buttons: 5,
} as const;

/** How much of everything a question's card shows: the first line of the table that fits into a card is taken. */
export interface Room {
  promptCharacters: number;
  promptLines: number;
  messages: number;
  messageCharacters: number;
  labelCharacters: number;
  hintCharacters: number;
  /** Of the value of a key figure. */
  factCharacters: number;
  /** Longer texts that were typed are not put back. */
  typedBytes: number;
}

const room = (
  [promptCharacters, promptLines]: [number, number],
  [messages, messageCharacters]: [number, number],
  [labelCharacters, hintCharacters, factCharacters]: [number, number, number],
  typedBytes: number,
): Room => ({
  promptCharacters,
  promptLines,
  messages,
  messageCharacters,
  labelCharacters,
  hintCharacters,
  factCharacters,
  typedBytes,
});

export const QUESTION_ROOMS: readonly Room[] = [
  room([4000, 40], [10, 300], [200, 500, 500], Infinity),
  room([2500, 30], [3, 200], [200, 300, 200], Infinity),
  room([1200, 15], [0, 0], [120, 150, 120], Infinity),
  room([600, 8], [0, 0], [80, 80, 80], Infinity),
  room([600, 8], [0, 0], [80, 80, 80], 3000),
  room([400, 6], [0, 0], [60, 60, 60], 300),
];

/** Without a form there is always room for so much. */
export const BARE_ROOM = room([1200, 20], [3, 200], [80, 80, 80], 0);

/** How many answers to the fields of a form its outcome shows. */
export const OUTCOME_ROOMS = [30, 20, 10] as const;

export const INBOX_ROOMS = [
  { items: 10, promptCharacters: 160 },
  { items: 6, promptCharacters: 120 },
  { items: 4, promptCharacters: 80 },
  { items: 2, promptCharacters: 80 },
] as const;

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value), 'utf8');

/** What is made of the first row that fits into a card; null when none does. */
export function firstThatFits<Row, Made>(rows: readonly Row[], make: (row: Row) => Made): Made | null {
  for (const row of rows) {
    const made = make(row);
    if (bytesOf(made) <= LIMITS.cardBytes) return made;
  }
  return null;
}
