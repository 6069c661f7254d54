import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeAccountID } from 'ripple-address-codec'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { CustodyParams } from '#contract/custody.ts'
import { NETWORK_ID, SandboxXrpLedgers } from '#sandbox/xrp/xrp-ledgers.ts'
import { xrpSandbox } from '#sandbox/xrp/xrp-sandbox.ts'
import { type CustodyProcess, custodyFolder, startCustody, xrpPolicy } from './custody-process.ts'
import { type FaultyNode, startFaultyNode } from './faulty-node.ts'
import { listenOnLoopback } from './loopback-server.ts'

interface Running {
  readonly ledgers: SandboxXrpLedgers
  readonly node: FaultyNode
  readonly folder: string
  readonly hot: string
  /** Replaced by `start` after a kill. */
  custody: CustodyProcess
}

export const XRP = 1_000_000n

/** The tests of a file get custody on a sandbox of XRP, with a node in between that can lose calls, and an account with coins. */
export function custodyOnXrp() {
  let running: Running | undefined
  const closing: (() => Promise<unknown>)[] = []
  const now = (): Running => {
    if (!running) throw new Error('the network has not started')
    return running
  }
  const startOn = (folder: string, url: string) => startCustody({ folder, nodes: { XRP: url } })
  beforeAll(async () => {
    const ledgers = new SandboxXrpLedgers()
    const sandbox = await listenOnLoopback(xrpSandbox(ledgers))
    const node = await startFaultyNode(sandbox.url)
    const { folder, remove } = await custodyFolder(xrpPolicy({ networkId: NETWORK_ID }))
    const custody = startOn(folder, node.url)
    const hot = (await custody.ask('status', {})).networks[0]?.hotAddress ?? ''
    running = { ledgers, node, folder, hot, custody }
    closing.push(() => now().custody.stop(), node.close, sandbox.close, remove)
    ledgers.pay(hot, 900n * XRP)
    ledgers.close()
  })
  beforeEach(() => {
    now().node.onCall = () => undefined
    now().node.onAnswer = () => undefined
  })
  afterAll(async () => {
    for (const close of closing) await close()
  })

  let payments = 0
  const journal = () => readFileSync(join(now().folder, 'journal.jsonl'), 'utf8')
  return {
    get ledgers() {
      return now().ledgers
    },
    get node() {
      return now().node
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
    start: () => startOn(now().folder, now().node.url),
    /** A payment to an address of its own, so that its balance is what arrived. */
    payment(change: Partial<CustodyParams<'send'>> = {}): CustodyParams<'send'> {
      payments += 1
      const to = encodeAccountID(Buffer.from(`11${payments.toString().padStart(38, '0')}`, 'hex'))
      return {
        id: `payment-${payments}`,
        network: 'XRP',
        coin: 'RIPPLE',
        to,
        amount: '2000000',
        approvals: [],
        ...change,
      }
    },
    find: (id: string) => now().custody.ask('find', { id }),
    journal,
    signedBytesOf: (id: string) =>
      journal()
        .split('\n')
        .filter((line) => line.includes('"signed"') && line.includes(`"${id}"`)),
  }
}
