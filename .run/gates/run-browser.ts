import { execFile } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ROOT } from '../setup/root.mjs'
import { runTool } from '../setup/run-tool.ts'
import { asOutcome, NOTHING, type Outcome } from './gate.ts'

/** The part of Playwright's JSON report that counts. A flaky test passed only when tried again. */
type Stats = { expected: number; unexpected: number; flaky: number; skipped: number }

/**
 * Runs the browser tests in the Chromium given, against the real server and the built client. When all people are gone
 * and the server has stopped, its ledger must add up: one more check.
 */
export async function runBrowser(options: { chromium: string; filters: string[] }): Promise<Outcome> {
  if (!hasTests()) return NOTHING
  const dataDir = await mkdtemp(join(tmpdir(), 'kimia-e2e-'))
  try {
    const browser = await runPlaywright({ ...options, dataDir })
    const ledger = await checkLedger(dataDir)
    return {
      ...browser,
      passed: browser.passed + ledger.passed,
      failed: browser.failed + ledger.failed,
      output: browser.output + ledger.output,
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 })
  }
}

function checkLedger(dataDir: string): Promise<Outcome> {
  return new Promise((resolve) => {
    execFile(
      process.execPath,
      ['src/server/ledger-check.ts'],
      { cwd: ROOT, env: { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '' } },
      (error, stdout, stderr) => resolve(asOutcome({ ok: error === null, output: `${stdout}${stderr}` })),
    )
  })
}

async function runPlaywright(options: { chromium: string; filters: string[]; dataDir: string }): Promise<Outcome> {
  const file = join(ROOT, '.cache', `playwright-${process.pid}.json`)
  const { ok, output } = await runTool(
    'playwright',
    ['test', '--config=tests/e2e/playwright.config.ts', '--reporter=line,json', ...options.filters],
    {
      CHROMIUM_PATH: options.chromium,
      E2E_DATA_DIR: options.dataDir,
      PLAYWRIGHT_JSON_OUTPUT_FILE: file,
      FORCE_COLOR: '0',
    },
  )
  const stats = await readStats(file)
  if (!stats) return asOutcome({ ok, output })
  const failed = stats.unexpected + stats.flaky
  // The runner itself may fail, for want of a server: that is one failure beside the tests'.
  const outside = !ok && failed === 0 ? 1 : 0
  return {
    passed: stats.expected,
    failed: failed + outside,
    skipped: stats.skipped,
    reasons: stats.skipped > 0 ? ['some browser tests skipped themselves'] : [],
    output: ok ? '' : output,
  }
}

/** How many tests lie in tests/e2e, to say so where they cannot run. */
export function hasTests(): boolean {
  return readdirSync(join(ROOT, 'tests', 'e2e'), { recursive: true }).some((name) => String(name).endsWith('.test.ts'))
}

async function readStats(file: string): Promise<Stats | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')).stats
  } catch {
    return undefined
  } finally {
    await rm(file, { force: true })
  }
}
