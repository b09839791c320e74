/**
 * Tools in the versions that a case asks for, each in a folder of its own under `.cache/capture`, fetched once from
 * the public registries. Each function gives the folders to put in front of PATH, and for npm its `node_modules`.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const cache = path.join(import.meta.dirname, '../.cache/capture');

/** Runs `fill(folder)` once for this name; a folder that was not filled is taken away again. */
function once(name, fill) {
  const folder = path.join(cache, name.replace(/[^\w.-]+/g, '_'));
  if (fs.existsSync(path.join(folder, '.done'))) return folder;
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  fill(folder);
  fs.writeFileSync(path.join(folder, '.done'), '');
  return folder;
}

function must(command, args, options = {}) {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr?.slice(-2_000)}`);
}

/** npm packages, such as `jest@29.7.0`. */
export function npmTool(...packages) {
  const folder = once(`npm ${packages.join(' ')}`, (into) => {
    fs.writeFileSync(path.join(into, 'package.json'), '{ "private": true }\n');
    must('npm', ['install', '--no-audit', '--no-fund', '--loglevel=error', '--legacy-peer-deps', ...packages], {
      cwd: into,
    });
  });
  return { bin: [path.join(folder, 'node_modules/.bin')], modules: path.join(folder, 'node_modules') };
}

/** Python packages, such as `pytest==7.4.4`, in a virtual environment; the first word may name a Python (`python3.7`). */
export function pipTool(...packages) {
  const folder = once(`pip ${packages.join(' ')}`, (into) => {
    const python = /^python[\d.]+$/.test(packages[0]) ? pythonOf(packages.shift()) : 'python3';
    must(python, ['-m', 'venv', into]);
    must(path.join(into, 'bin/pip'), ['install', '-q', '--disable-pip-version-check', ...packages]);
  });
  return { bin: [path.join(folder, 'bin')] };
}

/** A Python of PATH, or one that pyenv keeps. */
function pythonOf(name) {
  const versions = path.join(os.homedir(), '.pyenv/versions');
  const kept = fs.existsSync(versions) ? fs.readdirSync(versions) : [];
  const version = kept.find((entry) => `python${entry}.`.startsWith(`${name}.`));
  return version ? path.join(versions, version, 'bin/python') : name;
}

/** A Go program, such as `gotest.tools/gotestsum@v1.12.0`. */
export function goTool(module) {
  const folder = once(`go ${module}`, (into) =>
    must('go', ['install', module], { env: { ...process.env, GOBIN: path.join(into, 'bin') } }),
  );
  return { bin: [path.join(folder, 'bin')] };
}

/** A Rust toolchain with clippy, such as `1.63.0`; its programs are called past rustup's proxies. */
export function rustTool(version) {
  const folder = once(`rust ${version}`, (into) =>
    must('rustup', ['toolchain', 'install', version, '--profile', 'minimal', '-c', 'clippy', '--no-self-update'], {
      env: { ...process.env, RUSTUP_HOME: into },
    }),
  );
  const [toolchain] = fs.readdirSync(path.join(folder, 'toolchains'));
  return { bin: [path.join(folder, 'toolchains', toolchain, 'bin')] };
}

/** A cargo subcommand, such as `cargo-nextest@0.9.64`, built without optimisation; `options` go to `cargo install`. */
export function cargoTool(crate, ...options) {
  const folder = once(`cargo ${crate}`, (into) =>
    must('cargo', ['install', crate, '--locked', '--debug', '--root', into, ...options]),
  );
  return { bin: [path.join(folder, 'bin')] };
}
