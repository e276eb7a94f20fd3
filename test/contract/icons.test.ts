import { expect } from 'chai';
import { ICONS, iconOf, iconText, isUnknownIcon } from '../../contract/icons.ts';

describe('the icon of an option', () => {
  it('is one of ours by name, else the typed text, and nothing if the name is unknown', () => {
    expect(iconOf({ icon: 'truck' })).to.deep.equal({ name: 'truck' });
    expect(iconOf({ icon: '🌵' })).to.deep.equal({ emoji: '🌵' });
    expect(iconOf({ icon: '✓' })).to.deep.equal({ emoji: '✓' });
    for (const icon of [undefined, '', 'unicorn', 'Truck', 'constructor', 'a_b-1'])
      expect(iconOf({ icon }), icon).to.equal(null);
  });

  it('has an emoji for text-only channels', () => {
    expect(iconText({ icon: 'truck' })).to.equal('🚚 ');
    expect(iconText({ icon: '🌵' })).to.equal('🌵 ');
    expect(iconText({})).to.equal('');
    const emoji = Object.values(ICONS);
    expect(new Set(emoji).size).to.equal(emoji.length);
    for (const each of emoji) expect(each).to.match(/^\P{ASCII}+$/u);
  });

  it('is unknown if it looks like a name but is none', () => {
    expect(['unicorn', 'toString', 'truck', '🌵', '?!'].map(isUnknownIcon)).to.deep.equal([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});
