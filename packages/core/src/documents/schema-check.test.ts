import { describe, expect, test } from 'vitest';
import type { SchemaChanges } from './document.js';
import { checkSchema, type SchemaFile, schemaWarnings } from './schema-check.js';
import { definitionsOf } from './schema-files.js';
import { schemaKind } from './schema-kind.js';

type Given = {
  types?: string[];
  queries?: string[];
  mutations?: string[];
  files?: string[];
  migrations?: string[];
  tables?: string[];
  codegen?: string[];
};
const declared = ({
  types = [],
  queries = [],
  mutations = [],
  files = [],
  migrations = [],
  tables = [],
  codegen = [],
}: Given): SchemaChanges => ({
  ...{ api: { types, queries, mutations, files }, migrations: { files: migrations, tables }, codegen, line: 3 },
});
const file = (path: string, before: string | null, after: string | null): SchemaFile => ({
  path,
  kind: schemaKind(path, false, null)!,
  before,
  after,
});
const said = (given: Given | null, files: SchemaFile[], mentioned?: (name: string) => string | null) =>
  checkSchema(given === null ? undefined : declared(given), files, mentioned).map(
    ({ kind, name, state }) => `${state} ${kind} ${name}`,
  );

const GRAPHQL = 'type Cart { id: ID! }\ntype Query { cart(id: ID!): Cart }\n';
const MORE = `${GRAPHQL.replace('cart(id: ID!): Cart }', 'cart(id: ID!): Cart\n  deals(first: Int = 3, after: String): [Deal!]! }')}type Deal { id: ID! }\nextend type Mutation { "words: x" rescore(id: ID!): Deal }\n`;
const OPENAPI =
  'openapi: 3.1.0\npaths:\n  /carts:\n    get: { operationId: listCarts }\ncomponents:\n  schemas:\n    Cart: { type: object }\n';
const PROTO = 'message Cart { string id = 1; }\nservice Carts { rpc Get (Cart) returns (Cart); }\n';

