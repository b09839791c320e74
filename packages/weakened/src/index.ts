export { type FileSet, type Finding, KINDS, type Kind } from './finding.js';
export { type Changed, type ChangedFunction, changedFunctions } from './functions/changed.js';
export type { StandIn } from './functions/found.js';
export { openGrammars, type Parse } from './syntax/grammars.js';
export { type LanguageId, languageOf } from './syntax/language-of.js';
export { type Context, findWeakened } from './weakened.js';
