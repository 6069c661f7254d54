import { FIRST_BLOCK, SandboxTronChain, TETHER_CONTRACT } from '#sandbox/tron/tron-chain.ts'
import { tronSandbox } from '#sandbox/tron/tron-sandbox.ts'
import { addressText } from '#sandbox/tron/tron-wire.ts'
import { custodyOn } from './custody-on.ts'
import { tronPolicy } from './custody-process.ts'
import { startFaultyNode } from './faulty-node.ts'
import { listenOnLoopback } from './loopback-server.ts'

export const SUN = 1_000_000n

/** The tests of a file get custody on a TRON sandbox, with a node in between that can lose calls, and a hot wallet with coins and tokens. */
export function custodyOnTron() {
  const chain = new SandboxTronChain({ solidAfter: 3 })
  const on = custodyOn({
    network: 'TRC20',
    async open() {
      const sandbox = await listenOnLoopback(tronSandbox(chain))
      const node = await startFaultyNode(sandbox.url)
      return {
        node,
        policy: tronPolicy({ firstBlock: FIRST_BLOCK, contract: TETHER_CONTRACT }),
        fund(hot) {
          chain.pay(hot, 900n * SUN)
          chain.payToken(hot, 1_000n * SUN)
          chain.produce(3)
        },
        close: () => Promise.all([node.close(), sandbox.close()]),
      }
    },
    payment: (number) => {
      const to = addressText(`41${'1'.repeat(36)}${number.toString().padStart(4, '0')}`)
      return { coin: 'TETHER', to, amount: '1000' }
    },
  })
  const addressOf = async (index: number) => (await on.custody.ask('address', { network: 'TRC20', index })).address
  return Object.assign(on, { chain, addressOf })
}
