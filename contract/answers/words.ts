const grouped = new Intl.NumberFormat('en-GB');

export const counted = (count: unknown, one: string, many: string): string =>
  `${grouped.format(Number(count))} ${count === 1 ? one : many}`;

/** What words are filled in with: data, such as names and numbers, never sentences. */
export type Values = Record<string, string | number>;

/** What can be said, by its name. */
export type Catalogue = Record<string, (values: Values) => string>;

/** What checks say to the person who typed, in English; clients in other languages have words of their own per id. */
export const ENGLISH = {
  keyReused: () => 'This key was sent before, with something else.',
  notAField: () => 'This is not a field of this form.',
  notFields: () => 'Send an object of field names and values.',
  atMostCharacters: ({ count }) => `Enter at most ${counted(count, 'character', 'characters')}.`,
  atLeastCharacters: ({ count }) => `Enter at least ${counted(count, 'character', 'characters')}.`,
  notDisplayable: () => 'Remove the characters that cannot be displayed.',
  pattern: () => 'Enter a text of the form that is asked for.',
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
  multipleAbove: ({ base, step }) => `Enter ${base} or a number that is a multiple of ${step} above it.`,
  yesOrNo: () => 'Choose yes or no.',
  date: () => 'Enter a date.',
  dateUnknown: () => 'Enter a date that exists, as year-month-day (2026-03-31).',
  dateFrom: ({ min }) => `Enter a date from ${min} on.`,
  dateTo: ({ max }) => `Enter a date of ${max} at the latest.`,
  datetime: () => 'Enter a date and a time.',
  datetimeFrom: ({ min }) => `Enter a date and time from ${min} on.`,
  datetimeTo: ({ max }) => `Enter a date and time of ${max} at the latest.`,
  time: () => 'Enter a time as hours:minutes (14:30).',
  timeFrom: ({ min }) => `Enter a time from ${min} on.`,
  timeTo: ({ max }) => `Enter a time of ${max} at the latest.`,
  person: () => 'Name a person.',
  people: () => 'Name at least one person.',
  atLeastPeople: ({ count }) => `Name at least ${counted(count, 'person', 'people')}.`,
  atMostPeople: ({ count }) => `Name at most ${counted(count, 'person', 'people')}.`,
  group: () => 'Name a group.',
  groups: () => 'Name at least one group.',
  atLeastGroups: ({ count }) => `Name at least ${counted(count, 'group', 'groups')}.`,
  atMostGroups: ({ count }) => `Name at most ${counted(count, 'group', 'groups')}.`,
  files: () => 'Choose at least one file.',
  atLeastFiles: ({ count }) => `Choose at least ${counted(count, 'file', 'files')}.`,
  atMostFiles: ({ count }) => `Choose at most ${counted(count, 'file', 'files')}.`,
  entries: () => 'Enter at least one entry.',
  entryText: () => 'Give every entry a text.',
  levels: ({ count }) => `Use at most ${count} levels.`,
  atLeastEntries: ({ count }) => `Enter at least ${counted(count, 'entry', 'entries')}.`,
  atMostEntries: ({ count }) => `Enter at most ${counted(count, 'entry', 'entries')}.`,
  rows: () => 'Enter at least one row.',
  row: () => 'Enter a row.',
  column: () => 'This is not a column of this table.',
  cell: () => 'Write something here.',
  atLeastRows: ({ count }) => `Enter at least ${counted(count, 'row', 'rows')}.`,
  atMostRows: ({ count }) => `Enter at most ${counted(count, 'row', 'rows')}.`,
  personUnknown: ({ names }) => `The directory knows no person “${names}”.`,
  groupUnknown: ({ names }) => `The directory knows no group “${names}”.`,
  flowOwner: () => 'Keep at least one owner.',
  flowOfGuest: ({ names }) => `${names} is a guest: guests can start a flow, and no more.`,
  fileType: ({ field, types }) => `${field} takes ${types} only.`,
  fileTooLarge: ({ mebibytes }) => `A file may have ${mebibytes} MiB at most.`,
  fileGone: () => 'A file was not uploaded here, or has gone. Choose it again.',
  fileAddress: ({ hosts }) => `Give the https address of a file at ${hosts}.`,
  noFileField: () => 'This question has no such field for files.',
  formValues: () => 'This question is a form: send its fields as values.',
  cursor: () => 'This cursor does not belong to this list.',
  tooManyUploads: () => 'You have uploaded many files without sending an answer. Answer first.',
  tooManyBytes: ({ mebibytes }) => `You can upload ${mebibytes} MiB a day at most. Try again tomorrow.`,
} as const satisfies Catalogue;

/** What a check has to say. */
export type CheckId = keyof typeof ENGLISH;

export const CHECK_IDS = Object.keys(ENGLISH) as CheckId[];

/** The words for what a check has to say; they must not throw. */
export type Say = (id: CheckId, values?: Values) => string;

export const sayInEnglish: Say = (id, values = {}) => ENGLISH[id](values);
