import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

/** The folder of package.json. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** @type {NodeJS.Signals[]} */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** One line of progress, apart from what a program prints for others to read. */
export function say(/** @type {string} */ line) {
  process.stderr.write(`kimia: ${line}\n`)
}

/**
 * Runs a program at our own terminal and resolves with its exit code. Signals are passed on to it, and it ends when this process does.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} [env]
 * @returns {Promise<number>}
 */
export async function runChild(command, args, env) {
  const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...process.env, ...env } })
  const passOn = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal)
  const end = () => void child.kill()
  for (const signal of SIGNALS) process.on(signal, passOn)
  process.on('exit', end)
  try {
    const [code, signal] = await once(child, 'exit')
    return signal ? 128 + constants.signals[/** @type {NodeJS.Signals} */ (signal)] : code
  } finally {
    for (const each of SIGNALS) process.off(each, passOn)
    process.off('exit', end)
  }
}
