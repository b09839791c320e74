export type {
  Analysis,
  Disarm,
  Effect,
  ExitReach,
  FileFacts,
  GitAct,
  Opaque,
  Part,
  PartRun,
  Publish,
  Push,
  PushFlags,
  Read,
  Rest,
  Run,
  Setting,
  ShellContext,
  StreamReach,
  WrappedCall,
  Write,
  WriteHow,
} from './effects.js';
export { effectsOf } from './effects-of.js';
export { mayMatter } from './plain/may-matter.js';
export type {
  DisarmingWords,
  ProductClient,
  ProductModules,
  ProductProgram,
  ProductPublisher,
  Products,
  ProductWrapper,
} from './products.js';
