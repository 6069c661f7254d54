import { getAddress, isAddress } from 'ethers/address'
import {
  CUSTODY_PARAMS,
  CUSTODY_RESULTS,
  type CustodyMethod,
  type CustodyParams,
  type CustodyResult,
} from '#contract/custody.ts'
import type { CustodyRefusal } from '#contract/custody-refusals.ts'
import { readTag } from '#domain/tags.ts'
import type { CustodyClient, CustodyReply } from '#server/providers/custody/custody.ts'

/** No answer comes. */
export const SILENCE = Symbol('silence')

/** The answers of a double, by method: a result, the code of a refusal, or no answer. */
export type CustodyAnswers = {
  [Method in CustodyMethod]?: (
    params: CustodyParams<Method>,
  ) => CustodyResult<Method> | CustodyRefusal | typeof SILENCE | Promise<CustodyResult<Method>>
}

/** Of custody itself on the network below. */
export const OWN_ADDRESS = '0x00000000000000000000000000000000000000AA'

/** An EVM network that carries ether and Tether, and reads addresses. */
export const ERC20_ANSWERS: CustodyAnswers = {
  status: () => ({
    stopped: false,
    networks: [
      {
        ...{ network: 'ERC20', reachable: true, tip: { height: 100, hash: '0xblock' }, chain: '31337' },
        ...{ confirmations: 3, extendedPublicKey: 'xpub', hotAddress: OWN_ADDRESS },
        coins: [
          { symbol: 'ETHEREUM', decimals: 18 },
          { symbol: 'TETHER', decimals: 6, contract: '0xtoken' },
        ],
      },
    ],
  }),
  check: ({ to, tag }) => {
    if (tag !== undefined) return 'TAG_NOT_SUPPORTED'
    if (!isAddress(to)) return 'ADDRESS_INVALID'
    return to === OWN_ADDRESS ? 'OWN_ADDRESS' : { to: getAddress(to) }
  },
}

/** A network on which addresses have tags. It writes a tag without zeros in front, and its exchange takes nothing without one. */
export const XRP_ANSWERS: CustodyAnswers = {
  status: () => ({
    stopped: false,
    networks: [
      {
        ...{ network: 'XRP', reachable: true, tip: { height: 100, hash: 'ledger' }, chain: '21467' },
        ...{ confirmations: 1, extendedPublicKey: 'xpub', hotAddress: 'rNaqKtKrMSwpwZSzRckPf7S96DkimjkF4H' },
        coins: [{ symbol: 'RIPPLE', decimals: 6 }],
      },
    ],
  }),
  check: ({ to, tag }) => {
    if (tag === undefined) return to === XRP_EXCHANGE ? 'TAG_REQUIRED' : { to }
    const read = readTag('XRP', tag)
    return read === undefined ? 'TAG_INVALID' : { to, tag: read }
  },
}
export const XRP_EXCHANGE = 'rBKz5MC2iXdoS3XgnNSYmF69K1Yo4NS3Ws'

/** Custody with these answers, or those of a network with ether and Tether. Questions and answers must have the form of the contract; a method without an answer is unavailable. */
export function custodyDouble(answers: CustodyAnswers = ERC20_ANSWERS): Pick<CustodyClient, 'ask'> {
  return {
    async ask<Method extends CustodyMethod>(method: Method, params: CustodyParams<Method>) {
      const asked = CUSTODY_PARAMS[method].parse(params)
      const answer: CustodyAnswers[Method] = answers[method]
      const given = answer ? await answer(asked as CustodyParams<Method>) : SILENCE
      if (given === SILENCE) return { kind: 'unavailable' }
      if (typeof given === 'string') return { kind: 'refused', code: given }
      const result = CUSTODY_RESULTS[method].parse(given) as CustodyResult<Method>
      return { kind: 'answered', result } satisfies CustodyReply<Method>
    },
  }
}
