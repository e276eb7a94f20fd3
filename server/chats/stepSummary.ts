import { cut } from './chatContext.ts';

const LONGEST_SUMMARY = 200;

/** The beginning of a step's text, for the timeline. */
export const summaryOf = (text: string): string =>
  text.length > LONGEST_SUMMARY ? `${cut(text, LONGEST_SUMMARY - 1)}…` : text;
