import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { StrKey } from '@stellar/stellar-base'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { CustodyParams } from '#contract/custody.ts'
import { PASSPHRASE, SandboxStellarLedgers } from '#sandbox/stellar/stellar-ledgers.ts'
import { stellarSandbox } from '#sandbox/stellar/stellar-sandbox.ts'
import { type CustodyProcess, custodyFolder, startCustody, stellarPolicy } from './custody-process.ts'
import { listenOnLoopback } from './loopback-server.ts'

interface Running {
  readonly ledgers: SandboxStellarLedgers
  readonly url: string
  readonly folder: string
  readonly hot: string
  /** Replaced by `start` after a kill. */
  custody: CustodyProcess
}

export const XLM = 10_000_000n

/** Answers a call in the node's place. @returns whether it did */
type Fault = (path: string, response: ServerResponse) => boolean | Promise<boolean>

/** The tests of a file get custody on a sandbox of Stellar, whose calls can get lost, and an account with coins. */
export function custodyOnStellar() {
  let running: Running | undefined
  let fault: Fault = () => false
  const closing: (() => Promise<unknown>)[] = []
  const now = (): Running => {
    if (!running) throw new Error('the network has not started')
    return running
  }
  const startOn = (folder: string, url: string) => startCustody({ folder, nodes: { XLM: url } })
  beforeAll(async () => {
    const ledgers = new SandboxStellarLedgers()
    const sandbox = stellarSandbox(ledgers)
    const server = await listenOnLoopback(async (request, response) => {
      if (!(await fault(request.url ?? '', response))) sandbox(request, response)
    })
    const { folder, remove } = await custodyFolder(stellarPolicy({ passphrase: PASSPHRASE }))
    const custody = startOn(folder, server.url)
    const hot = (await custody.ask('status', {})).networks[0]?.hotAddress ?? ''
    running = { ledgers, url: server.url, folder, hot, custody }
    closing.push(() => now().custody.stop(), server.close, remove)
    ledgers.pay(hot, 900n * XLM)
  })
  beforeEach(() => {
    fault = () => false
  })
  afterAll(async () => {
    for (const close of closing) await close()
  })

  let payments = 0
  return {
    get ledgers() {
      return now().ledgers
    },
    get hot() {
      return now().hot
    },
    get custody() {
      return now().custody
    },
    set custody(custody: CustodyProcess) {
      now().custody = custody
    },
    set fault(next: Fault) {
      fault = next
    },
    start: () => startOn(now().folder, now().url),
    /** A payment to an address of its own, so that its balance is what arrived. */
    payment(change: Partial<CustodyParams<'send'>> = {}): CustodyParams<'send'> {
      payments += 1
      const to = StrKey.encodeEd25519PublicKey(Buffer.from(`11${payments.toString().padStart(62, '0')}`, 'hex'))
      const asked = { id: `payment-${payments}`, to, amount: '20000000', approvals: [] }
      return { network: 'XLM', coin: 'STELLAR', ...asked, ...change }
    },
    find: (id: string) => now().custody.ask('find', { id }),
    signedTimes: (id: string) =>
      readFileSync(join(now().folder, 'journal.jsonl'), 'utf8')
        .split('\n')
        .filter((line) => line.includes('"signed"') && line.includes(`"${id}"`)).length,
  }
}
