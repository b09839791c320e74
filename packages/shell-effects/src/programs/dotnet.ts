import { filesBehind, filesIn, namedFiles } from '../code/source-files.js';
import type { ProgramFile } from '../program.js';
import type { Session, Shell } from '../state.js';

/** Tools of .NET build, test and keep secrets. */
export const dotnet: ProgramFile = {
  'dotnet test': { writes: { into: '--results-directory -o --output -r', valued: '--logger' } },
  'dotnet format': { writes: { own: './', unless: /^--verify-no-changes$/ } },
  'nuget setapikey': { stores: { own: '~/.nuget/NuGet/NuGet.Config' } },
  'dotnet user-secrets set': { stores: { own: '~/.microsoft/usersecrets/' } },
  'dotnet dev-certs https': { stores: { out: '-ep --export-path' } },
  dotnet: { sources: dotnetFiles },
};

/** `dotnet run`: the sources beside the project; `dotnet fsi x.fsx` names its file. */
function dotnetFiles(words: readonly string[], session: Session, shell: Shell): readonly string[] {
  if (words[0] !== 'run') return namedFiles(words);
  const project = (filesBehind(words, /^--project$/)[0] ?? '.').replace(/[^/]*\.\w+proj$/, '') || '.';
  return filesIn(project, /\.(?:cs|fs)$/, session, shell);
}
