import { expect } from 'chai';
import { hasAskLimits, refusalToAsk } from '../../server/requests/askRules.ts';
import { UNLIMITED } from '../../server/foundation/limits.ts';

const byAda = (...people: string[]) => ({ starterId: 'ada', people });
const asked = (people: number, perPerson: Record<string, number> = {}) => ({
  people,
  perPerson: new Map(Object.entries(perPerson)),
});

describe('whether people may be asked', () => {
  const limits = { peopleAskedPerHour: 10, questionsToOnePersonPerHour: 2 };

  it('depends on how many people were asked within the hour', () => {
    expect(refusalToAsk(byAda('a', 'b'), [asked(5), asked(3)], limits)).to.equal(null);
    expect(refusalToAsk(byAda('a', 'b'), [asked(5), asked(4)], limits)).to.deep.equal({ limit: 'peopleAskedPerHour' });
  });

  it('depends on how often each was asked', () => {
    const counts = [asked(1, { grace: 1 }), asked(1, { alan: 1 })];
    expect(refusalToAsk(byAda('grace', 'alan'), counts, limits)).to.equal(null);
    expect(refusalToAsk(byAda('alan', 'grace'), [...counts, asked(1, { grace: 1 })], limits)).to.deep.equal({
      limit: 'questionsToOnePersonPerHour',
      person: 'grace',
    });
  });

  it('does not depend on how often people were asked by themselves, as in a quiz', () => {
    const counts = [asked(1, { ada: 1 }), asked(1, { ada: 1 })];
    expect(refusalToAsk(byAda('ada'), counts, limits)).to.equal(null);
    expect(refusalToAsk({ starterId: 'grace', people: ['ada'] }, counts, limits)).to.include({ person: 'ada' });
    expect(refusalToAsk(byAda('ada'), [asked(10)], limits)).to.deep.equal({ limit: 'peopleAskedPerHour' });
  });

  it('is checked only if there is a limit', () => {
    const none = { peopleAskedPerHour: UNLIMITED, questionsToOnePersonPerHour: UNLIMITED };
    expect([hasAskLimits(none), hasAskLimits(limits)]).to.deep.equal([false, true]);
    expect(hasAskLimits({ ...none, questionsToOnePersonPerHour: 1 })).to.equal(true);
  });
});
