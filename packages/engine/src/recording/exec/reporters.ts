/*
 * Reporters that are handed to runners whose own machine format cannot be had without a word more on the screen. Each
 * is the text of a file in a private folder; none prints anything. Each makes the file `begun` when it is loaded: from
 * then on a report is owed, and a run that ends well without one has been ended by what it tested.
 */

/** A name that no plugin of a project has. */
export const PYTEST_PLUGIN = 'flow_exact_report';

/**
 * Loaded by every Python that starts with its folder on PYTHONPATH, and not at all by one that ignores it: then there
 * is no report, and nothing breaks. The folder leaves the path at once (xdist hands the path on as it finds it when it
 * is loaded), so the plugin is made ready here. It stands in for the user's own module of this name, which it loads.
 */
export const SITECUSTOMIZE = `import importlib.util, os, sys

_here = os.path.dirname(os.path.abspath(__file__))
sys.path[:] = [p for p in sys.path if os.path.abspath(p or ".") != _here]
_names = [n for n in os.environ.get("PYTEST_PLUGINS", "").split(",") if n]
if "${PYTEST_PLUGIN}" not in _names:
    os.environ["PYTEST_PLUGINS"] = ",".join(_names + ["${PYTEST_PLUGIN}"])
_spec = importlib.util.spec_from_file_location("${PYTEST_PLUGIN}", os.path.join(_here, "${PYTEST_PLUGIN}.py"))
_plugin = importlib.util.module_from_spec(_spec)
_spec.loader.exec_module(_plugin)
sys.modules["${PYTEST_PLUGIN}"] = _plugin
_own = sys.modules.pop("sitecustomize", None)
try:
    import sitecustomize
except ImportError as error:
    if getattr(error, "name", None) != "sitecustomize":
        raise
finally:
    if _own is not None:
        sys.modules.setdefault("sitecustomize", _own)
`;

/**
 * pytest's own JUnit XML without the line that names the file. Its first act is to leave no trace: tests and what they
 * start see the environment and the path that the user has. Workers of xdist are started later, and report to here.
 */
export const PYTEST_REPORT = `"""PYTEST_DONT_REWRITE"""
import os

_here = os.path.dirname(os.path.abspath(__file__))


def _without(name, separator, part):
    left = [p for p in os.environ.get(name, "").split(separator) if p and p != part]
    if left:
        os.environ[name] = separator.join(left)
    else:
        os.environ.pop(name, None)


def pytest_addoption(parser):
    _without("PYTEST_PLUGINS", ",", "${PYTEST_PLUGIN}")
    kept = os.path.join(_here, "pythonpath")
    if os.path.exists(kept):
        with open(kept) as file:
            os.environ["PYTHONPATH"] = file.read()
    else:
        os.environ.pop("PYTHONPATH", None)
    # Before any code of the project: one that ends the run from here on leaves a report that was begun.
    open(os.path.join(_here, "begun"), "w").close()


def pytest_configure(config):
    if hasattr(config, "workerinput"):
        return
    try:
        from _pytest.junitxml import LogXML

        class Report(LogXML):
            pytest_terminal_summary = None

        config.pluginmanager.register(Report(os.path.join(_here, "report"), None), "${PYTEST_PLUGIN}_xml")
    except Exception:
        os.remove(os.path.join(_here, "begun"))
`;

/** What Vitest's JSON reporter writes, without the line that names the file. For Vitest 3 and later. */
export const VITEST_REPORT = `import { renameSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const STATES = { passed: 'passed', failed: 'failed', skipped: 'skipped', pending: 'pending' };
const messages = (errors) => (errors ?? []).map((error) => String(error?.stack ?? error?.message ?? error).slice(0, 4000));

const here = (name) => fileURLToPath(new URL(name, import.meta.url));

export default class {
  onInit() {
    writeFileSync(here('begun'), '');
  }

  onTestRunEnd(modules, unhandled, reason) {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0, todo: 0 };
    const testResults = modules.map((module) => {
      const assertionResults = [...module.children.allTests()].map((test) => {
        const { state, errors } = test.result();
        const status = test.options?.mode === 'todo' && state !== 'failed' ? 'todo' : (STATES[state] ?? 'pending');
        count[status]++;
        const titles = [test.name];
        for (let at = test.parent; at && at.type === 'suite'; at = at.parent) titles.unshift(at.name);
        return {
          ancestorTitles: titles.slice(0, -1),
          fullName: titles.join(' '),
          status,
          title: test.name,
          duration: test.diagnostic()?.duration,
          failureMessages: messages(errors),
        };
      });
      const broken = messages(module.errors?.());
      const failed = module.state() === 'failed' || broken.length > 0;
      return { assertionResults, status: failed ? 'failed' : 'passed', message: broken.join('\\n'), name: module.moduleId };
    });
    const failedSuites = testResults.filter((one) => one.status === 'failed').length;
    const skipped = count.skipped + count.pending;
    const report = {
      numTotalTestSuites: testResults.length,
      numPassedTestSuites: testResults.length - failedSuites,
      numFailedTestSuites: failedSuites,
      numPendingTestSuites: 0,
      numTotalTests: count.passed + count.failed + skipped + count.todo,
      numPassedTests: count.passed,
      numFailedTests: count.failed,
      numPendingTests: skipped,
      numTodoTests: count.todo,
      success: reason === 'passed' && unhandled.length === 0,
      testResults,
    };
    writeFileSync(here('report.part'), JSON.stringify(report));
    renameSync(here('report.part'), here('report'));
  }
}
`;

/** What `jest --json --outputFile` writes, without the line that names the file and without moving the output. */
export const JEST_REPORT = `const { writeFileSync } = require('node:fs');
const { join } = require('node:path');

module.exports = class {
  onRunStart() {
    writeFileSync(join(__dirname, 'begun'), '');
  }

  onRunComplete(_contexts, results) {
    const { coverageMap, openHandles, snapshot, testResults, ...totals } = results;
    const report = {
      ...totals,
      success: !(results.numFailedTests || results.numRuntimeErrorTestSuites || snapshot?.failure),
      testResults: testResults.map(({ testResults: tests, testFilePath, testExecError, failureMessage, skipped }) => ({
        assertionResults: tests,
        message: failureMessage ?? '',
        name: testFilePath,
        status: testExecError || failureMessage || tests.some((one) => one.status === 'failed') ? 'failed' : skipped ? 'skipped' : 'passed',
      })),
    };
    writeFileSync(join(__dirname, 'report'), JSON.stringify(report));
  }
};
`;
