import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import type { WalletEntry } from '#client/entities/wallet/wallets.queries.ts'
import { decodeAmount } from '#client/lib/decode.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { GOLD } from '#domain/coin.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { lackingForDelivery } from '#domain/delivery.ts'
import type { Amount } from '#domain/units.ts'
import { decodeRules, deliveryTermsQuery, isDelivered } from './delivery.queries.ts'

/**
 * The way of a user's gold out as metal, or how much it lacks for the least weight; `undefined` where gold is handed over nowhere, or as long
 * as that is not known. The terms are asked for only by users who have gold.
 */
export function useDeliveryOf(wallets: readonly WalletEntry[] | undefined, onDeliver: () => void) {
  const { t } = useTranslation('delivery')
  const { coinOf, unitOf } = useCoins()
  const language = useLanguage()
  const gold = coinOf(GOLD)
  const free = wallets?.find(({ coin }) => coin === GOLD)?.credit ?? '0'
  const { data: terms } = useQuery({ ...deliveryTermsQuery(), enabled: /[1-9]/.test(free) })
  if (!gold || !terms || !isDelivered(terms)) return undefined
  const rules = decodeRules(terms, gold)
  const missing = lackingForDelivery(decodeAmount(free, gold), rules)
  if (missing === 0n) return { onDeliver }
  const inWords = (units: Amount) =>
    amountInSentence(formatDecimal(units, gold.decimals), language, { unit: unitOf(GOLD), fractionMax: gold.decimals })
  return { lacking: t('lacking', { least: inWords(rules.weightMin), missing: inWords(missing) }) }
}
