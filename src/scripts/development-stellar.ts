import { appendFileSync } from 'node:fs'
import { listenOnLoopback } from '../../tests/setup/loopback-server.ts'
import type { DevelopmentXrp } from './development-xrp.ts'
import { readLines } from './read-lines.ts'

/** Starts the sandbox of Stellar on a free port. Its ledgers stay in a file, a line each, since custody's journal and the exchange know them. */
export async function startDevelopmentStellar(file: string): Promise<DevelopmentXrp> {
  const { PASSPHRASE, SandboxStellarLedgers } = await import('../sandbox/stellar/stellar-ledgers.ts')
  const { stellarSandbox } = await import('../sandbox/stellar/stellar-sandbox.ts')
  const { Memo } = await import('@stellar/stellar-base')
  const ledgers = new SandboxStellarLedgers({
    kept: readLines(file).map((line) => JSON.parse(line)),
    onLedger: (ledger) => appendFileSync(file, `${JSON.stringify(ledger)}\n`, { mode: 0o600 }),
  })
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
