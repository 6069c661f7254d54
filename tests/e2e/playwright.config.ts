import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'playwright/test'
import { CHROMIUM_ARGUMENTS, findChromium, findHeadlessShell } from '../setup/chromium.ts'
import { freePort } from '../setup/free-port.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** One more than the machine has cores: a walk waits for a frame or an answer for a third of its time. Four were no faster. */
const WORKERS = 3

// Each worker has its own server, with its port and its data. Workers read this file again and inherit the environment.
process.env.E2E_PORTS ??= (await freePorts()).join()
process.env.E2E_DATA_DIR ??= freshFolder()
const ports = process.env.E2E_PORTS.split(',')
process.env.E2E_PORT = ports[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ?? ''
const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`

/** Files that a headless shell cannot run, without notifications or an offer to install; and the worker is tested in the browser people use. */
const IN_FULL_BROWSER = /\/(installable|last-known|offline|public-site|push|push-once|update)\.test\.ts$/

/** The longest files begin first, so that no worker is left alone with one at the end. */
const LONG =
  /\/(every-(console-)?screen|hostile-names|interrupted|keyboard-sheets|operations|quick-trade|story|support|visitor)\.test\.ts$/

/** Without a graphics card each frame behind a sheet is blurred again, which took four fifths of the work of a press of Tab. */
const LESS_TRANSPARENCY = '--blink-settings=prefersReducedTransparency=true'

/**
 * The worker fetches the whole shell for each new visitor, which costs more than the page. Stories and the tests of the worker allow it; a file that
 * needs it says so.
 */
const inBrowser = (executablePath: string | undefined, serviceWorkers: 'allow' | 'block') => ({
  launchOptions: { args: [...CHROMIUM_ARGUMENTS, LESS_TRANSPARENCY], ...(executablePath ? { executablePath } : {}) },
  serviceWorkers,
})

/** Animations cost time and prove nothing: only the story, and the files about them, have them as most people do. */
const inShell = {
  ...inBrowser(findHeadlessShell() ?? findChromium(), 'block'),
  reducedMotion: 'reduce',
} as const

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  outputDir: join(root, 'test-results'),
  workers: WORKERS,
  retries: 0,
  forbidOnly: true,
  // Long enough for a busy machine; a hanging test is found all the same.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'dot',
  use: {
    baseURL,
    browserName: 'chromium',
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'long', testMatch: LONG, use: inShell },
    { name: 'full', testMatch: IN_FULL_BROWSER, use: inBrowser(findChromium(), 'allow') },
    { name: 'short', testIgnore: [LONG, IN_FULL_BROWSER], use: inShell },
  ],
  globalSetup: './start-servers.ts',
})

async function freePorts(): Promise<number[]> {
  const found = new Set<number>()
  while (found.size < WORKERS) found.add(await freePort())
  return [...found]
}

// The process that created the folder removes it; it ends after the server.
function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kimia-e2e-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
