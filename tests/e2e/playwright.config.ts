import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'playwright/test'
import { CHROMIUM_ARGUMENTS, findChromium, findHeadlessShell } from '../setup/chromium.ts'
import { freePort } from '../setup/free-port.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

const WORKERS = 2

// Each worker has a server of its own, with its port and its data. Workers read this file again and inherit the environment.
process.env.E2E_PORTS ??= (await freePorts()).join()
process.env.E2E_DATA_DIR ??= freshFolder()
const ports = process.env.E2E_PORTS.split(',')
process.env.E2E_PORT = ports[Number(process.env.TEST_PARALLEL_INDEX ?? 0)] ?? ''
// These tests run on the default store, whatever the developer's own server uses.
delete process.env.DATABASE_URL
const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`

/** What a headless shell lacks: notifications, the offer to install; and a worker is proven in the browser that people have. */
const IN_FULL_BROWSER = /\/(installable|offline|public-site|push|push-once|update)\.test\.ts$/

const inBrowser = (executablePath: string | undefined) => ({
  launchOptions: { args: CHROMIUM_ARGUMENTS, ...(executablePath ? { executablePath } : {}) },
})

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
    // The worker keeps prices; a test that wants a page without it says so.
    serviceWorkers: 'allow',
    trace: 'off',
    screenshot: 'only-on-failure',
  },
  projects: [
    { name: 'shell', testIgnore: IN_FULL_BROWSER, use: inBrowser(findHeadlessShell() ?? findChromium()) },
    { name: 'full', testMatch: IN_FULL_BROWSER, use: inBrowser(findChromium()) },
  ],
  webServer: ports.map((port, worker) => ({
    command: `"${process.execPath}" src/server/main.ts`,
    cwd: root,
    url: `http://127.0.0.1:${port}/`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: port,
      HOST: '127.0.0.1',
      // No PUBLIC_URL, as after `npm start`: a payment must lead back to the name that the page was opened by.
      DATA_DIR: join(process.env.E2E_DATA_DIR ?? '', String(worker)),
      // All people of these tests come from one address.
      CODES_PER_ADDRESS_MAX: '100000',
      CODE_GAP_SECONDS: '0',
      // Nobody but the people of a test takes their orders.
      SANDBOX_TRADERS: 'off',
      REQUESTS_PER_MINUTE_MAX: '0',
    },
  })),
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
