// cspell:disable
import { expect } from 'chai';
import { VARIABLE_NAMES } from '../../server/foundation/config.ts';
import { misspeltIn } from '../../server/foundation/misspeltRules.ts';

const SLIPS = {
  DATABSE_URL: 'DATABASE_URL',
  DATABASEURL: 'DATABASE_URL',
  DATA_DRI: 'DATA_DIR',
  HANDBAK_KEY: 'HANDBACK_KEY',
  HANDBACK_KEY_PREVOIUS: 'HANDBACK_KEY_PREVIOUS',
  DIRECTORY_CLIENTSECRETS: 'DIRECTORY_CLIENT_SECRET',
  PROT: 'PORT',
  TRUSTED_PROXY: 'TRUSTED_PROXIES',
  Public_Url: 'PUBLIC_URL',
};

describe('a variable with a typing error', () => {
  for (const [given, meant] of Object.entries(SLIPS))
    it(`is named: ${given}`, () => {
      expect(misspeltIn({ [given]: 'x' }, VARIABLE_NAMES)).to.deep.equal([
        `${given} is not a setting of Handback, and ${meant} is not set. Is that what it should be?`,
      ]);
      expect(misspeltIn({ [given]: 'x', [meant]: 'y' }, VARIABLE_NAMES)).to.deep.equal([]);
      expect(misspeltIn({ [given]: 'x', [meant]: '' }, VARIABLE_NAMES)).to.have.length(1);
    });

  it('is not seen in variables of others', () => {
    const others = [
      'PATH',
      'HOME',
      'HOSTNAME',
      'POST',
      'PORTS',
      'LANG',
      'TERM',
      'DATABASE',
      'CLIENT_KEY',
      'TZ',
      'SMTP_HOST',
    ];
    expect(misspeltIn(Object.fromEntries(others.map((name) => [name, 'x'])), VARIABLE_NAMES)).to.deep.equal([]);
  });
});
