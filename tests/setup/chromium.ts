import { execFile, spawnSync } from 'node:child_process'
import { promisify } from 'node:util'
import { chromium } from 'playwright'
import {
  type Availability,
  canInstallDebianPackages,
  findProgram,
  firstLine,
  installDebianPackage,
  isExecutable,
} from './programs.ts'

const run = promisify(execFile)
const DOWNLOAD_MS_MAX = 180_000

/** Lets Chromium run as root in a container and keeps it from calling home. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-dev-shm-usage',
  // Without a graphics card Chromium emulates one, which costs half a core.
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
const HEADLESS_SHELL = 'chromium-headless-shell'
const APPLICATIONS = [
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/**
 * The path of a Chromium that starts: the one `CHROMIUM_PATH` names, else the system's, else Playwright's own download.
 * Throws when `CHROMIUM_PATH` names none.
 */
export function findChromium(): string | undefined {
  const named = process.env.CHROMIUM_PATH
  if (named) {
    if (!isExecutable(named)) throw new Error(`CHROMIUM_PATH is ${named}, and there is no program`)
    return named
  }
  const candidates = [findProgram(NAMES), ...APPLICATIONS, chromium.executablePath()]
  return candidates.find((path) => path !== undefined && isExecutable(path) && starts(path))
}

/**
 * The path of a Chromium without windows, which starts and draws faster: the one `HEADLESS_SHELL_PATH` names, else the system's. Without
 * either, a Chromium does as well.
 */
export function findHeadlessShell(): string | undefined {
  const path = process.env.HEADLESS_SHELL_PATH || findProgram([HEADLESS_SHELL])
  return path && isExecutable(path) && starts(path) ? path : undefined
}

// Some systems have a placeholder of that name which only says how to install it.
function starts(path: string): boolean {
  return process.platform === 'win32' || spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0
}

/** Finds a Chromium or installs one: Playwright's own download, else the package, on a Debian with root. */
export async function ensureChromium(say: (line: string) => void): Promise<Availability<string>> {
  const present = findChromium()
  if (present) return { found: present }
  const ways: [string, () => Promise<void>][] = [["Playwright's download", downloadWithPlaywright]]
  if (canInstallDebianPackages()) ways.push(['apt-get install chromium', () => installDebianPackage('chromium')])
  const reasons: string[] = []
  for (const [what, install] of ways) {
    say(`fetching Chromium: ${what} …`)
    const failure = await install().then(() => undefined, firstLine)
    const found = findChromium()
    if (found) return { found }
    reasons.push(`${what}: ${failure ?? 'it left no browser behind'}`)
  }
  return { found: undefined, reason: `no Chromium here (${reasons.join('; ')}); set CHROMIUM_PATH` }
}

/** The path of a Chromium, installed if there is none. Throws with the reason if it cannot be. */
export async function requireChromium(): Promise<string> {
  const { found, reason } = await ensureChromium((line) => process.stdout.write(`${line}\n`))
  if (!found) throw new Error(reason)
  return found
}

/** Downloads the headless shell if the Chromium found is a package of Debian's; without it a run is only slower. */
export async function ensureHeadlessShell(say: (line: string) => void): Promise<void> {
  if (findHeadlessShell() || findChromium() !== findProgram(['chromium']) || !canInstallDebianPackages()) return
  say(`fetching ${HEADLESS_SHELL}: apt-get install …`)
  await installDebianPackage(HEADLESS_SHELL).catch((error: unknown) => say(`no ${HEADLESS_SHELL}: ${firstLine(error)}`))
}

async function downloadWithPlaywright(): Promise<void> {
  await run(process.execPath, ['node_modules/playwright/cli.js', 'install', 'chromium'], {
    timeout: DOWNLOAD_MS_MAX,
    env: { ...process.env, PLAYWRIGHT_DOWNLOAD_CONNECTION_TIMEOUT: '15000' },
  })
}
