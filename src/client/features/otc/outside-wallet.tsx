import { useQuery } from '@tanstack/react-query'
import { lazy, type RefObject, Suspense, useImperativeHandle, useState } from 'react'
import { useTranslation } from 'react-i18next'
import {
  type CoinNetwork,
  chosenNetwork,
  coinNetworksQuery,
  sendingNetworks,
} from '#client/entities/withdrawal/coin-networks.queries.ts'
import {
  arrivingOf,
  boundsOf,
  type CoinDestination,
  type Scale,
  tagOf,
  validateDestination,
} from '#client/entities/withdrawal/coin-withdrawal.logic.ts'
import { Checkbox } from '#client/ui/checkbox.tsx'
import { SkeletonRows } from '#client/ui/skeleton.tsx'
import type { Amount } from '#domain/units.ts'
import type { OutsideProblems } from './outside-deal.tsx'
import type { OutsideTerms } from './quick-trade.commands.ts'
import type { QuickTradeState } from './use-quick-trade.ts'

// Few purchases leave: their fields load with the first of them.
const OutsideFields = lazy(async () => ({ default: (await import('./outside-deal.tsx')).OutsideFields }))

/** The answer to a press: the destination, `false` while it lacks something, or `undefined` without one. */
export type AskOutside = () => OutsideTerms | false | undefined

/** The form's part in it. */
export interface OutsidePart {
  readonly ask: RefObject<AskOutside | null>
  /** Of the code for the last destination, until that changes. */
  readonly refusal: Error | undefined
  readonly onRefused: (refusal: undefined) => void
}

interface OutsideWalletProps extends OutsidePart {
  readonly trade: QuickTradeState
  readonly attempted: boolean
}

/** Sends what is bought to an outside wallet, where a network of the coin sends now. */
export function OutsideWallet({ trade, attempted, ask, refusal, onRefused }: OutsideWalletProps) {
  const { t } = useTranslation('deal')
  const { form, coin, summary } = trade
  const networks = sendingNetworks(useQuery(coinNetworksQuery()).data, form.coin)
  const [choice, setChoice] = useState<CoinDestination & { readonly coin: string }>()
  const isOffered = form.side === 'BUY' && networks.length > 0 && coin !== undefined
  const chosen = isOffered && choice?.coin === form.coin ? choice : undefined
  const network = chosen && chosenNetwork(networks, chosen.network)
  const arrives = coin && arrivingOf(summary.received, network, coin)
  const problems = chosen && coin && validateOutside(chosen, { coin, network, received: summary.received })
  useImperativeHandle(ask, () => () => {
    if (!chosen) return undefined
    if (!network || arrives === undefined || problems?.network || problems?.address || problems?.tag) return false
    const { tokenType, withdrawalFee: fee } = network
    return { network: tokenType, address: chosen.address, ...tagOf(chosen, tokenType), fee, arrives }
  })
  if (!isOffered) return null
  const change = (next: CoinDestination | undefined) => {
    setChoice(next && { ...next, coin: form.coin })
    onRefused(undefined)
  }
  return (
    <div>
      <Checkbox
        name="outside"
        checked={chosen !== undefined}
        onChange={(checked) => change(checked ? { network: '', address: '' } : undefined)}
      >
        {t('outside')}
      </Checkbox>
      {chosen && problems && (
        <Suspense fallback={<SkeletonRows rows={3} />}>
          <OutsideFields
            coin={coin}
            networks={networks}
            value={chosen}
            problems={problems}
            attempted={attempted}
            refusal={refusal}
            arrives={arrives}
            onChange={change}
          />
        </Suspense>
      )}
    </div>
  )
}

interface OutsideFacts {
  readonly coin: Scale
  readonly network: CoinNetwork | undefined
  /** The amount after our wage: the network's bounds are about it. */
  readonly received: Amount | undefined
}

/** Why a purchase cannot leave; empty if it can. */
export function validateOutside(
  destination: CoinDestination,
  { coin, network, received }: OutsideFacts,
): OutsideProblems {
  const missing = validateDestination(destination, network)
  if (!network || received === undefined) return missing
  const { min, max } = boundsOf(network, coin)
  if (received < min) return { ...missing, network: 'belowMin' }
  return received > max ? { ...missing, network: 'aboveMax' } : missing
}
