export { beginReview } from './begin.js';
export { briefOf, unsaidWords } from './brief.js';
export { endReview } from './end.js';
export { type HandedIn, isSeenByHook, readHandedIn, showHandedIn } from './hand-in.js';
export { beginRole, endRole } from './role.js';
export { askedOf, askedSeat, type Looker, lookerAs, type Seated, seatedAs } from './seat.js';
export { toldOf } from './told.js';
export { briefedPrompt } from './work.js';
