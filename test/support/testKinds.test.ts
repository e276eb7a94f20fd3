import { expect } from 'chai';
import { createKindOf } from './testKinds.ts';

describe('the kind of a test file', () => {
  const FILES: Record<string, string> = {
    'test/a.test.ts': "import { b } from './support/b.ts';\nimport type { Browser } from './support/chromium.ts';\n",
    'test/b.test.ts': "import { b } from './support/b.ts';\nimport { start } from '../server/main.ts';\n",
    'test/c.test.ts':
      "import { b } from './support/b.ts';\nimport { c } from './support/c.ts';\nimport '../server/main.ts';\n",
    'test/d.test.ts': "import { spawn } from 'node:child_process';\n",
    'test/support/b.ts': "import '../../server/b.ts';\nimport fc from 'fast-check';\n",
    'test/support/c.ts': "const { launchBrowser } = await import('./chromium.ts');\n",
    'server/b.ts': "import '../test/support/b.ts';\n",
  };
  const kindOf = createKindOf((file) => FILES[file] ?? '');

  it('is the most demanding that it needs, itself or through others', () => {
    expect(['a', 'b', 'c', 'd'].map((name) => kindOf(`test/${name}.test.ts`))).to.deep.equal([
      'unit',
      'db',
      'browser',
      'db',
    ]);
  });

  it('follows from its imports', () => {
    const ours = createKindOf();
    expect(ours('test/requests/requestRules.test.ts')).to.equal('unit');
    expect(ours('test/requests/answerBatch.test.ts')).to.equal('db');
    expect(ours('test/api/authorization.test.ts')).to.equal('db');
    expect(ours('test/desktop/browser/inbox.test.ts')).to.equal('browser');
  });
});
