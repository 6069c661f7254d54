import { spawn } from 'node:child_process'
import { constants } from 'node:os'
import { whenOrphaned } from './when-orphaned.mjs'

/** @type {NodeJS.Signals[]} */
const PASSED_ON = ['SIGINT', 'SIGTERM', 'SIGHUP']

/**
 * Runs a program in the foreground, passes signals on to it, and resolves with its exit code.
 * The open channel lets a task notice that this process was killed (see `die-with-parent.ts`). At a terminal Ctrl-C
 * reaches the child twice, by the terminal and by us; `guard-signals.ts` makes one of the two.
 * @returns {Promise<number>}
 */
export function runChild(
  /** @type {string} */ command,
  /** @type {string[]} */ args,
  /** @type {NodeJS.ProcessEnv} */ env = process.env,
) {
  const child = spawn(command, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env })
  const passOn = (/** @type {NodeJS.Signals} */ signal) => void child.kill(signal)
  for (const signal of PASSED_ON) process.on(signal, passOn)
  whenOrphaned(() => passOn('SIGTERM'))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => {
      for (const each of PASSED_ON) process.off(each, passOn)
      resolve(signal ? 128 + constants.signals[signal] : (code ?? 1))
    })
  })
}
