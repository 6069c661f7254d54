import { constants } from 'node:os'

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/** Within this time the same wish has come twice: from the terminal, and from the process that passes signals on. */
const ECHO_MS = 1_500

/**
 * Makes one Ctrl-C one wish. The first signal goes to whoever handles it, or ends the process where nobody does; its
 * echo is swallowed, so that it cannot cut an orderly end short; one that comes later ends the process at once.
 */
export function guardSignals(): void {
  let firstAt: number | undefined
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      const handled = process.listenerCount(signal) > 1
      if (firstAt === undefined && handled) firstAt = performance.now()
      else if (firstAt === undefined || performance.now() - firstAt > ECHO_MS)
        process.exit(128 + constants.signals[signal])
    })
  }
}
