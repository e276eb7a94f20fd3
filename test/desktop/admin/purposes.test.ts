import { expect } from 'chai';
import { purposeOf } from '../../../desktop/renderer/admin/purposes.ts';
import { DELEGATED_PERMISSIONS, SERVER_PERMISSIONS } from '../../../server/people/identity/permissions.ts';
import { inEnglish, inGerman } from '../support/words.ts';

describe('desktop/renderer/admin: what permissions are for', () => {
  const all = [
    ...SERVER_PERMISSIONS.map((each) => ['server', each] as const),
    ...DELEGATED_PERMISSIONS.map((each) => ['delegated', each] as const),
  ];
  for (const [registration, permission] of all)
    it(`is the same as on the server for ${permission.name} (${registration}), and has a German text`, () => {
      expect(purposeOf(registration, permission, inEnglish)).to.equal(permission.purpose);
      expect(purposeOf(registration, permission, inGerman)).to.not.equal(permission.purpose);
    });

  it("is in the server's words if the server knows more", () => {
    const later = { name: 'Later.Read', purpose: 'Read what is to come' };
    expect(purposeOf('server', later, inGerman)).to.equal(later.purpose);
  });
});
