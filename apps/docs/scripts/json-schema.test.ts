import { expect, test } from 'vitest';
import { schemaPage } from './json-schema.js';

test('references, unions and schemas that hold themselves are written out once', () => {
  const page = schemaPage({
    type: 'object',
    required: ['phases'],
    properties: {
      id: { $ref: '#/definitions/name' },
      phases: { type: 'array', items: { $ref: '#/definitions/phase' }, description: 'In their order.' },
    },
    definitions: {
      name: { type: 'string', description: 'Its name.' },
      phase: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { allOf: [{ $ref: '#/definitions/name' }], description: 'Unique.' },
          exit: {
            type: 'array',
            items: {
              oneOf: [
                { type: 'object', required: ['check'], properties: { check: { const: 'green' } } },
                {
                  type: 'object',
                  required: ['check', 'max'],
                  properties: { check: { const: 'red' }, max: { type: 'integer', default: 3 } },
                },
              ],
            },
          },
          inner: { type: 'array', items: { $ref: '#/definitions/phase' } },
        },
      },
    },
  });
  expect(page).toBe(`| key | values | meaning |
| --- | --- | --- |
| \`id\` | string | Its name. |

## phases

Required. In their order.

| key | values | meaning |
| --- | --- | --- |
| \`phases[].id\` | string | Required. Unique. |
| \`phases[].exit\` | list |  |
| \`phases[].exit[].check\` | \`green\`, \`red\` | Required. |
| \`phases[].exit[].max\` | integer | Default \`3\`. |
| \`phases[].inner\` | list |  |`);
});

test('what requires some key of several is one shape, not several', () => {
  const page = schemaPage({
    type: 'object',
    properties: {
      rule: {
        type: 'object',
        properties: {
          how: { type: 'object', properties: { text: { type: 'string' } }, oneOf: [{ required: ['text'] }] },
        },
        anyOf: [{ required: ['how'] }, { required: ['what'] }],
      },
    },
  });
  expect(page).toContain('| `rule.how` | object |  |\n| `rule.how.text` | string |  |');
});
