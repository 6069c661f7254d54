import type { ServerResponse } from 'node:http'
import { StrKey } from '@stellar/stellar-base'
import { PASSPHRASE, SandboxStellarLedgers } from '#sandbox/stellar/stellar-ledgers.ts'
import { stellarSandbox } from '#sandbox/stellar/stellar-sandbox.ts'
import { custodyOn } from './custody-on.ts'
import { stellarPolicy } from './custody-process.ts'
import { listenOnLoopback } from './loopback-server.ts'

export const XLM = 10_000_000n

/** Answers a call in the node's place. @returns whether it did */
type OnCall = (path: string, response: ServerResponse) => boolean | Promise<boolean>
const PASS_ON: OnCall = () => false

/** The tests of a file get custody on a sandbox of Stellar, whose calls can get lost, and an account with coins. */
export function custodyOnStellar() {
  const ledgers = new SandboxStellarLedgers()
  const on = custodyOn({
    network: 'XLM',
    async open() {
      const sandbox = stellarSandbox(ledgers)
      const server = await listenOnLoopback(async (request, response) => {
        if (!(await node.onCall(request.url ?? '', response))) sandbox(request, response)
      })
      const node = {
        url: server.url,
        onCall: PASS_ON,
        mend() {
          node.onCall = PASS_ON
        },
      }
      const policy = stellarPolicy({ passphrase: PASSPHRASE })
      return { node, policy, fund: (hot) => void ledgers.pay(hot, 900n * XLM), close: server.close }
    },
    payment: (number) => {
      const to = StrKey.encodeEd25519PublicKey(Buffer.from(`11${number.toString().padStart(62, '0')}`, 'hex'))
      return { coin: 'STELLAR', to, amount: '20000000' }
    },
  })
  return Object.assign(on, { ledgers })
}
