import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import type { Order } from './orders.queries.ts'
import { sideOf } from './traded-price.ts'

/** The properties that distinguish an order from others. */
export type NamedOrder = Pick<
  Order,
  'orderType' | 'trailingDistance' | 'amount' | 'unitPrice' | 'sourceCoin' | 'destinationCoin'
>

/** The key of the name of an order's type: a trailing stop is a stop-limit order of the wire. */
export const typeKey = ({ orderType, trailingDistance }: Pick<Order, 'orderType' | 'trailingDistance'>) =>
  trailingDistance ? (`type.TRAILING_${sideOf(orderType)}` as const) : (`type.${orderType}` as const)

/** Names an order in a sentence: «خرید محدود ۰٫۱ گرم با قیمت …». */
export function useOrderName(): (order: NamedOrder) => string {
  const { t } = useTranslation('orders')
  const language = useLanguage()
  const { unitOf } = useCoins()
  return (order) => {
    const { amount, unitPrice, sourceCoin, destinationCoin } = order
    const type = t(typeKey(order))
    const shownAmount = amountInSentence(amount, language, { unit: unitOf(destinationCoin) })
    if (unitPrice === null) return `${type} ${shownAmount}`
    const price = amountInSentence(unitPrice, language, { unit: unitOf(sourceCoin) })
    return t('named', { type, amount: shownAmount, price })
  }
}
