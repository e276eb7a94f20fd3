import { expect } from 'chai';
import { hasAskLimits, refusalToAsk } from '../../server/requests/askRules.ts';
import { UNLIMITED } from '../../server/foundation/limits.ts';

const asked = (people: number, perPerson: Record<string, number> = {}) => ({
  people,
  perPerson: new Map(Object.entries(perPerson)),
});

describe('whether people may be asked', () => {
  const limits = { peopleAskedPerHour: 10, questionsToOnePersonPerHour: 2 };

  it('depends on how many people were asked within the hour', () => {
    expect(refusalToAsk(['a', 'b'], [asked(5), asked(3)], limits)).to.equal(null);
    expect(refusalToAsk(['a', 'b'], [asked(5), asked(4)], limits)).to.deep.equal({ limit: 'peopleAskedPerHour' });
  });

  it('depends on how often each was asked', () => {
    const counts = [asked(1, { grace: 1 }), asked(1, { alan: 1 })];
    expect(refusalToAsk(['grace', 'alan'], counts, limits)).to.equal(null);
    expect(refusalToAsk(['alan', 'grace'], [...counts, asked(1, { grace: 1 })], limits)).to.deep.equal({
      limit: 'questionsToOnePersonPerHour',
      person: 'grace',
    });
  });

  it('is checked only if there is a limit', () => {
    const none = { peopleAskedPerHour: UNLIMITED, questionsToOnePersonPerHour: UNLIMITED };
    expect([hasAskLimits(none), hasAskLimits(limits)]).to.deep.equal([false, true]);
    expect(hasAskLimits({ ...none, questionsToOnePersonPerHour: 1 })).to.equal(true);
  });
});
