export {
  type BranchName,
  type EndedRun,
  endedRun,
  isOfRun,
  openRuns,
  RENAMED,
  type Run,
  renamed,
  runOf,
} from '../../facts/workflow-runs.js';
