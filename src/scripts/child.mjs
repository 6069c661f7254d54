import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { fileURLToPath } from 'node:url'

/** The folder of package.json. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Prints a line of progress to stderr, so that it does not mix with a program's output on stdout. */
export function say(/** @type {string} */ line) {
  process.stderr.write(`kimia: ${line}\n`)
}

/**
 * Runs a program in the root folder and resolves with its exit code. It uses our terminal, or its output goes to `collect`. A signal
 * is passed on to it; when it has then ended by itself, this process exits with the same code. In the background it gets the processor when others
 * leave it idle.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, collect?: (text: string) => void, isInBackground?: boolean }} [options]
 * @returns {Promise<number>}
 */
export async function runChild(command, args, { env, collect, isInBackground = false } = {}) {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: collect ? ['ignore', 'pipe', 'pipe'] : 'inherit',
  })
  if (isInBackground && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_BELOW_NORMAL)
  if (collect) for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', collect)
  let isEnding = false
  const passOn = (/** @type {NodeJS.Signals} */ signal) => {
    isEnding = true
    child.kill(signal)
  }
  const end = () => void child.kill()
  for (const signal of SIGNALS) process.on(signal, passOn)
  process.on('exit', end)
  try {
    const [code, signal] = await once(child, 'close')
    const exitCode = signal ? 128 + constants.signals[/** @type {NodeJS.Signals} */ (signal)] : code
    if (isEnding) process.exit(exitCode)
    return exitCode
  } finally {
    for (const signal of SIGNALS) process.off(signal, passOn)
    process.off('exit', end)
  }
}

/**
 * Runs a JavaScript file under this Node. Resolves with its success and its output.
 * @param {string} file
 * @param {readonly string[]} [args]
 * @param {{ env?: NodeJS.ProcessEnv, isInBackground?: boolean }} [options]
 */
export async function runTool(file, args = [], options = {}) {
  let output = ''
  const collect = (/** @type {string} */ text) => {
    output += text
  }
  const code = await runChild(process.execPath, [file, ...args], { ...options, collect })
  return { ok: code === 0, output }
}
