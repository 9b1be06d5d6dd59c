import { fileURLToPath } from 'node:url';
import js from '@eslint/js';
import sonarjs from 'eslint-plugin-sonarjs';
import tseslint from 'typescript-eslint';

const root = fileURLToPath(new URL('..', import.meta.url));
const tests = ['**/*.test.ts', '**/*.suite.ts', 'packages/*/test/**', 'test/**', 'packages/*/bench/**'];
/** Tables may be as long as the thing they list. */
const tables = [
  'packages/mangle/src/diagnostics/codes-*.ts',
  'packages/mangle/src/builtins/*.ts',
  'packages/protocol/src/errors/registry.ts',
];
const nodeGlobals = {
  console: 'readonly',
  process: 'readonly',
  URL: 'readonly',
  Buffer: 'readonly',
  fetch: 'readonly',
  AbortController: 'readonly',
  performance: 'readonly',
  setInterval: 'readonly',
  clearInterval: 'readonly',
  setTimeout: 'readonly',
};

export default [
  { ignores: ['**/node_modules/**', '**/dist/**', '**/testdata/**', '**/coverage/**', '**/.cache/**'] },
  { linterOptions: { reportUnusedDisableDirectives: 'error' } },
  js.configs.recommended,
  {
    files: ['**/*.{js,mjs}'],
    languageOptions: { globals: nodeGlobals },
  },
  ...tseslint.configs.recommendedTypeChecked.map((config) => ({ ...config, files: ['**/*.ts'] })),
  {
    files: ['**/*.ts'],
    languageOptions: { parserOptions: { project: 'tsconfig.check.json', tsconfigRootDir: root } },
    rules: {
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      // `_` names a position that is not looked at.
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      // Interfaces of callbacks are asynchronous even where one implementation is not.
      '@typescript-eslint/require-await': 'off',
    },
  },
  {
    plugins: { sonarjs },
    rules: {
      'sonarjs/cognitive-complexity': ['error', 15],
      'max-lines-per-function': ['error', { max: 60, skipBlankLines: true, skipComments: true }],
      'max-lines': ['error', 500],
      'no-restricted-syntax': [
        'error',
        { selector: 'ExportDefaultDeclaration', message: 'Export by name.' },
        { selector: 'ExportAllDeclaration[exported=null]', message: 'Export by name; a public surface is chosen.' },
      ],
      eqeqeq: 'error',
    },
  },
  {
    files: ['packages/mangle/src/**', 'packages/protocol/src/**'],
    ignores: tests,
    rules: {
      'no-console': 'error',
      // The engine and the protocol run anywhere, so they may use only what every runtime has.
      'no-restricted-globals': ['error', 'process', 'Buffer', 'global', 'window', 'document', 'navigator', 'fetch'],
    },
  },
  { files: ['*.config.ts', 'eslint/*.mjs'], rules: { 'no-restricted-syntax': 'off' } },
  { files: tests, rules: { 'max-lines': 'off', 'max-lines-per-function': 'off' } },
  // The matchers of the test runner are typed `any`.
  {
    files: tests.map((pattern) => (pattern.endsWith('.ts') ? pattern : `${pattern}/*.ts`)),
    rules: { '@typescript-eslint/no-unsafe-assignment': 'off' },
  },
  // These read what a server sent, as any client would: JSON of no declared type.
  { files: ['packages/server/test/**/*.ts'], rules: { '@typescript-eslint/no-unsafe-member-access': 'off' } },
  { files: tables, rules: { 'max-lines': 'off' } },
];
