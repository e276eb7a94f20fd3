/** The limits of a card (behaviour 8 and the platform's own): bytes as UTF-8, characters as code points. */
export const LIMITS = {
  /** Teams accepts more from a bot, but older clients and connectors do not. */
  cardBytes: 25_000,
  /** The schema version that every Teams client supports. */
  version: '1.5',
  /** Longer lists are filtered by typing. */
  choices: 100,
  choiceCharacters: 120,
  /** The most search results that Teams shows. */
  matches: 15,
  /** The minimum budget for all choices of a card; more if there are few other fields, each of which takes some. */
  choicesBytes: 9000,
  mostChoicesBytes: 17_000,
  fieldBytes: 1000,
  /** Up to this many choices are listed instead of shown in a dropdown. */
  expandedChoices: 5,
  buttonCharacters: 40,
  factCharacters: 120,
  outcomeFactCharacters: 80,
  /** Longer URLs are only in the web client. */
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
  /** Teams shows at most six, one of which is the link to the web client. */
  buttons: 5,
} as const;

/** How much of everything a question's card shows; the first row of the table that fits is used. */
export interface Room {
  promptCharacters: number;
  promptLines: number;
  messages: number;
  messageCharacters: number;
  labelCharacters: number;
  hintCharacters: number;
  /** The most characters of a key figure's value. */
  factCharacters: number;
  /** Longer typed texts are not restored on the card. */
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

/** The room of a card without a form, which always fits. */
export const BARE_ROOM = room([1200, 20], [3, 200], [80, 80, 80], 0);

/** How many answers an outcome shows, and how much of each. */
export const OUTCOME_ROOMS = [
  { answers: 30, characters: 600, lines: 12 },
  { answers: 30, characters: 120, lines: 4 },
  { answers: 20, characters: 120, lines: 1 },
  { answers: 10, characters: 120, lines: 1 },
] as const;

export const INBOX_ROOMS = [
  { items: 10, promptCharacters: 160 },
  { items: 6, promptCharacters: 120 },
  { items: 4, promptCharacters: 80 },
  { items: 2, promptCharacters: 80 },
] as const;

export const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value), 'utf8');

/** The result for the first row that fits into a card; null if none does. */
export function firstThatFits<Row, Made>(rows: readonly Row[], make: (row: Row) => Made): Made | null {
  for (const row of rows) {
    const made = make(row);
    if (bytesOf(made) <= LIMITS.cardBytes) return made;
  }
  return null;
}
