// The message of the first rule goes on with what looks like a row.
const message = 'First line of it.\n\n  3:4  error  in the message  not-a-rule';
export default [
  {
    rules: {
      'no-restricted-syntax': ['error', { selector: 'CallExpression', message }],
      'no-undef': 'warn',
      'no-var': 'error',
    },
  },
];
