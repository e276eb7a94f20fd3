import fc from 'fast-check';
import type { PromptBlock } from '../../contract/promptContent.ts';
import { asValue, readPrompt } from '../../server/requests/readPrompt.ts';

/** Pieces of prompts that all mean something in Markdown, some of them a lot. */
const piece = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      '\n',
      '\n\n',
      ' ',
      '**',
      '*',
      '`',
      '- ',
      '1. ',
      '   - ',
      '> ',
      '# ',
      '```\n',
      '~~~\n',
      '*a*b',
      '\\*',
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom(
      '[bank.example](https://evil.example) ',
      'https://a.example/x ',
      '<mailto:a@b.example>',
      '\n| a | b |\n|---|---|\n| 1 | **2** |\n',
    ),
  },
  { weight: 2, arbitrary: fc.nat(300).map((count) => '*a*b'.repeat(count)) },
  {
    weight: 1,
    arbitrary: fc
      .nat(80)
      .map((count) => `\n|${'a|'.repeat(9)}\n|${'-|'.repeat(9)}\n${`|${'x|'.repeat(9)}\n`.repeat(count)}\n`),
  },
  { weight: 1, arbitrary: fc.nat(400).map((count) => `\n\n${'- *item*\n'.repeat(count)}\n`) },
  { weight: 1, arbitrary: fc.nat(400).map((count) => `\n\n\`\`\`\n${'line\n'.repeat(count)}\`\`\`\n`) },
  {
    weight: 1,
    arbitrary: fc.nat(30).map((count) => `[${'long '.repeat(count)}](https://a.example/${'x'.repeat(count * 60)})`),
  },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }).map(asValue) },
);

/** A question's content from a Markdown prompt, with values in it. */
export const markedPrompt: fc.Arbitrary<{ prompt: string; content: PromptBlock[] }> = fc
  .array(piece, { maxLength: 40 })
  .map((pieces) => readPrompt(pieces.join('').slice(0, 20_000)))
  .map(({ text, content }) => ({ prompt: text, content }));
