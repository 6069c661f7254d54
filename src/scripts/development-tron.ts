import { appendFileSync } from 'node:fs'
import { listenOnLoopback } from '../../tests/setup/loopback-server.ts'
import type { Miner } from './mine-after-transactions.ts'
import { readLines } from './read-lines.ts'

/** A chain of TRON's kind in this process. */
export interface DevelopmentTron extends Miner {
  readonly url: string
  /** The network in custody's policy. */
  readonly policy: object
  /** Gives an address coins or Tether, as a payment in a block. */
  fund(payment: { coin: string; to: string; amount: bigint }): Promise<void>
  stop(): Promise<void>
}

/** Fewer than the blocks that follow a transaction before the chain rests. */
const SOLID_AFTER = 5
const CONFIRMATIONS = 6

/** Starts the sandbox of TRON on a free port. Its blocks stay in a file, a line each, since custody's journal and the ledger know them. */
export async function startDevelopmentTron(file: string): Promise<DevelopmentTron> {
  const { FIRST_BLOCK, SandboxTronChain, TETHER_CONTRACT } = await import('../sandbox/tron/tron-chain.ts')
  const { tronSandbox } = await import('../sandbox/tron/tron-sandbox.ts')
  const chain = new SandboxTronChain({
    solidAfter: SOLID_AFTER,
    kept: readLines(file).map((line) => JSON.parse(line)),
    onBlock: (block) => appendFileSync(file, `${JSON.stringify(block)}\n`, { mode: 0o600 }),
  })
  const server = await listenOnLoopback(tronSandbox(chain))
  return {
    url: server.url,
    policy: {
      kind: 'tron',
      firstBlock: FIRST_BLOCK,
      confirmations: CONFIRMATIONS,
      feeMax: '40',
      coins: [
        { symbol: 'TRON', decimals: 6 },
        { symbol: 'TETHER', decimals: 6, contract: TETHER_CONTRACT },
      ],
    },
    hasTransaction: async () => chain.pool.length > 0 || chain.head.transactions.length > 0,
    mineEmpty: async () => chain.produce(),
    async fund({ coin, to, amount }) {
      if (coin === 'TETHER') chain.payToken(to, amount)
      else chain.pay(to, amount)
      chain.produce()
    },
    stop: () => server.close(),
  }
}
