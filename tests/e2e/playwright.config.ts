import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'playwright/test'
import { CHROMIUM_ARGUMENTS, findChromium, findHeadlessShell } from '../setup/chromium.ts'
import { freePort } from '../setup/free-port.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** One more than the machine has cores: a walk waits for a frame or an answer for a third of its time. */
const WORKERS = 3

// Each worker has a server of its own, with its port and its data. Workers read this file again and inherit the environment.
process.env.E2E_PORTS ??= (await freePorts()).join()
process.env.E2E_DATA_DIR ??= freshFolder()
const ports = process.env.E2E_PORTS.split(',')
process.env.E2E_PORT = ports[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ?? ''
const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`

/** What a headless shell lacks: notifications, the offer to install; and a worker is proven in the browser that people have. */
const IN_FULL_BROWSER = /\/(installable|offline|public-site|push|push-once|update)\.test\.ts$/

/** What takes longest begins first, so that no worker is left alone with it at the end. */
const LONG =
  /\/(every-screen|hostile-names|interrupted|keyboard-sheets|operations|quick-trade|story|support|visitor)\.test\.ts$/

/**
 * The worker fetches the whole shell for each new visitor, which costs more than the page. Stories and what is about it have it; a file that
 * needs it says so.
 */
const inBrowser = (executablePath: string | undefined, serviceWorkers: 'allow' | 'block') => ({
  launchOptions: { args: CHROMIUM_ARGUMENTS, ...(executablePath ? { executablePath } : {}) },
  serviceWorkers,
})

/** Fading costs time and proves nothing: the story, and the files that are about it, have it as most people do. */
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
  // Long enough for a busy machine: what hangs is found all the same.
  timeout: 240_000,
  expect: { timeout: 30_000 },
  reporter: 'line',
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

// Removed by the process that made it, which ends after the server.
function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kimia-e2e-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
