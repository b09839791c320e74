export { NOTES_REF } from '@flow/core';
export {
  type Attestation,
  type AttestedSuite,
  attestationText,
  type Configuration,
  readAttestation,
} from './commits/attestation.js';
export { isJudged, noteJudged, type ToldPush } from './commits/judged-push.js';
export { addToNote, fetchNotes, holdsOnlyNotes, type Note, pushNotes, readNote } from './commits/notes.js';
export { hasPublished, holdPublished, keepPublished, type PublishedPlace, readPublished } from './commits/published.js';
export {
  approvalsOf,
  readCarriedApproval,
  recordApprovalUse,
  renderApproval,
  rootCommits,
  signerOfApproval,
  statementText,
  writeApproval,
} from './decisions/approvals.js';
export {
  mayBeOverridden,
  type Override,
  overridesOf,
  recordOverride,
  recordOverrideUse,
} from './decisions/overrides.js';
export { findRefusal, keepRefusal, listRefusals, type Refusal, readCode } from './decisions/refusals.js';
export { readCarriedWord, type Word, wordText } from './decisions/words.js';
export { type AtomicOptions, makeFolder, makeFolderInTree, writeFileAtomic, writeInTree } from './disk/atomic.js';
export { openNoLink } from './disk/open-no-link.js';
export { type BoundedRead, readFileBounded } from './disk/read-bounded.js';
export { EvidenceError, type EvidenceErrorCode } from './error.js';
export * from './fast.js';
export { bisectedBranch, formerNames, rebasedBranch } from './git/branch-history.js';
export { DeadlineError, type GitOptions, type GitResult, git, refuseSteeredIn, splitZ } from './git/git.js';
export { findProgram } from './git/program.js';
export { type RefValue, readRefs } from './git/repository.js';
export { keptNow, recordSteering, steeringRecord, type Unrecorded, unrecorded } from './git/steering/steered.js';
export { repositoryToldByGit } from './git/told-by-git.js';
export { type Appended, appendEvent, bindKey } from './journal/append.js';
export { type Damage, isHarmful } from './journal/damage.js';
export { hasEnded } from './journal/ends.js';
export { eventsOf, type JournalEntry, type NewEvent } from './journal/event.js';
export type {
  ApprovalData,
  ApprovalUseData,
  AttestationData,
  BreachData,
  CiCheck,
  CiState,
  EventData,
  EventType,
  FlowData,
  ForgeData,
  KeyData,
  OverrideData,
  OverrideStage,
  OverrideUseData,
  RedData,
  RedTest,
  RunData,
  Where,
} from './journal/event-data.js';
export { withLock } from './journal/lock.js';
export { listPending, peekPending, putPending, takePending } from './journal/pending.js';
export { type Journal, journalPath, readJournal } from './journal/read-journal.js';
export {
  newReceiptId,
  RECEIPT_CUT,
  type ReadReceipt,
  readReceipt,
  receiptReader,
  writeReceipt,
} from './journal/receipts.js';
export { canonical, parseJson } from './json.js';
export { type Envelope, openEnvelope, sealEnvelope, signedWith, verifyEnvelope } from './keys/dsse.js';
export { findKey, isSignedBy, keyId, keyPath, loadKey, newKey, sha256, sign } from './keys/key.js';
export { findKeys, isHidden, isMac, isOurSignature, type Keys } from './keys/keyring.js';
export { rotateKey } from './keys/rotation.js';
export {
  findSigningKey,
  NOT_ALLOWED,
  NOT_SIGNED,
  type NotDone,
  type Purpose,
  type Signature,
  type SigningKey,
  signText,
  verifyText,
} from './keys/signature.js';
export { type Difference, diffAll, diffLines, diffTrees, type Listed, listAndDiff } from './trees/diff-trees.js';
export { type EmptyFolder, emptyFolders } from './trees/empty-folders.js';
export type { Notice, NoticeCode } from './trees/notices.js';
export { type IndexStep, plannedTree } from './trees/planned-tree.js';
export type { TakenTree, TreeOptions } from './trees/taken-tree.js';
export type { Failed } from './trees/temporary-index.js';
export { absentFiles, takeTree } from './trees/tree.js';
export type { Unlike } from './trees/unlike-checkout.js';
