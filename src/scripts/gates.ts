import { rmSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium, ensureHeadlessShell } from '../../tests/setup/chromium.ts'
import { ensurePostgres } from '../../tests/setup/postgres.ts'
import { scratch } from '../../tests/setup/scratch.ts'
import { buildClient } from './build-client.ts'
import { runTool, say } from './child.mjs'
import { ifChanged } from './if-changed.ts'
import { CORES, runSideBySide } from './side-by-side.ts'

/** The result of a gate, with the output needed to repair a failure. A gate without tests counts as a single one. */
export type Outcome = { passed: number; failed: number; skipped: number; output: string }

/** The files to run: those with one of these words in their names and, optionally, only those that uncommitted changes reach. */
type Asked = { filters: readonly string[]; onlyChanged: boolean }

/**
 * A check of `npm test`, and the number of cores that it keeps busy: two gates of one core run at the same time, and those of none in the background
 * of the one before. The last two cost integration a minute (624 s for 565), and would cost the client as much (245 s for 181).
 */
type Gate = { cores: 0 | 1 | 2; run: (asked: Asked) => Promise<Outcome> }

/** The parts of the tools' reports that are used. */
type VitestReport = { numPassedTests: number; numFailedTests: number; numTotalTests: number }
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

const KNIP = ['--no-progress', '--no-config-hints']
const BIOME = ['check', '--error-on-warnings', '--no-errors-on-unmatched', '--colors=off']

/** All gates, in the order in which they start: the build writes the routes, which have types. */
export const GATES: Readonly<Record<string, Gate>> = {
  lint: { cores: 1, run: async () => asOutcome(await runTool('node_modules/@biomejs/biome/bin/biome', BIOME)) },
  unused: { cores: 1, run: async () => asOutcome(await runTool('node_modules/knip/bin/knip.js', KNIP)) },
  build: { cores: 2, run: async () => asOutcome(await buildClient()) },
  types: { cores: 1, run: checkTypes },
  architecture: { cores: 1, run: (asked) => runVitest(['architecture'], asked) },
  unit: { cores: 1, run: (asked) => runVitest(['unit'], asked) },
  client: { cores: 2, run: (asked) => runVitest(['client', 'client-isolated'], asked) },
  integration: { cores: 2, run: runIntegration },
  simulation: { cores: 0, run: (asked) => runVitest(['simulation'], asked, { isInBackground: true }) },
  property: { cores: 0, run: (asked) => runVitest(['property'], asked, { isInBackground: true }) },
  browser: { cores: 2, run: runBrowser },
}

/** The gates that need neither a database nor a browser. */
export const QUICK = ['lint', 'build', 'types', 'architecture', 'unit', 'property', 'client']

/** The gates that can find which files a change reaches, and the quick ones. */
export const CHANGED = ['lint', 'types', 'architecture', 'unit', 'property', 'client', 'integration']

function asOutcome({ ok, output }: { ok: boolean; output: string }): Outcome {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, output: ok ? '' : output }
}

const THEME = {
  sources: ['src/client/ui/theme.ts', 'src/client/ui/theme/**'],
  stamp: 'node_modules/.cache/theme-types',
}

/** Four checkers of a project each work out the same large types: 49 s of processor, and 29 with one. */
const ONE_CORE = ['--checkers', '1', '--builders', '1']

/** Chakra's types know our tokens and recipes only after they are generated into its package, which `npm ci` replaces. */
async function checkTypes(): Promise<Outcome> {
  const theme = await ifChanged(THEME, () =>
    runTool('node_modules/@chakra-ui/cli/bin/index.js', ['typegen', 'src/client/ui/theme.ts']),
  )
  if (!theme.ok) return asOutcome(theme)
  return asOutcome(await runTool('node_modules/typescript/bin/tsc', ['-b', '--pretty', 'false', ...ONE_CORE]))
}

type Manner = { env?: NodeJS.ProcessEnv; isInBackground?: boolean }

