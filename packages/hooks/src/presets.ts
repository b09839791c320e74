import { go } from '@flow/preset-go';
import { python } from '@flow/preset-python';
import { rust } from '@flow/preset-rust';
import { typescript } from '@flow/preset-typescript';

/** What the program ships. */
export const PRESETS = [go, python, typescript, rust];
