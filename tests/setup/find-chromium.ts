import { spawnSync } from 'node:child_process'
import { chromium } from 'playwright'
import { findProgram, isExecutable } from './find-program.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge']
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

// Some systems have a stand-in of that name which only says how to install it.
function starts(path: string): boolean {
  return process.platform === 'win32' || spawnSync(path, ['--version'], { stdio: 'ignore' }).status === 0
}