/** Runs projects of tests/vitest.config.ts. */
function runVitest(projects: readonly string[], asked: Asked, { env, ...manner }: Manner = {}): Promise<Outcome> {
  return inFreshFolder(async (folder) => {
    const report = join(folder, 'report.json')
    const run = await runTool(
      'node_modules/vitest/vitest.mjs',
      [
        ...['run', '--config=tests/vitest.config.ts', '--passWithNoTests', `--sequence.seed=${process.env.TEST_SEED}`],
        ...projects.map((project) => `--project=${project}`),
        ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...asked.filters],
        ...(asked.onlyChanged ? ['--changed'] : []),
      ],
      { ...manner, env: { ...env, NO_COLOR: '1' } },
    )
    return count(run, report, ({ numPassedTests, numFailedTests, numTotalTests }: VitestReport) => ({
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numTotalTests - numPassedTests - numFailedTests,
    }))
  })
}

/** Runs on a PostgreSQL server, if there is one, and on the built-in database. */
async function runIntegration(asked: Asked): Promise<Outcome> {
  const { found, reason } = await ensurePostgres(say)
  if (found === undefined) return withReason(await runVitest(['integration'], asked), reason)
  try {
    return await runVitest(['integration'], asked, { env: { TEST_DATABASE_URL: found.url } })
  } finally {
    await found.stop()
  }
}

/** Runs in Chromium, against real servers and the built client. When a server stops, its ledger must balance: each such check counts as a test. */
async function runBrowser({ filters }: Asked): Promise<Outcome> {
  const build = await buildClient()
  if (!build.ok) return asOutcome(build)
  const { found, reason } = await ensureChromium(say)
  if (found === undefined) return withReason({ passed: 0, failed: 0, skipped: 1, output: '' }, reason)
  await ensureHeadlessShell(say)
  return inFreshFolder(async (folder) => {
    const report = join(folder, 'report.json')
    const run = await runTool(
      'node_modules/playwright/cli.js',
      [
        ...['test', '--config=tests/e2e/playwright.config.ts', '--pass-with-no-tests', '--reporter=dot,json'],
        // Playwright looks for a word in the whole path, which may lie in a folder of that name.
        ...filters.map((word) => `tests/e2e/[^/]*${word}`),
      ],
      { env: { CHROMIUM_PATH: found, E2E_DATA_DIR: folder, PLAYWRIGHT_JSON_OUTPUT_FILE: report, FORCE_COLOR: '0' } },
    )
    // A flaky test passed only after a retry.
    const browser = await count(run, report, ({ stats }: PlaywrightReport) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    }))
    if (browser.passed + browser.failed === 0) return browser
    const left = (await readdir(folder, { withFileTypes: true })).filter((each) => each.isDirectory())
    const checkLedger = async (name: string) => {
      const env = { DATA_DIR: join(folder, name), DATABASE_URL: '' }
      const ledger = asOutcome(await runTool('src/server/ledger-check.ts', [], { env }))
      browser.passed += ledger.passed
      browser.failed += ledger.failed
      browser.output += ledger.output
    }
    const checks = left.map(({ name }) => ({ cores: 1, run: () => checkLedger(name) }))
    await runSideBySide(checks, CORES)
    return browser
  }, scratch())
}

/** A gate that failed without a failed test (a file that does not load, a server that does not start) counts as one failure. */
async function count<Report>(
  { ok, output }: { ok: boolean; output: string },
  report: string,
  read: (report: Report) => Omit<Outcome, 'output'>,
): Promise<Outcome> {
  const counts = await readFile(report, 'utf8').then(
    (text) => read(JSON.parse(text)),
    () => ({ passed: 0, failed: 0, skipped: 0 }),
  )
  return { ...counts, failed: counts.failed || (ok ? 0 : 1), output: ok ? '' : output }
}

function withReason(outcome: Outcome, reason: string): Outcome {
  return { ...outcome, output: `${outcome.output}skipped: ${reason}` }
}

async function inFreshFolder<T>(work: (folder: string) => Promise<T>, root = tmpdir()): Promise<T> {
  const folder = await mkdtemp(join(root, 'kimia-test-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  process.once('exit', remove)
  try {
    return await work(folder)
  } finally {
    process.off('exit', remove)
    await rm(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}
