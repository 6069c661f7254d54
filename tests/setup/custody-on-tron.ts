import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { CustodyParams } from '#contract/custody.ts'
import { FIRST_BLOCK, SandboxTronChain, TETHER_CONTRACT } from '#sandbox/tron/tron-chain.ts'
import { tronSandbox } from '#sandbox/tron/tron-sandbox.ts'
import { addressText } from '#sandbox/tron/tron-wire.ts'
import { type CustodyProcess, custodyFolder, startCustody, tronPolicy } from './custody-process.ts'
import { type FaultyNode, startFaultyNode } from './faulty-node.ts'
import { listenOnLoopback } from './loopback-server.ts'

interface Running {
  readonly chain: SandboxTronChain
  readonly node: FaultyNode
  readonly folder: string
  readonly hot: string
  /** Replaced by `start` after a kill. */
  custody: CustodyProcess
}

export const SUN = 1_000_000n

/** The tests of a file get custody on a TRON sandbox, with a node in between that can lose calls, and a hot wallet with coins and tokens. */
export function custodyOnTron() {
  let running: Running | undefined
  const closing: (() => Promise<unknown>)[] = []
  const now = (): Running => {
    if (!running) throw new Error('the chain has not started')
    return running
  }
  const startOn = (folder: string, url: string) => startCustody({ folder, nodes: { TRC20: url } })
  beforeAll(async () => {
    const chain = new SandboxTronChain({ solidAfter: 3 })
    const sandbox = await listenOnLoopback(tronSandbox(chain))
    const node = await startFaultyNode(sandbox.url)
    const { folder, remove } = await custodyFolder(tronPolicy({ firstBlock: FIRST_BLOCK, contract: TETHER_CONTRACT }))
    const custody = startOn(folder, node.url)
    const hot = (await custody.ask('status', {})).networks[0]?.hotAddress ?? ''
    running = { chain, node, folder, hot, custody }
    closing.push(() => now().custody.stop(), node.close, sandbox.close, remove)
    chain.pay(hot, 900n * SUN)
    chain.payToken(hot, 1_000n * SUN)
    chain.produce(3)
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
    get chain() {
      return now().chain
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
    folder: () => now().folder,
    start: () => startOn(now().folder, now().node.url),
    /** A payment to an address of its own, so that its balance is what arrived. */
    payment(change: Partial<CustodyParams<'send'>> = {}): CustodyParams<'send'> {
      payments += 1
      const to = addressText(`41${'1'.repeat(36)}${payments.toString().padStart(4, '0')}`)
      const id = `payment-${payments}`
      return { id, network: 'TRC20', coin: 'TETHER', to, amount: '1000', approvals: [], ...change }
    },
    addressOf: async (index: number) => (await now().custody.ask('address', { network: 'TRC20', index })).address,
    find: (id: string) => now().custody.ask('find', { id }),
    journal,
    signedBytesOf: (id: string) =>
      journal()
        .split('\n')
        .filter((line) => line.includes('"signed"') && line.includes(`"${id}"`)),
  }
}
