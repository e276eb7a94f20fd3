import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect } from 'chai';
import { featureOf } from '../../../manifests/entra/plan.ts';
import {
  CLIENT_PERMISSIONS,
  DELEGATED_PERMISSIONS,
  SERVER_PERMISSIONS,
} from '../../../server/people/identity/permissions.ts';

const PAGE = fileURLToPath(new URL('../../../docs/administrators.md', import.meta.url));

/** The tables below a heading, each as its rows without the header. */
function tablesBelow(heading: string): string[][][] {
  const section = readFileSync(PAGE, 'utf8')
    .split(/^## /m)
    .find((each) => each.startsWith(`${heading}\n`))!;
  const tables = section.match(/(^\|.*\n)+/gm) ?? [];
  return tables.map((table) =>
    table
      .trim()
      .split('\n')
      .slice(2)
      .map((row) =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => cell.trim()),
      ),
  );
}

const code = (text = '') => (text === '' ? '' : `\`${text}\``);

describe('the page for administrators', () => {
  it('lists the permissions that the product checks and the kit requests', () => {
    expect(tablesBelow('Permissions')).to.deep.equal([
      CLIENT_PERMISSIONS.map(({ name, required, feature, purpose }) => [code(name), required, code(feature), purpose]),
      SERVER_PERMISSIONS.map(({ name, requiredWhen, feature, purpose }) => [
        code(name),
        requiredWhen ?? 'always',
        code(feature),
        purpose,
      ]),
      DELEGATED_PERMISSIONS.map(({ name, setting, purpose }) => [
        code(name),
        code(setting),
        code(featureOf(setting)),
        purpose,
      ]),
    ]);
  });
});
