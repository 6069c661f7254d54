import { NETWORK_ID, SandboxXrpLedgers } from '#sandbox/xrp/xrp-ledgers.ts'
import { xrpSandbox } from '#sandbox/xrp/xrp-sandbox.ts'
import { listenOnLoopback } from '#tests/setup/loopback-server.ts'

const LEDGER_MS = 2_000
const HOT_DROPS = 1_000_000n * 1_000_000n

/** A network of XRP, to which custody pays: it is outside the cluster, so that no fault of the cluster takes it away. */
export interface Chain {
  readonly url: string
  readonly networkId: number
  /** Gives the hot wallet its coins. */
  fund(hotAddress: string): void
  /** All that an address has received, in drops; `undefined` if nobody has ever paid it. */
  balanceOf(address: string): bigint | undefined
  close(): Promise<void>
}

export async function openChain(): Promise<Chain> {
  const ledgers = new SandboxXrpLedgers()
  const { url, close } = await listenOnLoopback(xrpSandbox(ledgers))
  const timer = setInterval(() => ledgers.close(), LEDGER_MS)
  return {
    ...{ url, networkId: NETWORK_ID },
    fund(hotAddress) {
      ledgers.pay(hotAddress, HOT_DROPS)
      ledgers.close()
    },
    balanceOf: (address) => ledgers.account(address)?.balance,
    close: async () => {
      clearInterval(timer)
      await close()
    },
  }
}
