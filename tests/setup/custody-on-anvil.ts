import { type Anvil, startAnvil } from '../../src/scripts/anvil.ts'
import { custodyOn } from './custody-on.ts'
import { evmPolicy, TEST_CHAIN_ID } from './custody-process.ts'
import { startFaultyNode } from './faulty-node.ts'

/** The tests of a file get custody on an EVM chain with a node in between that can lose calls, and a hot wallet with ether and tokens. */
export function custodyOnAnvil({ confirmations = 3 } = {}) {
  let running: { anvil: Anvil; token: string } | undefined
  const now = () => {
    if (!running) throw new Error('the chain has not started')
    return running
  }
  const on = custodyOn({
    network: 'ERC20',
    async open() {
      const anvil = await startAnvil({ chainId: TEST_CHAIN_ID })
      const node = await startFaultyNode(anvil.url)
      const token = await anvil.deployToken()
      running = { anvil, token }
      return {
        node,
        policy: evmPolicy({ contract: token, confirmations }),
        async fund(hot) {
          await anvil.call('anvil_setBalance', hot, `0x${(10n ** 20n).toString(16)}`)
          await anvil.mintToken(token, hot, 1_000_000_000n)
        },
        close: () => Promise.all([node.close(), anvil.stop()]),
      }
    },
    payment: (number) => {
      const to = `0x${'1'.repeat(36)}${number.toString().padStart(4, '0')}`
      return { coin: 'TETHER', to, amount: '1000' }
    },
  })
  const read = (data: string) => now().anvil.call<string>('eth_call', { to: now().token, data }, 'latest')
  return Object.assign(on, {
    anvil: () => now().anvil,
    token: () => now().token,
    balanceOf: async (to: string) => BigInt(await read(`0x70a08231${to.slice(2).padStart(64, '0')}`)),
    etherOf: async (to: string) => BigInt(await now().anvil.call<string>('eth_getBalance', to, 'latest')),
    mine: (blocks: number) => now().anvil.call('anvil_mine', `0x${blocks.toString(16)}`),
  })
}
