/**
 * A marker names an empty file in the state folder of a repository. The fast path asks which of them are there, and reads no
 * policy: `runs` (a workflow may be running here), `protects` (the project protects files of its own, or names secrets),
 * `edit-rules` (rules say which files may change where no workflow runs), `guards-reads` (commands that only read may
 * matter: one of them is a run, or secrets are guarded). `no-front` is for an installation: a person wants no front here.
 */
export type Marker = 'runs' | 'protects' | 'edit-rules' | 'guards-reads' | 'observes-edits' | 'no-front';
