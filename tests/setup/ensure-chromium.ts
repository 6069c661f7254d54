import { execFile } from 'node:child_process'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findChromium } from './find-chromium.ts'
import { canInstallDebianPackages, installDebianPackage } from './install-debian-package.ts'

const run = promisify(execFile)
const DOWNLOAD_MS_MAX = 180_000

export type Availability<Found> = { found: Found; reason?: undefined } | { found: undefined; reason: string }

/** Finds a Chromium, or fetches one: Playwright's own download, else the package of a Debian that we are root on. */
export async function ensureChromium(say: (line: string) => void): Promise<Availability<string>> {
  const present = findChromium()
  if (present) return { found: present }
  const reasons: string[] = []
  for (const [what, install] of ways()) {
    say(`fetching Chromium: ${what} …`)
    const failure = await install().then(() => undefined, firstLine)
    const found = findChromium()
    if (found) return { found }
    reasons.push(`${what}: ${failure ?? 'it left no browser behind'}`)
  }
  return { found: undefined, reason: `no Chromium here (${reasons.join('; ')}); set CHROMIUM_PATH` }
}

function ways(): [string, () => Promise<void>][] {
  const ways: [string, () => Promise<void>][] = [["Playwright's download", downloadWithPlaywright]]
  if (canInstallDebianPackages()) ways.push(['apt-get install chromium', () => installDebianPackage('chromium')])
  return ways
}

async function downloadWithPlaywright(): Promise<void> {
  const folder = dirname(createRequire(import.meta.url).resolve('playwright/package.json'))
  await run(process.execPath, [join(folder, 'cli.js'), 'install', 'chromium'], {
    timeout: DOWNLOAD_MS_MAX,
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
  })
}

function firstLine(error: unknown): string {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? ''
}
