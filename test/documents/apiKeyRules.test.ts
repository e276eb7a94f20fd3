import { expect } from 'chai';
import { apiKeyIn, createApiKey, hashOfApiKey, isApiKey } from '../../server/documents/apiKeyRules.ts';

describe('keys for scripts', () => {
  it('have 32 random bytes, and are known only by their hash', () => {
    const key = createApiKey();
    expect(Buffer.from(key.replace('handback_', ''), 'base64url')).to.have.length(32);
    expect(createApiKey()).not.to.equal(key);
    expect(hashOfApiKey(key))
      .to.match(/^[0-9a-f]{64}$/)
      .and.not.include(key);
    expect(isApiKey(key, hashOfApiKey(key))).to.equal(true);
    expect(isApiKey(`${key}x`, hashOfApiKey(key))).to.equal(false);
    expect(isApiKey(hashOfApiKey(key), hashOfApiKey(key))).to.equal(false);
  });

  it('do not exist until somebody creates one', () => {
    expect(isApiKey('', null)).to.equal(false);
    expect(isApiKey('handback_', null)).to.equal(false);
  });

  it('come in a header of their own form', () => {
    expect(apiKeyIn('ApiKey abc')).to.equal('abc');
    expect(apiKeyIn('apiKEY  abc')).to.equal('abc');
    for (const other of [undefined, '', 'Bearer abc', 'ApiKey', 'ApiKey ', 'ApiKey a b', `ApiKey ${'x'.repeat(201)}`])
      expect(apiKeyIn(other), other).to.equal(null);
  });
});
