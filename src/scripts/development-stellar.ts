import { listenOnLoopback } from '../../tests/setup/loopback-server.ts'
import type { KeptLedger } from '../sandbox/stellar/stellar-ledgers.ts'
import type { DevelopmentXrp } from './development-xrp.ts'
import { keptBlocks } from './kept-blocks.ts'

/** Starts the sandbox of Stellar on a free port. Its ledgers stay in a file, a line each, since custody's journal and the exchange know them. */
export async function startDevelopmentStellar(file: string): Promise<DevelopmentXrp> {
  const { PASSPHRASE, SandboxStellarLedgers } = await import('../sandbox/stellar/stellar-ledgers.ts')
  const { stellarSandbox } = await import('../sandbox/stellar/stellar-sandbox.ts')
  const { Memo } = await import('@stellar/stellar-base')
  const { kept, onBlock: onLedger } = keptBlocks<KeptLedger>(file)
  const ledgers = new SandboxStellarLedgers({ kept, onLedger })
  const server = await listenOnLoopback(stellarSandbox(ledgers))
  return {
    url: server.url,
    policy: { kind: 'stellar', passphrase: PASSPHRASE, confirmations: 1, feeMax: '0.1', symbol: 'STELLAR' },
    hasTransaction: async () => ledgers.pool.length > 0,
    mineEmpty: async () => ledgers.close(),
    fund: async ({ to, tag, amount }) =>
      void ledgers.pay(to, amount, { memo: tag === undefined ? Memo.none() : Memo.id(tag) }),
    stop: () => server.close(),
  }
}
