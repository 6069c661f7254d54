import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { CustodyParams } from '#contract/custody.ts'
import { type CustodyProcess, custodyFolder, startCustody } from './custody-process.ts'

/** A node that can lose calls. */
interface Node {
  readonly url: string
  /** From now on nothing is lost. */
  mend(): void
}

interface Opened<Network extends Node> {
  readonly node: Network
  readonly policy: Parameters<typeof custodyFolder>[0]
  /** Gives coins to the hot wallet. */
  readonly fund: (hot: string) => Promise<void> | void
  readonly close: () => Promise<unknown>
}

interface Options<Network extends Node> {
  readonly network: CustodyParams<'send'>['network']
  readonly open: () => Promise<Opened<Network>>
  /** A payment to an address that no other number gives, so that its balance is what arrived. */
  readonly payment: (number: number) => Pick<CustodyParams<'send'>, 'coin' | 'to' | 'amount'>
}

/** The tests of a file get the real process of custody on a network, with coins in its hot wallet. */
export function custodyOn<Network extends Node>({ network, open, payment }: Options<Network>) {
  let running: { node: Network; folder: string; hot: string; custody: CustodyProcess } | undefined
  const closing: (() => Promise<unknown>)[] = []
  const now = () => {
    if (!running) throw new Error('the network has not started')
    return running
  }
  const startOn = (folder: string, url: string) => startCustody({ folder, nodes: { [network]: url } })
  beforeAll(async () => {
    const { node, policy, fund, close } = await open()
    closing.push(close)
    const { folder, remove } = await custodyFolder(policy)
    closing.unshift(remove)
    const custody = startOn(folder, node.url)
    closing.unshift(() => (running?.custody ?? custody).stop())
    const hot = (await custody.ask('status', {})).networks[0]?.hotAddress ?? ''
    running = { node, folder, hot, custody }
    await fund(hot)
  })
  beforeEach(() => now().node.mend())
  afterAll(async () => {
    for (const close of closing) await close()
  })

  let payments = 0
  const journal = () => readFileSync(join(now().folder, 'journal.jsonl'), 'utf8')
  return {
    get node() {
      return now().node
    },
    get hot() {
      return now().hot
    },
    get custody() {
      return now().custody
    },
    /** Replaced by `start` after a kill. */
    set custody(custody: CustodyProcess) {
      now().custody = custody
    },
    folder: () => now().folder,
    start: () => startOn(now().folder, now().node.url),
    payment(change: Partial<CustodyParams<'send'>> = {}): CustodyParams<'send'> {
      payments += 1
      return { id: `payment-${payments}`, network, approvals: [], ...payment(payments), ...change }
    },
    find: (id: string) => now().custody.ask('find', { id }),
    journal,
    signedBytesOf: (id: string) =>
      journal()
        .split('\n')
        .filter((line) => line.includes('"signed"') && line.includes(`"${id}"`)),
  }
}
