import { rmSync, statfsSync } from 'node:fs'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureChromium } from '../../tests/setup/chromium.ts'
import { ensurePostgres } from '../../tests/setup/postgres.ts'
import { buildClient } from './build-client.ts'
import { runTool, say } from './child.mjs'
import { ifChanged } from './if-changed.ts'

/** How a gate ended, and what a reader needs to mend it. A gate without tests of its own counts as one. */
export type Outcome = { passed: number; failed: number; skipped: number; output: string }

/** One check of `npm test`. `filters` are parts of the names of its files. */
type Gate = (filters: readonly string[]) => Promise<Outcome>

/** The parts of the tools' reports that count. */
type VitestReport = { numPassedTests: number; numFailedTests: number; numTotalTests: number }
type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }

const BIOME = ['check', '--error-on-warnings', '--no-errors-on-unmatched', '--colors=off']

/** All gates, in the order in which they run, one after the other: some measure time, and the build writes the routes that have types. */
export const GATES: Readonly<Record<string, Gate>> = {
  lint: async () => asOutcome(await runTool('node_modules/@biomejs/biome/bin/biome', BIOME)),
  unused: async () => asOutcome(await runTool('node_modules/knip/bin/knip.js', ['--no-progress', '--no-config-hints'])),
  build: async () => asOutcome(await buildClient()),
  types: checkTypes,
  architecture: (filters) => runVitest('architecture', filters),
  unit: (filters) => runVitest('unit', filters),
  property: (filters) => runVitest('property', filters),
  client: (filters) => runVitest('client', filters),
  simulation: (filters) => runVitest('simulation', filters),
  integration: runIntegration,
  browser: runBrowser,
}

function asOutcome({ ok, output }: { ok: boolean; output: string }): Outcome {
  return { passed: ok ? 1 : 0, failed: ok ? 0 : 1, skipped: 0, output: ok ? '' : output }
}

const THEME = {
  sources: ['src/client/ui/theme.ts', 'src/client/ui/theme/**'],
  stamp: 'node_modules/.cache/theme-types',
}

/** Chakra's types know our tokens and recipes once they are written into its package, which `npm ci` fetches anew. */
async function checkTypes(): Promise<Outcome> {
  const theme = await ifChanged(THEME, () =>
    runTool('node_modules/@chakra-ui/cli/bin/index.js', ['typegen', 'src/client/ui/theme.ts']),
  )
  if (!theme.ok) return asOutcome(theme)
  return asOutcome(await runTool('node_modules/typescript/bin/tsc', ['-b', '--pretty', 'false']))
}

/** Runs one project of tests/vitest.config.ts. */
function runVitest(project: string, filters: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<Outcome> {
  return inFreshFolder(async (folder) => {
    const report = join(folder, 'report.json')
    const run = await runTool(
      'node_modules/vitest/vitest.mjs',
      [
        ...['run', '--config=tests/vitest.config.ts', '--passWithNoTests', `--project=${project}`],
        ...['--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...filters],
      ],
      { ...env, NO_COLOR: '1' },
    )
    return count(run, report, ({ numPassedTests, numFailedTests, numTotalTests }: VitestReport) => ({
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numTotalTests - numPassedTests - numFailedTests,
    }))
  })
}

/** On a PostgreSQL server where one can be had, and on the built-in database, both in memory where there is room. */
function runIntegration(filters: readonly string[]): Promise<Outcome> {
  return inFreshFolder(async (folder) => {
    // PostgreSQL runs as another user where we are root, and has to get to its own folder in here.
    await chmod(folder, 0o711)
    process.env.TEST_MEMORY_DIR = folder
    return runOnDatabases(filters)
  }, memoryRoot())
}

async function runOnDatabases(filters: readonly string[]): Promise<Outcome> {
  const { found, reason } = await ensurePostgres(say)
  if (found === undefined) return withReason(await runVitest('integration', filters), reason)
  try {
    return await runVitest('integration', filters, { TEST_DATABASE_URL: found.url })
  } finally {
    await found.stop()
  }
}

/** In Chromium, against the real server and the built client. When the server has stopped, its ledger must add up: one more check. */
async function runBrowser(filters: readonly string[]): Promise<Outcome> {
  const build = await buildClient()
  if (!build.ok) return asOutcome(build)
  const { found, reason } = await ensureChromium(say)
  if (found === undefined) return withReason({ passed: 0, failed: 0, skipped: 1, output: '' }, reason)
  return inFreshFolder(async (folder) => {
    const report = join(folder, 'report.json')
    const dataDir = join(folder, 'data')
    const run = await runTool(
      'node_modules/playwright/cli.js',
      ['test', '--config=tests/e2e/playwright.config.ts', '--pass-with-no-tests', '--reporter=line,json', ...filters],
      { CHROMIUM_PATH: found, E2E_DATA_DIR: dataDir, PLAYWRIGHT_JSON_OUTPUT_FILE: report, FORCE_COLOR: '0' },
    )
    // A flaky test passed only when tried again.
    const browser = await count(run, report, ({ stats }: PlaywrightReport) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    }))
    if (browser.passed + browser.failed === 0) return browser
    const ledger = asOutcome(await runTool('src/server/ledger-check.ts', [], { DATA_DIR: dataDir, DATABASE_URL: '' }))
    return {
      ...browser,
      passed: browser.passed + ledger.passed,
      failed: browser.failed + ledger.failed,
      output: browser.output + ledger.output,
    }
  })
}

/** A gate that failed although no test did (a file that does not load, a server that does not start) failed once. */
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

const MEMORY = '/dev/shm'
const MEMORY_BYTES_MIN = 4 * 1024 ** 3

/** Linux keeps this folder in memory. A container may give it a few megabytes only, and other systems have none. */
function memoryRoot(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= MEMORY_BYTES_MIN ? MEMORY : tmpdir()
  } catch {
    return tmpdir()
  }
}
