export {
  agentFile,
  COLLECTION,
  collectionSkill,
  descriptionOf,
  instructionsOf,
  packText,
  promptOf,
  skillFile,
} from './render.js';
