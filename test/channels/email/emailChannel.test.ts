import { expect } from 'chai';
import { VARIABLE_TYPES, type VariableType } from '../../../contract/variables.ts';
import type { Capability } from '../../../contract/channel.ts';
import { FREE_CALLS } from '../../support/limits.ts';
import { SMTP } from './support.ts';
import { emailKind, EmailSettings } from '../../../server/channels/email/emailChannel.ts';

const kind = emailKind(FREE_CALLS, SMTP);

/** Everything else has a native control. */
const FALLBACKS: Partial<Record<VariableType, Capability>> = {
  user: 'text',
  multiuser: 'text',
  group: 'text',
  multigroup: 'text',
  hierarchy: 'text',
  table: 'text',
  file: 'web_only',
  password: 'web_only',
  hidden: 'omitted',
};

describe('the e-mail channel', () => {
  it('can show every variable type as designed', () => {
    const wanted = Object.fromEntries(VARIABLE_TYPES.map((type) => [type, FALLBACKS[type] ?? 'native']));
    expect(kind.capabilities({})).to.deep.equal(wanted);
  });

  it('consumes its token with the answer and never rewrites', () => {
    expect(kind).to.include({ name: 'email', displayName: 'E-mail', tokenPolicy: 'with_answer', canRewrite: false });
  });

  it('accepts only settings that could work', () => {
    const isValid = (settings: object): boolean => EmailSettings.safeParse(settings).success;
    expect(
      [{}, { enabled: false, smtpUrl: 'smtps://user:pw@mail.test', from: 'Handback <a@b.test>' }].map(isValid),
    ).to.deep.equal([true, true]);
    const wrong = [
      { smtpUrl: 'https://mail.test' },
      { from: 'nobody' },
      { from: 'a@b.test\r\nBcc: c@d.test' },
      { more: 1 },
    ];
    expect(wrong.map(isValid)).to.deep.equal([false, false, false, false]);
  });
});
