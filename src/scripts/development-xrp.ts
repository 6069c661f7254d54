import { listenOnLoopback } from '../../tests/setup/loopback-server.ts'
import type { KeptLedger } from '../sandbox/xrp/xrp-ledgers.ts'
import { keptBlocks } from './kept-blocks.ts'
import type { Miner } from './mine-after-transactions.ts'

/** A network of XRP's kind in this process. */
export interface DevelopmentXrp extends Miner {
  readonly url: string
  /** The network in custody's policy. */
  readonly policy: object
  /** Gives an address coins, as a payment in a ledger. */
  fund(payment: { to: string; tag?: string | undefined; amount: bigint }): Promise<void>
  stop(): Promise<void>
}

/** Starts the sandbox of XRP on a free port. Its ledgers stay in a file, a line each, since custody's journal and the exchange know them. */
export async function startDevelopmentXrp(file: string): Promise<DevelopmentXrp> {
  const { NETWORK_ID, SandboxXrpLedgers } = await import('../sandbox/xrp/xrp-ledgers.ts')
  const { xrpSandbox } = await import('../sandbox/xrp/xrp-sandbox.ts')
  const { kept, onBlock: onLedger } = keptBlocks<KeptLedger>(file)
  const ledgers = new SandboxXrpLedgers({ kept, onLedger })
  const server = await listenOnLoopback(xrpSandbox(ledgers))
  return {
    url: server.url,
    policy: { kind: 'xrp', networkId: NETWORK_ID, confirmations: 1, feeMax: '0.01', symbol: 'RIPPLE' },
    hasTransaction: async () => ledgers.pool.length > 0,
    mineEmpty: async () => ledgers.close(),
    async fund({ to, tag, amount }) {
      ledgers.pay(to, amount, tag === undefined ? undefined : Number(tag))
      ledgers.close()
    },
    stop: () => server.close(),
  }
}
