import type { Preset } from '@flow/core';
import { go } from '@flow/preset-go';
import { python } from '@flow/preset-python';
import { rust } from '@flow/preset-rust';
import { typescript } from '@flow/preset-typescript';
import { dotnet } from './dotnet.js';
import { elixir } from './elixir.js';
import { java } from './java.js';
import { php } from './php.js';
import { ruby } from './ruby.js';
import { semgrep } from './semgrep.js';

/** `PRESETS` lists the presets that the program ships. */
export const PRESETS: readonly Preset[] = [go, python, typescript, rust, ruby, java, php, elixir, dotnet, semgrep];
