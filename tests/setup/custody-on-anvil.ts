import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import type { CustodyParams } from '#contract/custody.ts'
import { type Anvil, startAnvil } from '../../src/scripts/anvil.ts'
import { type CustodyProcess, custodyFolder, evmPolicy, startCustody, TEST_CHAIN_ID } from './custody-process.ts'
import { type FaultyNode, startFaultyNode } from './faulty-node.ts'

/** The parts that the tests of a file share. */
interface Running {
  readonly anvil: Anvil
  readonly node: FaultyNode
  readonly token: string
  readonly folder: string
  /** Replaced by `start` after a kill. */
  custody: CustodyProcess
}

/** The tests of a file get custody on an EVM chain with a node in between that can lose calls, and a hot wallet with ether and tokens. */
export function custodyOnAnvil({ confirmations = 3 } = {}) {
  let running: Running | undefined
  let remove = async () => {}
  const now = (): Running => {
    if (!running) throw new Error('the chain has not started')
    return running
  }
  beforeAll(async () => {
    const anvil = await startAnvil({ chainId: TEST_CHAIN_ID })
    const node = await startFaultyNode(anvil.url)
    const token = await anvil.deployToken()
    const place = await custodyFolder(evmPolicy({ contract: token, confirmations }))
    remove = place.remove
    const custody = startCustody({ folder: place.folder, nodes: { ERC20: node.url } })
    running = { anvil, node, token, folder: place.folder, custody }
    const hot = (await custody.ask('status', {})).networks[0]?.hotAddress ?? ''
    await anvil.call('anvil_setBalance', hot, `0x${(10n ** 20n).toString(16)}`)
    await anvil.mintToken(token, hot, 1_000_000_000n)
  })
  beforeEach(() => {
    now().node.onCall = () => undefined
    now().node.onAnswer = () => undefined
  })
  afterAll(async () => {
    await running?.custody.stop()
    await running?.node.close()
    await running?.anvil.stop()
    await remove()
  })

  let payments = 0
  const journal = () => readFileSync(join(now().folder, 'journal.jsonl'), 'utf8')
  const read = (data: string) => now().anvil.call<string>('eth_call', { to: now().token, data }, 'latest')
  return {
    get anvil() {
      return now().anvil
    },
    get node() {
      return now().node
    },
    get token() {
      return now().token
    },
    folder: () => now().folder,
    get custody() {
      return now().custody
    },
    set custody(custody: CustodyProcess) {
      now().custody = custody
    },
    start: () => startCustody({ folder: now().folder, nodes: { ERC20: now().node.url } }),
    /** A payment to an address of its own, so that its balance is what arrived. */
    payment(change: Partial<CustodyParams<'send'>> = {}): CustodyParams<'send'> {
      payments += 1
      const to = `0x${'1'.repeat(36)}${payments.toString().padStart(4, '0')}`
      const id = `payment-${payments}`
      return { id, network: 'ERC20', coin: 'TETHER', to, amount: '1000', approvals: [], ...change }
    },
    balanceOf: async (to: string) => BigInt(await read(`0x70a08231${to.slice(2).padStart(64, '0')}`)),
    etherOf: async (to: string) => BigInt(await now().anvil.call<string>('eth_getBalance', to, 'latest')),
    find: (id: string) => now().custody.ask('find', { id }),
    mine: (blocks: number) => now().anvil.call('anvil_mine', `0x${blocks.toString(16)}`),
    journal,
    signedBytesOf: (id: string) =>
      journal()
        .split('\n')
        .filter((line) => line.includes('"signed"') && line.includes(`"${id}"`)),
  }
}
