import type { Account } from '@flow/hooks/program';
import { hooks } from '../evidence.js';
import type { Ended } from '../workflow/no-run.js';
import type { Here } from '../workflow/place.js';
import { enteredOf } from './entered.js';
import type { ReportModel } from './model.js';
import { reportOf } from './report-of.js';
import { tidyText } from './words.js';

/** A run that may be over. */
type Reported = Here & { ended?: Ended | null };

/** The report of the run here, from what is on disk and in the journal now. */
export const readReport = async (here: Reported): Promise<ReportModel> => (await readAccounted(here)).model;

/** Reads the report together with the account that it is made of. */
export async function readAccounted(here: Reported): Promise<{ model: ReportModel; account: Account }> {
  const { accountOf } = await hooks();
  const entered = await enteredOf(here);
  const account = accountOf(here.around, here.standing, entered);
  return { model: reportOf(here, account, entered, await tidyText()), account };
}
