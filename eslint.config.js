import reactHooks from 'eslint-plugin-react-hooks';
import ts from 'typescript';
import tseslint from 'typescript-eslint';

/** Mistakes that types let through. */
const MISTAKES = {
  eqeqeq: 'error',
  'no-constant-binary-expression': 'error',
  'no-self-compare': 'error',
  'no-template-curly-in-string': 'error',
  'no-useless-assignment': 'error',
  'object-shorthand': 'error',
  'prefer-const': 'error',
  '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', ignoreRestSiblings: true }],
  '@typescript-eslint/no-explicit-any': 'error',
  '@typescript-eslint/no-non-null-assertion': 'off', // noUncheckedIndexedAccess makes the honest ones necessary
};

/** Mistakes that only types reveal. */
const TYPED_MISTAKES = {
  '@typescript-eslint/await-thenable': 'error',
  '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
  '@typescript-eslint/no-floating-promises': ['error', { ignoreVoid: true }],
  '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: { attributes: false } }],
  '@typescript-eslint/no-unnecessary-type-assertion': 'error',
  '@typescript-eslint/only-throw-error': 'error',
  '@typescript-eslint/prefer-promise-reject-errors': 'error',
  '@typescript-eslint/return-await': ['error', 'in-try-catch'],
  '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
};

/** Rooms that stay liveable. There is no list of exceptions: a file that grows past this holds two things. */
const SIZES = {
  'max-lines': ['error', { max: 300, skipBlankLines: true, skipComments: true }],
  'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true, IIFEs: true }],
};

const isToolConfig = ['*.config.{js,ts}', '*.cjs', 'desktop/*.config.ts'];

const noDefaultExport = {
  selector: 'ExportDefaultDeclaration',
  message: 'Export a name: a default export is called something else in every file that imports it.',
};

const SUITE = '/^(it|describe|context|test)$/';

const noSkippedTest = {
  selector: `MemberExpression[object.name=${SUITE}][property.name='skip']`,
  message: 'A skipped test names its reason: call skipBecause(this, reason).',
};

const fluentDialog = {
  name: '@fluentui/react-components',
  importNames: ['Dialog'],
  message: 'It leaves the page hidden if it unmounts as it closes: take shell/Dialog.tsx.',
};

const noLoneTest = {
  selector: `MemberExpression[object.name=${SUITE}][property.name='only']`,
  message: 'An .only leaves out all the others.',
};

/** The page itself evaluates what it looks at from the second time on. */
const noEvalInPages = {
  selector: "MemberExpression[property.name='waitForFunction']",
  message: 'The CSP of our pages forbids it, unless the first look finds it true: use until(() => page.evaluate(...)).',
};

/** Callbacks that run while a file of tests is loaded; all other functions run later. */
const RUNS_AT_LOAD = new Set(['describe', 'context', 'forEachDatabase']);

const runsLater = (node) =>
  /Function/.test(node.type) &&
  !(
    node.parent.type === 'CallExpression' &&
    RUNS_AT_LOAD.has(node.parent.callee.name ?? node.parent.callee.property?.name)
  );

/** The plain cases; test/support/noMomentAtLoad.ts refuses a moment that is computed in a function which is called. */
const noMomentAtLoad = {
  meta: { messages: { moment: 'Compute a moment when the test runs: hours may pass between the load and the test.' } },
  create(context) {
    const check = (node) => {
      for (let above = node.parent; above; above = above.parent) if (runsLater(above)) return;
      context.report({ node, messageId: 'moment' });
    };
    return {
      'CallExpression[callee.object.name="Date"][callee.property.name="now"]': check,
      'NewExpression[callee.name="Date"][arguments.length=0]': check,
    };
  },
};

const isOfZod = (declaration) => declaration?.getSourceFile().fileName.includes('/node_modules/zod/') ?? false;

/** Types tell: whatever a message is called or put together from, zod takes it in what it calls `params`. */
const noWordsOfSchemas = {
  meta: {
    messages: {
      said: 'Name the fault in place of a sentence: a rule of ours fails as an id (contract/failsAs.ts).',
      read: 'Nobody reads what zod says: an issue is told by its code and its params (server/foundation/issues.ts).',
    },
  },
  create(context) {
    const { program, esTreeNodeToTSNodeMap: nodes, getTypeAtLocation } = context.sourceCode.parserServices;
    const checker = program.getTypeChecker();
    const saysWords = (type) =>
      type.flags & ts.TypeFlags.StringLike ||
      ['error', 'message'].some((name) => checker.getPropertyOfType(type, name));
    const isWords = (symbol) => symbol?.name === 'message' && isOfZod(symbol.declarations?.[0]);
    return {
      CallExpression(node) {
        const { declaration, parameters = [] } = checker.getResolvedSignature(nodes.get(node)) ?? {};
        if (!isOfZod(declaration)) return;
        node.arguments.forEach((each, at) => {
          if (parameters[at]?.name.endsWith('params') && saysWords(getTypeAtLocation(each)))
            context.report({ node: each, messageId: 'said' });
        });
      },
      'MemberExpression[property.name="message"]'(node) {
        if (isWords(checker.getSymbolAtLocation(nodes.get(node.property)))) context.report({ node, messageId: 'read' });
      },
      'ObjectPattern > Property[key.name="message"]'(node) {
        const type = getTypeAtLocation(node.parent);
        if (isWords(checker.getPropertyOfType(type, 'message'))) context.report({ node, messageId: 'read' });
      },
    };
  },
};

export default tseslint.config(
  { ignores: ['node_modules/', 'out/', 'coverage/', '.data/', '**/out/'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommended],
    languageOptions: {
      parserOptions: {
        projectService: true,
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: { ...MISTAKES, ...TYPED_MISTAKES, ...SIZES, 'no-restricted-syntax': ['error', noDefaultExport] },
  },
  {
    files: ['{contract,server,bot,desktop/renderer}/**/*.{ts,tsx}'],
    plugins: { house: { rules: { 'no-words-of-schemas': noWordsOfSchemas } } },
    rules: { 'house/no-words-of-schemas': 'error' },
  },
  {
    files: ['contract/**', 'server/**', 'bot/**', 'desktop/**'],
    rules: { 'no-console': 'error' }, // the product writes its log, or to the stream of the command that it is
  },
  {
    files: ['desktop/renderer/**'],
    extends: [reactHooks.configs.flat.recommended],
    rules: { 'no-restricted-imports': ['error', fluentDialog] },
  },
  { files: ['desktop/renderer/shell/Dialog.tsx'], rules: { 'no-restricted-imports': 'off' } },
  {
    files: ['test/**'],
    plugins: { house: { rules: { 'no-moment-at-load': noMomentAtLoad } } },
    rules: {
      'house/no-moment-at-load': 'error',
      'max-lines-per-function': 'off', // a describe is one function
      '@typescript-eslint/no-unused-expressions': 'off', // expect(x).to.be.true
      'no-template-curly-in-string': 'off',
      'no-restricted-syntax': ['error', noDefaultExport, noSkippedTest, noLoneTest, noEvalInPages],
    },
  },
  { files: ['test/*/run.ts'], rules: { 'house/no-moment-at-load': 'off' } }, // commands: they run when they are loaded
  { files: isToolConfig, rules: { 'no-restricted-syntax': 'off' } },
);
