import { NETWORK_ID, SandboxXrpLedgers } from '#sandbox/xrp/xrp-ledgers.ts'
import { xrpSandbox } from '#sandbox/xrp/xrp-sandbox.ts'
import { xrpAddress } from '#tests/builders/xrp-address.ts'
import { custodyOn } from './custody-on.ts'
import { xrpPolicy } from './custody-process.ts'
import { startFaultyNode } from './faulty-node.ts'
import { listenOnLoopback } from './loopback-server.ts'

export const XRP = 1_000_000n

/** The tests of a file get custody on a sandbox of XRP, with a node in between that can lose calls, and an account with coins. */
export function custodyOnXrp() {
  const ledgers = new SandboxXrpLedgers()
  const on = custodyOn({
    network: 'XRP',
    async open() {
      const sandbox = await listenOnLoopback(xrpSandbox(ledgers))
      const node = await startFaultyNode(sandbox.url)
      return {
        node,
        policy: xrpPolicy({ networkId: NETWORK_ID }),
        fund(hot) {
          ledgers.pay(hot, 900n * XRP)
          ledgers.close()
        },
        close: () => Promise.all([node.close(), sandbox.close()]),
      }
    },
    payment: (number) => ({ coin: 'RIPPLE', to: xrpAddress(number), amount: '2000000' }),
  })
  return Object.assign(on, { ledgers })
}
