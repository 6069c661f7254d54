import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'playwright/test'
import { CHROMIUM_ARGUMENTS, findChromium } from '../setup/chromium.ts'
import { freePort } from '../setup/free-port.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

// Workers read this file again and inherit the environment: one port and one data folder for the whole run.
process.env.E2E_PORT ??= String(await freePort())
process.env.E2E_DATA_DIR ??= freshFolder()
// These tests run on the default store, whatever the developer's own server uses.
delete process.env.DATABASE_URL
const baseURL = `http://127.0.0.1:${process.env.E2E_PORT}`
const executablePath = findChromium()

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.test.ts',
  outputDir: join(root, 'test-results'),
  workers: 1,
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
    launchOptions: { args: CHROMIUM_ARGUMENTS, ...(executablePath ? { executablePath } : {}) },
  },
  webServer: {
    command: `"${process.execPath}" src/server/main.ts`,
    cwd: root,
    url: `${baseURL}/`,
    timeout: 180_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: process.env.E2E_PORT,
      HOST: '127.0.0.1',
      // No PUBLIC_URL, as after `npm start`: a payment must lead back to the name that the page was opened by.
      DATA_DIR: process.env.E2E_DATA_DIR,
      // All people of these tests come from one address.
      CODES_PER_ADDRESS_MAX: '100000',
      CODE_GAP_SECONDS: '0',
      // Nobody but the people of a test takes their orders.
      SANDBOX_TRADERS: 'off',
      REQUESTS_PER_MINUTE_MAX: '0',
    },
  },
})

// Removed by the process that made it, which ends after the server.
function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'kimia-e2e-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
  return folder
}
