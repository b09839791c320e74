export {
  approvalsOf,
  readCarriedApproval,
  recordApprovalUse,
  renderApproval,
  rootCommits,
  statementText,
  writeApproval,
} from './approvals.js';
export { type AtomicOptions, makeFolder, writeFileAtomic, writeInTree } from './atomic.js';
export {
  type Attestation,
  type AttestedSuite,
  attestationText,
  type Configuration,
  readAttestation,
} from './attestation.js';
export { bisectedBranch, formerNames, rebasedBranch } from './branch-history.js';
export { type Damage, isHarmful } from './damage.js';
export { type Difference, diffAll, diffLines, diffTrees } from './diff-trees.js';
export { type Envelope, openEnvelope, sealEnvelope, verifyEnvelope } from './dsse.js';
export { hasEnded } from './ends.js';
export { EvidenceError, type EvidenceErrorCode } from './error.js';
export { eventsOf, type JournalEntry, type NewEvent } from './event.js';
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
} from './event-data.js';
export * from './fast.js';
export { DeadlineError, type GitOptions, type GitResult, git, splitZ } from './git.js';
export { type Appended, appendEvent, type Journal, journalPath, readJournal } from './journal.js';
export { canonical, parseJson } from './json.js';
export { findKey, keyId, keyPath, loadKey, mac, sha256 } from './key.js';
export { findKeys, isOurMac, type Keys } from './keyring.js';
export { withLock } from './lock.js';
export { addToNote, fetchNotes, holdsOnlyNotes, NOTES_REF, type Note, pushNotes, readNote } from './notes.js';
export type { Notice, NoticeCode } from './notices.js';
export { mayBeOverridden, type Override, overridesOf, recordOverride, recordOverrideUse } from './overrides.js';
export { listPending, peekPending, putPending, takePending } from './pending.js';
export { type IndexStep, plannedTree } from './planned-tree.js';
export { findProgram } from './program.js';
export { type BoundedRead, readFileBounded } from './read-bounded.js';
export { newReceiptId, RECEIPT_CUT, type ReadReceipt, readReceipt, writeReceipt } from './receipts.js';
export { findRefusal, keepRefusal, listRefusals, type Refusal, readCode } from './refusals.js';
export { type RefValue, readRefs } from './repository.js';
export { rotateKey } from './rotation.js';
export {
  findSigningKey,
  type NotDone,
  type Purpose,
  type Signature,
  type SigningKey,
  signText,
  verifyText,
} from './signature.js';
export type { Failed } from './temporary-index.js';
export { absentFiles, type TakenTree, type TreeOptions, takeTree } from './tree.js';
