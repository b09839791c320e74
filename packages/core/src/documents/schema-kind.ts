import { migrationOf } from '../policy/migrations.js';

/**
 * A schema kind tells what a changed file says of schemas: of an API, of a database, or of what follows from either.
 */
export type SchemaKind = 'api' | 'migration' | 'tables' | 'generated' | 'manifest';

const API =
  /(?:\.(?:graphqls?|gql|proto|avsc|thrift)|(?:^|[/._-])(?:openapi|swagger)(?:[._-][^/]*)?\.(?:ya?ml|json))$/i;
const GENERATED =
  /(?:\.pb(?:\.gw)?\.(?:go|cc|h)|_pb2(?:_grpc)?\.pyi?|\.g\.(?:dart|cs)|\.(?:generated|gen)\.\w+|(?:^|\/)__generated__\/.+)$/;
const VENDORED = /(?:^|\/)(?:vendor|node_modules|third_party)\//;
const MANIFEST =
  /(?:^|\/)(?:package\.json|go\.mod|Cargo\.toml|pyproject\.toml|requirements[^/]*\.txt|Pipfile|pom\.xml|build\.gradle(?:\.kts)?|Gemfile|composer\.json|[^/]+\.csproj)$/;
const REVISION = /(?:^|\/)versions\/[^/]+\.py$/;

/**
 * Tells what kind of schema file a path is; null for none.
 * @param isGenerated a preset says so
 * @param migrations the project's globs for migrations, in place of the usual folders
 */
export function schemaKind(
  path: string,
  isGenerated: boolean,
  migrations: readonly string[] | null,
): SchemaKind | null {
  if (VENDORED.test(path)) return null;
  if (isGenerated || GENERATED.test(path)) return 'generated';
  if (migrationOf(path, migrations) !== null || (migrations === null && REVISION.test(path))) return 'migration';
  if (API.test(path)) return 'api';
  if (/\.prisma$/.test(path)) return 'tables';
  return MANIFEST.test(path) ? 'manifest' : null;
}
