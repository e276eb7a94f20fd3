import { expect } from 'chai';
import { PERSON_TABLES } from '../../server/composition/person/personTables.ts';
import { readSchema } from '../foundation/database/schemaReport.ts';
import { forEachDatabase } from '../support/databases.ts';
import { useStore } from '../support/openStore.ts';

describe('the places of personal data in the database', () => {
  forEachDatabase((_, openUrl) => {
    const store = useStore(openUrl);

    it('are listed for every column with text, and for no missing one', async () => {
      const schema = await readSchema(store.db);
      const texts = schema.map(({ name, columns }) => [
        name,
        columns.flatMap((column) => (/char|text|json/.test(column.type) ? [column.name] : [])).sort(),
      ]);
      const said = Object.entries(PERSON_TABLES).map(([name, { columns }]) => [name, Object.keys(columns).sort()]);
      expect(Object.fromEntries(said)).to.deep.equal(Object.fromEntries(texts));
    });

    it('are reached by the key of each table, and shown by existing columns', async () => {
      for (const { name, key, columns } of await readSchema(store.db)) {
        const { key: said, exports } = PERSON_TABLES[name]!;
        expect(said, name).to.deep.equal(key.map((column) => column.replaceAll('"', '')));
        expect(columns.map((column) => column.name)).to.include.members(exports);
      }
    });
  });
});
