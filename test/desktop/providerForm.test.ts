import { expect } from 'chai';
import type { ProviderView } from '../../contract/settings.ts';
import {
  isChangeable,
  providerLabel,
  providerSpecs,
  toProviderPatch,
} from '../../desktop/renderer/admin/providerForm.ts';
import type { Text } from '../../desktop/renderer/text.ts';

const text = ((id: string) => id) as Text;
const provider: ProviderView = {
  channel: 'slack',
  displayName: 'Slack',
  isOpen: true,
  settings: [
    { name: 'enabled', source: 'stored', isSecret: false, isSet: true, value: true, variable: null },
    { name: 'botToken', source: 'environment', isSecret: true, isSet: true, variable: 'SLACK_BOT_TOKEN' },
    { name: 'signingSecret', source: 'stored', isSecret: true, isSet: true, variable: null },
    { name: 'nativePickers', source: 'default', isSecret: false, isSet: false, variable: null },
    { name: 'from', source: 'stored', isSecret: false, isSet: true, value: 'us', variable: null },
  ],
};

describe('desktop/renderer/admin: the form of a channel', () => {
  it('asks for what the environment does not set, and never shows a secret', () => {
    expect(providerSpecs(provider, text)).to.deep.equal([
      {
        name: 'signingSecret',
        type: 'password',
        label: 'admin.provider.signingSecret',
        description: 'admin.provider.keepSecret',
      },
      { name: 'nativePickers', type: 'boolean', label: 'admin.provider.nativePickers', default: false },
      { name: 'from', type: 'text', label: 'admin.provider.from', default: 'us' },
    ]);
    expect(providerLabel('colour', text)).to.equal('colour');
    const { settings } = provider;
    expect(isChangeable({ ...provider, settings: settings.slice(0, 2) })).to.equal(false);
  });

  it('keeps a secret that was left empty, and clears other empty fields', () => {
    expect(toProviderPatch(provider, { nativePickers: true })).to.deep.equal({ nativePickers: true, from: null });
    expect(toProviderPatch(provider, { signingSecret: 'new', nativePickers: true, from: 'you' })).to.deep.equal({
      signingSecret: 'new',
      nativePickers: true,
      from: 'you',
    });
  });

  it('sends nothing that is unchanged', () => {
    expect(toProviderPatch(provider, { nativePickers: false, from: 'us' })).to.deep.equal({});
    expect(toProviderPatch(provider, { nativePickers: false, from: 'you' })).to.deep.equal({ from: 'you' });
    expect(toProviderPatch(provider, { signingSecret: 'new', nativePickers: false, from: 'us' })).to.deep.equal({
      signingSecret: 'new',
    });
  });
});
