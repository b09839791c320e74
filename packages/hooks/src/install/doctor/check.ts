import type { Client } from '@flow/clients/client';
import type { Environment, Repository } from '@flow/evidence/fast';

export type CheckStatus = 'ok' | 'warning' | 'failure';

/** A check is a line of `flow-hooks doctor`. */
export interface Check {
  /** Stable, for scripts. */
  id: string;
  status: CheckStatus;
  title: string;
  /** The facts: what is there, what was expected. */
  detail: string;
  /** The exact command to type. */
  fix?: string;
}

/** A subject is the project and the installation that the checks look at. */
export interface Subject {
  repository: Repository;
  environment: Environment;
  version: string;
  /** See `DoctorOptions`. */
  patience: number;
  /** The clients that are installed, or the usual one. */
  hosts: readonly Client[];
  /** The plugin that answers in place of an installation, where nothing is installed. */
  plugin: Plugin | null;
}

/** A plugin of the client that answers in place of an installation. */
export interface Plugin {
  /** `flow@flow` */
  name: string;
  /** Absolute path of its folder. */
  folder: string;
  /** The file that the plugin lets the client start, below `folder`. */
  launcher: string;
  version: string;
}

/** The command that puts nearly everything right. */
export const INSTALL = 'npx flow-hooks install';

/** Returns a check that found nothing wrong. */
export function ok(id: string, title: string, detail: string): Check {
  return { id, status: 'ok', title, detail };
}

/** Returns a check that found something worth knowing, with what to type about it. */
export function warning(id: string, title: string, detail: string, fix?: string): Check {
  return { id, status: 'warning', title, detail, ...(fix !== undefined && { fix }) };
}

/** Returns a check that found the guard broken or missing, with what to type about it. */
export function failure(id: string, title: string, detail: string, fix?: string): Check {
  return { id, status: 'failure', title, detail, ...(fix !== undefined && { fix }) };
}
