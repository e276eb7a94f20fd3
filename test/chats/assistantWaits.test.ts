import { expect } from 'chai';
import { forEachDatabase } from '../support/databases.ts';
import { DONE, piece, refuses, says, streams, type Behaviour } from '../support/llmEndpoint.ts';
import { ASSISTED, logOf, make, useAssistants, write } from './conversation.ts';

forEachDatabase((database, openUrl) =>
  describe(`People who wait for an assistant, on ${database}`, () => {
    const { stage, endpoint } = useAssistants({ openUrl });

    const halves: Behaviour = (response) => void streams(response).end(piece('Half \ud83d', 'length') + DONE);
    const strange: [string, Behaviour, RegExp][] = [
      ['a refusal with NUL', refuses(400, { message: 'No\0.' }), /status 400: “No\ufffd”/],
      ['a refusal cut within a character', refuses(400, { message: `${'x'.repeat(299)}👋` }), /x”\.$/],
      ['half a character', halves, /^Half \ufffd$/],
      ['nothing but direction characters', says('\u202e\u202d'), /empty answer/],
    ];
    for (const [what, behaviour, text] of strange)
      it(`are told what an endpoint says that cannot be stored as it is: ${what}`, async () => {
        endpoint().behave(behaviour);
        const chat = (await make(stage.tim, ASSISTED)).id;
        const { answerId } = await write(stage.tim, chat, 'Hi');
        const [, answer] = await logOf(stage.tim, chat, 2);
        expect(answer!.id).to.equal(answerId);
        expect(answer!.content).to.match(text);
      });
  }),
);
