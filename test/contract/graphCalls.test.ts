import { expect } from 'chai';
import { permissionsFor } from '../../contract/graphCalls.ts';

describe('the calls that the client makes to Microsoft Graph', () => {
  it("need one permission for the person's drive, and one of two for libraries", () => {
    const upload = '/me/drive/special/approot:/a%20b.txt:/content?@microsoft.graph.conflictBehavior=rename';
    expect(permissionsFor('PUT', upload)).to.deep.equal(['Files.ReadWrite']);
    expect(permissionsFor('GET', '/me/drive?$select=webUrl')).to.deep.equal(['Files.ReadWrite']);
    for (const path of [
      '/sites?search=hand%20book',
      '/sites/contoso.sharepoint.com:/sites/handbook',
      '/sites/contoso.sharepoint.com,1,2/drives',
      '/drives/b!x/root/children',
      '/drives/b!x/items/01/children?$skiptoken=abc',
    ])
      expect(permissionsFor('GET', path), path).to.deep.equal(['Sites.Read.All', 'Sites.Selected']);
  });

  it('are the only ones, however a call is written', () => {
    const calls: [string, string][] = [
      ['GET', '/me'],
      ['GET', '/me/messages'],
      ['DELETE', '/drives/b!x/items/01'],
      ['POST', '/me/drive/special/approot:/a:/createLink'],
      ['PUT', '/me/drive/special/approot:/../a:/content?@microsoft.graph.conflictBehavior=rename'],
      ['PUT', '/me/drive/special/approot:/a/b:/content?@microsoft.graph.conflictBehavior=rename'],
      ['PUT', '/me/drive/special/approot:/a:/content?@microsoft.graph.conflictBehavior=replace'],
      ['PUT', '/me/drive/special/approot:/%2e%2e:/content?@microsoft.graph.conflictBehavior=rename'],
      ['PUT', '/drives/b!x/root/children'],
      ['GET', '/drives/b!x/root/children?$expand=permissions'],
      ['GET', '/drives/../me/root/children'],
      ['GET', '/sites/a/b/../drives'],
      ['GET', '/sites/contoso.sharepoint.com:/../me'],
      ['GET', '/sites?search=x&$expand=drives'],
      ['GET', 'https://evil.test/sites?search=x'],
      ['GET', '//evil.test/drives/x/root/children'],
    ];
    for (const [method, path] of calls) expect(permissionsFor(method, path), `${method} ${path}`).to.equal(null);
  });
});
