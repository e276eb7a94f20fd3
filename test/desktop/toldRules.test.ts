import { expect } from 'chai';
import { hasMore, MOST_TOLD, newsOf, steadyNews } from '../../desktop/renderer/assignments/toldRules.ts';
import { told } from './support/assignmentSamples.ts';

const [sample] = told();
const unreadOnes = (...ids: string[]) => ids.map((id) => ({ ...sample!, id, isRead: false }));
const FEW = { inbound: 1, outbound: 1 };
const MANY = { inbound: 4, outbound: 60 };
const idsOf = (news: ReturnType<typeof newsOf>) => news?.items?.map(({ id }) => id);

describe('desktop/renderer/assignments/toldRules', () => {
  it('shows the latest unread notices while they are few', () => {
    const all = [{ ...sample!, id: 'read', isRead: true }, ...unreadOnes('a', 'b', 'c')];
    expect(idsOf(newsOf(FEW, all))).to.deep.equal(['a', 'b', 'c'].slice(0, MOST_TOLD));
    expect(newsOf(FEW, []), 'not loaded yet').to.equal(null);
    expect(newsOf({ inbound: 0, outbound: 0 }, [])).to.equal(null);
  });

  it('sums up many, and names their scopes', () => {
    expect(newsOf(MANY, [])).to.deep.include({ count: 64, scopes: ['inbound', 'outbound'], items: null });
    expect(newsOf({ inbound: 0, outbound: 3 }, [])).to.deep.include({ count: 3, scopes: ['outbound'], items: null });
  });

  it('keeps its height, whatever was read or has happened since', () => {
    const [one, two, many] = [newsOf(FEW, unreadOnes('a')), newsOf(FEW, unreadOnes('b', 'a')), newsOf(MANY, [])];
    expect(steadyNews(null, two)).to.equal(null);
    for (const news of [one, two, many, null]) expect(steadyNews(one, news)).to.equal(one);
    expect(steadyNews(many, newsOf({ inbound: 3, outbound: 0 }, []))).to.deep.include({ count: 3 });
    expect(steadyNews(many, one)).to.equal(many);
  });

  it('knows what is not shown yet', () => {
    const [one, two, many] = [newsOf(FEW, unreadOnes('a'))!, newsOf(FEW, unreadOnes('b', 'a'))!, newsOf(MANY, [])!];
    expect([hasMore(null, one), hasMore(one, two), hasMore(two, many)]).to.deep.equal([true, true, true]);
    expect([hasMore(one, one), hasMore(two, one), hasMore(many, one)]).to.deep.equal([false, false, false]);
  });
});
