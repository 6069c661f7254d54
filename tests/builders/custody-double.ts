import { getAddress, isAddress } from 'ethers/address'
import type { CustodyMethod, CustodyParams, CustodyResult } from '#contract/custody.ts'
import type { CustodyClient, CustodyReply } from '#server/providers/custody/custody.ts'

type Answers = {
  [Method in CustodyMethod]?: (params: CustodyParams<Method>) => Promise<CustodyReply<Method>> | CustodyReply<Method>
}

/** An address of custody itself on the network of the double. */
export const OWN_ADDRESS = '0x00000000000000000000000000000000000000AA'

/** An EVM network with ether and Tether, as custody describes it. */
export const ERC20_STATUS: CustodyResult<'status'>['networks'][number] = {
  ...{ network: 'ERC20', reachable: true, tip: { height: 100, hash: '0xblock' }, chain: '31337', confirmations: 3 },
  ...{ extendedPublicKey: 'xpub', hotAddress: OWN_ADDRESS },
  coins: [
    { symbol: 'ETHEREUM', decimals: 18 },
    { symbol: 'TETHER', decimals: 6, contract: '0xtoken' },
  ],
}

export const answered = <Result>(result: Result) => ({ kind: 'answered', result }) as const

/** Custody as far as a test needs it. What is not given and has no simple answer is unavailable. */
export function custodyDouble(answers: Answers = {}): CustodyClient {
  const given: Answers = {
    status: () => answered({ stopped: false, networks: [ERC20_STATUS] }),
    check: ({ to }) => {
      if (!isAddress(to)) return { kind: 'refused', code: 'ADDRESS_INVALID' }
      return to === OWN_ADDRESS ? { kind: 'refused', code: 'OWN_ADDRESS' } : answered({ to: getAddress(to) })
    },
    ...answers,
  }
  return {
    ask: async (method, params) => (await given[method]?.(params)) ?? { kind: 'unavailable' },
    close: () => undefined,
  }
}
