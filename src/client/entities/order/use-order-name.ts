import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import type { Order } from './orders.queries.ts'

/** The properties that distinguish an order from others. */
export type NamedOrder = Pick<Order, 'orderType' | 'amount' | 'unitPrice' | 'sourceCoin' | 'destinationCoin'>

/** Names an order in a sentence: «خرید محدود ۰٫۱ گرم با قیمت …». */
export function useOrderName(): (order: NamedOrder) => string {
  const { t } = useTranslation('orders')
  const language = useLanguage()
  const { unitOf } = useCoins()
  return ({ orderType, amount, unitPrice, sourceCoin, destinationCoin }) => {
    const type = t(`type.${orderType}`)
    const shownAmount = amountInSentence(amount, language, { unit: unitOf(destinationCoin) })
    if (unitPrice === null) return `${type} ${shownAmount}`
    const price = amountInSentence(unitPrice, language, { unit: unitOf(sourceCoin) })
    return t('named', { type, amount: shownAmount, price })
  }
}
