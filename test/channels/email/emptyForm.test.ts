import { expect } from 'chai';
import { textOf } from './markup.ts';
import { aHost, aPageServer } from './support.ts';

describe('the response page sent without an answer', () => {
  it('names what is required at its fields, also if only blanks were typed', async () => {
    const why = { name: 'why', type: 'text', label: 'Why', required: true } as const;
    const sure = { name: 'sure', type: 'boolean', label: 'Sure', required: true } as const;
    const host = aHost([why, sure], { inputType: 'form' });
    const server = await aPageServer(host);
    try {
      for (const typed of ['', ' \n']) {
        const response = await server.post({ f_why: typed });
        const text = textOf(await response.text());
        expect(response.status).to.equal(422);
        expect(text).to.include('Why: Write an answer.').and.include('Sure: Choose yes or no.');
        expect(text).to.not.include('at least one of the questions');
      }
      expect(host.accepted).to.deep.equal([]);
    } finally {
      await server.close();
    }
  });
});
