import { join } from 'node:path'
import { listenOnLoopback } from '../../tests/setup/loopback-server.ts'
import { keptBlocks } from './kept-blocks.ts'
import type { Miner } from './mine-after-transactions.ts'

/** A chain of Bitcoin's family in this process. */
export interface DevelopmentBitcoin extends Miner {
  readonly url: string
  /** The network in custody's policy. */
  readonly policy: object
  /** Gives an address coins, as a payment in a block. */
  fund(to: string, amount: bigint): Promise<void>
  stop(): Promise<void>
}

export const BITCOIN_FAMILY = {
  BTC: { symbol: 'BITCOIN', feeMax: '0.001', feeRate: { min: 1, max: 100 } },
  LTC: { symbol: 'LITE_COIN', feeMax: '0.01', feeRate: { min: 10, max: 1_000 } },
  BCH: { symbol: 'BITCOIN_CASH', feeMax: '0.001', feeRate: { min: 1, max: 100 } },
  DOGE: { symbol: 'DOGE_COIN', feeMax: '10', feeRate: { min: 1_000, max: 50_000 } },
} as const
export type BitcoinName = keyof typeof BITCOIN_FAMILY
export const isBitcoinName = (name: string): name is BitcoinName => name in BITCOIN_FAMILY

export const bitcoinPolicyOf = (name: BitcoinName, firstBlock: string) =>
  ({
    kind: 'bitcoin',
    chain: 'regtest',
    firstBlock,
    birthHeight: 0,
    confirmations: 3,
    ...BITCOIN_FAMILY[name],
  }) as const

/** Starts the sandbox of a network on a free port, with its blocks in a file of the folder. */
export async function startDevelopmentBitcoin(folder: string, name: BitcoinName): Promise<DevelopmentBitcoin> {
  const { CHAINS } = await import('../sandbox/bitcoin/chain-rules.ts')
  const { SandboxBitcoinChain } = await import('../sandbox/bitcoin/sandbox-chain.ts')
  const { bitcoinSandbox } = await import('../sandbox/bitcoin/bitcoin-sandbox.ts')
  const chain = new SandboxBitcoinChain(CHAINS[name], keptBlocks(join(folder, `${name}.jsonl`)))
  const server = await listenOnLoopback(bitcoinSandbox(chain))
  return {
    url: server.url,
    policy: bitcoinPolicyOf(name, CHAINS[name].firstBlock),
    // Each block has its miner's transaction.
    hasTransaction: async () => chain.pool.length > 0 || chain.head.transactions.length > 1,
    mineEmpty: async () => chain.mine(),
    async fund(to, amount) {
      chain.pay(to, amount)
      chain.mine()
    },
    stop: () => server.close(),
  }
}
