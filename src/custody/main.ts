// Custody: the only process that holds keys. It is started with `--disable-sigusr1`, since that signal would open Node's debugger in it, with
// an environment of its own settings alone, and with the passphrase of its seed file on descriptor 3.
import { createHash, timingSafeEqual } from 'node:crypto'
import { chmodSync, closeSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname } from 'node:path'
import { pino } from 'pino'
import type { CustodyRequest } from '#contract/custody.ts'
import { answer } from './answer.ts'
import { openCustody } from './open-custody.ts'
import type { Custody } from './payments.ts'
import { Refused } from './refused.ts'
import { serveLines } from './serve.ts'
import { readSettings } from './settings.ts'

const PASSPHRASE_DESCRIPTOR = 3
/** The methods whose refusal an operator has to know of. */
const ALARMED = new Set(['send', 'replace', 'sweep'])

process.umask(0o077)
// Stdout is the protocol's.
const log = pino({ base: { room: 'custody' } }, pino.destination({ dest: 2, sync: true }))

try {
  if (!process.execArgv.includes('--disable-sigusr1')) throw new Error('custody starts with node --disable-sigusr1')
  const settings = readSettings(process.env)
  const custody = await openCustody(settings, readPassphrase)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      custody.close()
      process.exit(0)
    })
  const sayReady = () =>
    log.info({ networks: [...custody.chains.keys()], stopped: custody.journal.stopped }, 'custody is ready')
  if (settings.socket === undefined) {
    sayReady()
    const maySend = () => true
    await serveLines({ input: process.stdin, output: process.stdout, maySend, ...answersOf(custody) })
    // The process that asked is gone.
    custody.close()
    process.exit(0)
  } else listen(custody, { ...settings, path: settings.socket, onListening: sayReady })
} catch (error) {
  log.fatal(error instanceof Error ? error.message : 'custody could not start')
  process.exit(1)
}

function answersOf(custody: Custody) {
  return {
    answer: async (request: Omit<CustodyRequest, 'id'>) => {
      const { method } = request
      const result = await answer(custody, request)
      if (result instanceof Refused && ALARMED.has(method))
        log.warn({ method, code: result.code, reason: result.reason }, 'custody refused')
      return result
    },
    onFault: (error: unknown, method: string) =>
      log.error({ method, fault: error instanceof Error ? error.stack : 'unknown' }, 'custody failed'),
  }
}

const digest = (token: string) => createHash('sha256').update(token).digest()

interface Listening {
  readonly path: string
  readonly sendingToken: string | undefined
  readonly onListening: () => void
}

/** Serves a socket that its owner alone can open, or with a token of sending its group, too: a caller without the token can ask and no more. */
function listen(custody: Custody, { path, sendingToken, onListening }: Listening): void {
  const forGroup = sendingToken === undefined ? 0 : 0o060
  const maySend = (token = '') => sendingToken === undefined || timingSafeEqual(digest(token), digest(sendingToken))
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  rmSync(path, { force: true })
  const server = createServer((connection) => {
    connection.on('error', () => connection.destroy())
    void serveLines({ input: connection, output: connection, maySend, ...answersOf(custody) })
      .catch(() => undefined)
      .finally(() => connection.destroy())
  })
  server.listen(path, () => {
    chmodSync(path, 0o600 | forGroup)
    onListening()
  })
}

/** Without the newline of a file or a pipe. */
function readPassphrase(): string {
  const text = readFileSync(PASSPHRASE_DESCRIPTOR, 'utf8')
  closeSync(PASSPHRASE_DESCRIPTOR)
  return text.replace(/\r?\n$/, '')
}
