const grouped = new Intl.NumberFormat('en-GB');

export const counted = (count: unknown, one: string, many: string): string =>
  `${grouped.format(Number(count))} ${count === 1 ? one : many}`;

/** What words are filled in with: data, such as names and numbers, never sentences. */
export type Values = Record<string, string | number>;

/** What can be said, by its name. */
export type Catalogue = Record<string, (values: Values) => string>;

/** What checks say to the person who typed, in English; clients in other languages have words of their own per id. */
export const ENGLISH = {
  keyReused: () => 'This key was already used for a different request.',
  notAField: () => 'This is not a field of this form.',
  notFields: () => 'Send an object of field names and values.',
  atMostCharacters: ({ count }) => `Enter at most ${counted(count, 'character', 'characters')}.`,
  atLeastCharacters: ({ count }) => `Enter at least ${counted(count, 'character', 'characters')}.`,
  nothingAnswered: () => 'Answer at least one of the questions.',
  notDisplayable: () => 'Remove the characters that cannot be displayed.',
  pattern: () => 'Enter text in the format that is asked for.',
  text: () => 'Write an answer.',
  password: () => 'Enter a password.',
  option: () => 'Choose an option.',
  optionDisabled: () => 'Choose another option: this one cannot be chosen.',
  optionUnknown: () => 'Choose one of the options that are offered.',
  options: () => 'Choose at least one option.',
  optionTwice: () => 'Choose each option only once.',
  atLeastOptions: ({ count }) => `Choose at least ${counted(count, 'option', 'options')}.`,
  atMostOptions: ({ count }) => `Choose at most ${counted(count, 'option', 'options')}.`,
  number: () => 'Enter a number.',
  numberFrom: ({ min }) => `Enter a number of at least ${min}.`,
  numberTo: ({ max }) => `Enter a number of at most ${max}.`,
  multiple: ({ step }) => `Enter a multiple of ${step}.`,
  multipleAbove: ({ base, step }) => `Enter ${base}, or ${base} plus a multiple of ${step}.`,
  yesOrNo: () => 'Choose yes or no.',
  date: () => 'Enter a date.',
  dateUnknown: () => 'Enter a date that exists, as year-month-day (2026-03-31).',
  dateFrom: ({ min }) => `Enter a date on or after ${min}.`,
  dateTo: ({ max }) => `Enter a date on or before ${max}.`,
  datetime: () => 'Enter a date and a time.',
  datetimeFrom: ({ min }) => `Enter a date and time no earlier than ${min}.`,
  datetimeTo: ({ max }) => `Enter a date and time no later than ${max}.`,
  time: () => 'Enter a time as hours:minutes (14:30).',
  timeFrom: ({ min }) => `Enter a time no earlier than ${min}.`,
  timeTo: ({ max }) => `Enter a time no later than ${max}.`,
  person: () => 'Choose a person.',
  people: () => 'Choose at least one person.',
  atLeastPeople: ({ count }) => `Choose at least ${counted(count, 'person', 'people')}.`,
  atMostPeople: ({ count }) => `Choose at most ${counted(count, 'person', 'people')}.`,
  group: () => 'Choose a group.',
  groups: () => 'Choose at least one group.',
  atLeastGroups: ({ count }) => `Choose at least ${counted(count, 'group', 'groups')}.`,
  atMostGroups: ({ count }) => `Choose at most ${counted(count, 'group', 'groups')}.`,
  files: () => 'Choose at least one file.',
  atLeastFiles: ({ count }) => `Choose at least ${counted(count, 'file', 'files')}.`,
  atMostFiles: ({ count }) => `Choose at most ${counted(count, 'file', 'files')}.`,
  entries: () => 'Enter at least one entry.',
  entryText: () => 'Enter some text for every entry.',
  levels: ({ count }) => `Use at most ${count} levels.`,
  atLeastEntries: ({ count }) => `Enter at least ${counted(count, 'entry', 'entries')}.`,
  atMostEntries: ({ count }) => `Enter at most ${counted(count, 'entry', 'entries')}.`,
  rows: () => 'Enter at least one row.',
  row: () => 'Enter a row.',
  column: () => 'This is not a column of this table.',
  cell: () => 'Write something here.',
  atLeastRows: ({ count }) => `Enter at least ${counted(count, 'row', 'rows')}.`,
  atMostRows: ({ count }) => `Enter at most ${counted(count, 'row', 'rows')}.`,
  personUnknown: ({ names }) => `“${names}” was not found in the directory.`,
  groupUnknown: ({ names }) => `The group “${names}” was not found in the directory.`,
  flowOwner: () => 'Keep at least one owner.',
  flowOfGuest: ({ names }) => `${names} is a guest. Guests can only start flows.`,
  fileType: ({ field, types }) => `${field} accepts only ${types}.`,
  fileTooLarge: ({ mebibytes }) => `A file can have at most ${mebibytes} MiB.`,
  fileNotFetched: () => 'A file could not be fetched. Choose it again, or answer in the web client.',
  fileGone: () => 'A file is no longer there, or was never uploaded for this question. Choose it again.',
  fileAddress: ({ hosts }) => `Enter the https address of a file at ${hosts}.`,
  noFileField: () => 'This question has no such file field.',
  formValues: () => 'This question is a form: send its fields as values.',
  cursor: () => 'This cursor does not belong to this list.',
  tooManyUploads: () => 'You have uploaded many files without sending an answer. Answer first.',
  tooManyBytes: ({ mebibytes }) => `You can upload at most ${mebibytes} MiB a day. Try again tomorrow.`,
} as const satisfies Catalogue;

/** What a check has to say. */
export type CheckId = keyof typeof ENGLISH;

export const CHECK_IDS = Object.keys(ENGLISH) as CheckId[];