describe('schema changes held against the code', () => {
  test('D77 what is declared and there agrees, whatever the language of the schema', () => {
    expect(
      said({ types: ['Deal'], queries: ['Query.deals'], mutations: ['rescore'] }, [
        file('api/schema.graphql', GRAPHQL, MORE),
      ]),
    ).toEqual(['there type Deal', 'there operation Query.deals', 'there operation rescore']);
    const open = OPENAPI.replace('Cart: {', 'Deal: { type: string }\n    Cart: {').replace(
      '  /carts:',
      '  /deals:\n    post: {}\n  /carts:',
    );
    expect(said({ types: ['Deal'], mutations: ['POST /deals'] }, [file('openapi.yaml', OPENAPI, open)])).toEqual([
      'there type Deal',
      'there operation POST /deals',
    ]);
    const proto = `${PROTO.replace('rpc Get', 'rpc Put (Cart) returns (Deal);\n rpc Get')}message Deal { string id = 1; }`;
    expect(said({ types: ['Deal'], mutations: ['Put'] }, [file('api/cart.proto', PROTO, proto)])).toEqual([
      'there type Deal',
      'there operation Put',
    ]);
  });

  test('D77 a definition that is there before and behind, in other words, has changed', () => {
    const changed = GRAPHQL.replace('{ id: ID! }', '{ id: Int! }').replace('(id: ID!)', '(id: Int!)');
    const flagged = ['undeclared type Cart', 'undeclared operation cart'];
    expect(said({}, [file('schema.graphql', GRAPHQL, changed)])).toEqual(flagged);
    const otherLayout = file('schema.graphql', GRAPHQL, GRAPHQL.replaceAll(' ', '  '));
    expect(said({}, [otherLayout])).toEqual(['undeclared file schema.graphql']);
  });

  test('D77 a migration that is gone has changed its tables, too', () => {
    const gone = file('db/migrations/0007_add.sql', 'CREATE TABLE deals (id int);', null);
    expect(said({}, [gone])).toContain('undeclared table deals');
  });

  test('D77 what is there and undeclared is flagged, and so is what is declared and not there', () => {
    const files = [
      file('schema.graphql', GRAPHQL, MORE),
      file(
        'db/migrations/0007_add.sql',
        null,
        'CREATE TABLE IF NOT EXISTS public."deals" (id int);\nALTER TABLE carts ADD x int;\n-- DROP TABLE users',
      ),
    ];
    expect(said({ types: ['Badge'], tables: ['deals'] }, files)).toEqual([
      'missing type Badge',
      'undeclared type Deal',
      'undeclared operation deals',
      'undeclared operation rescore',
      'undeclared migration db/migrations/0007_add.sql',
      'there table deals',
      'undeclared table carts',
    ]);
    expect(said(null, [file('schema.graphql', GRAPHQL, null)])).toEqual([
      'undeclared type Cart',
      'undeclared operation cart',
    ]);
  });

  test('D77 a declared file speaks for what it holds, and a type may be written in the language of the code', () => {
    expect(said({ files: ['schema.graphql'] }, [file('api/schema.graphql', GRAPHQL, MORE)])).toEqual([
      'there file schema.graphql',
    ]);
    expect(said({ types: ['Deal'] }, [], (name) => (name === 'Deal' ? 'src/deal.ts' : null))).toEqual([
      'there type Deal',
    ]);
  });

  test('D77 layout, comments and unchanged definitions are no change', () => {
    expect(said({}, [file('schema.graphql', GRAPHQL, `# words\n${GRAPHQL.replace('{ id', '{\n  id')}`)])).toEqual([
      'undeclared file schema.graphql',
    ]);
  });

  test('D77 generated code belongs to a declared generation; packages are told', () => {
    const pb = file('gen/cart.pb.go', 'a', 'b');
    expect(said({ codegen: ['required'] }, [pb])).toEqual(['there generated required']);
    expect(said({ codegen: ['required'] }, [])).toEqual(['missing generated required']);
    expect(said({}, [pb, file('package.json', '{}', '{"a":1}')])).toEqual([
      'undeclared generated gen/cart.pb.go',
      'told manifest package.json',
    ]);
    expect(schemaKind('vendor/x/y.pb.go', true, null)).toBeNull();
    expect(schemaKind('src/cart.go', false, null)).toBeNull();
    // The project's own globs take the place of the usual folders.
    const revision = 'app/versions/ab12_add.py';
    expect([schemaKind(revision, false, null), schemaKind(revision, false, ['db/*.sql'])]).toEqual(['migration', null]);
  });

  test.each([
    [
      'Rails',
      'db/migrate/20260101120000_a.rb',
      'create_table :deals do |t|\nadd_column :carts, :x, :int',
      ['carts', 'deals'],
    ],
    [
      'Alembic',
      'alembic/versions/ab12_a.py',
      "op.create_table('deals', x)\nop.add_column('carts', y)",
      ['carts', 'deals'],
    ],
    [
      'Django',
      'shop/migrations/0002_a.py',
      "migrations.CreateModel(name='Deal')\nmigrations.AddField(model_name='cart')",
      ['cart', 'deal'],
    ],
    ['Knex', 'migrations/20260101_a.js', "knex.schema.createTable('deals', t => 1)", ['deals']],
  ])('D77 tables that a migration of %s touches', (_name, path, text, tables) => {
    const kind = schemaKind(path, false, null);
    expect(kind).toBe('migration');
    expect(
      definitionsOf(path, kind!, text)
        .map(({ name }) => name)
        .sort(),
    ).toEqual(tables);
  });

  test('D77 what does not agree becomes a warning with its place, twenty at most', () => {
    const files = Array.from({ length: 30 }, (_, at) => file(`m/migrations/00${at}_x.sql`, null, ''));
    const warnings = schemaWarnings(checkSchema(declared({}), files), 'spec.md', 3);
    expect(warnings).toHaveLength(20);
    expect(warnings[0]).toEqual({
      code: 'SCHEMA_CHANGE_UNDECLARED',
      level: 'warn',
      path: 'spec.md',
      args: { line: 3, kind: 'migration', name: 'm/migrations/000_x.sql', at: 'm/migrations/000_x.sql' },
    });
  });

  test('D77 a schema of adversarial shape costs no more than its length', () => {
    for (const text of [
      '{'.repeat(200_000),
      'type A {'.repeat(30_000),
      'a: &a [*a]',
      `[${'['.repeat(10_000)}`,
      '"""'.repeat(50_000),
    ]) {
      for (const path of ['a.graphql', 'a.proto', 'openapi.yaml', 'a.avsc'])
        definitionsOf(path, 'api', text.slice(0, 250_000));
      definitionsOf('m/migrations/1_a.sql', 'migration', text);
    }
  });
});
