import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import type { Order } from '#client/lib/orders.queries.ts'
import { sideOf } from '#client/lib/side-of.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { finest } from '#client/ui/finest.ts'
import { showToast } from '#client/ui/toasts.ts'
import { formatDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import type { MarketRules } from './order-form.logic.ts'
import { progressOfOrder } from './progress-of-order.ts'

/** Says what has become of an order that was placed: filled, in the book, waiting, or closed without a trade. */
export function useOrderToast({ base, quote, tick }: MarketRules): (order: Order) => void {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const { unitOf } = useCoins()
  return (order) => {
    const { progress, averagePrice = '0' } = progressOfOrder(order, { base, quote })
    const figures = {
      amount: amountInSentence(order.executedAmount, language, { unit: unitOf(order.destinationCoin) }),
      price: amountInSentence(averagePrice, language, {
        fractionMax: finest([formatDecimal(tick, PRICE_DECIMALS)]),
        unit: unitOf(order.sourceCoin),
      }),
    }
    const hasTraded = progress === 'filled' || progress === 'partlyClosed'
    const isClosed = progress === 'unfilled' || progress === 'cancelled' || progress === 'expired'
    showToast({
      tone: isClosed ? 'info' : 'success',
      title: hasTraded
        ? t(`placed.traded.${sideOf(order.orderType)}`)
        : isClosed
          ? t('placed.closed')
          : t('placed.title'),
      text: t(`placed.${progress}`, figures),
    })
  }
}
