import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { amountInSentence } from '#client/ui/amount-in-sentence.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { showDecimal } from '#client/ui/show-decimal.ts'
import type { Order } from './orders.queries.ts'
import { tradedPrice } from './traded-price.ts'

type OrderPriceProps = {
  /** An order that is no longer open. */
  order: Order
  /** Decimals of the market's prices; all decimals are shown until this is known. */
  decimals: number | undefined
  /** The unit's name after the number. */
  unit?: string
}

/** The average price at which an order traded, with its limit below if that differs; for an untraded order, the limit. */
export function OrderPrice({ order, decimals, ...unit }: OrderPriceProps) {
  const { t } = useTranslation('orders')
  const language = useLanguage()
  const { coinOf } = useCoins()
  const [base, quote] = [coinOf(order.destinationCoin), coinOf(order.sourceCoin)]
  const limit = order.orderType.includes('LIMIT') ? order.unitPrice : null
  const average = base && quote && tradedPrice(order, { base, quote })
  if (average === undefined) return limit === null ? t('marketPrice') : <DecimalText value={limit} {...unit} />
  const look = { rounding: 'nearest', ...(decimals === undefined ? {} : { fractionMax: decimals }) } as const
  const isAtLimit = limit === null || showDecimal(average, language, look) === showDecimal(limit, language)
  return (
    <>
      <DecimalText value={average} {...look} {...unit} />
      {!isAtLimit && <Below>{t('limit', { price: amountInSentence(limit, language) })}</Below>}
    </>
  )
}

/** The price of an open order; for a stop that still waits, also its trigger price below. */
export function AskedPrice({ order, ...unit }: Pick<OrderPriceProps, 'order' | 'unit'>) {
  const { t } = useTranslation('orders')
  const language = useLanguage()
  const { unitPrice, stopPrice, orderStatus } = order
  return (
    <>
      {unitPrice === null ? t('marketPrice') : <DecimalText value={unitPrice} {...unit} />}
      {orderStatus === 'PENDING' && stopPrice && (
        <Below>{t('stop', { price: amountInSentence(stopPrice, language) })}</Below>
      )}
    </>
  )
}

const Below = ({ children }: { children: ReactNode }) => (
  <chakra.small display="block" fontSize="xs" color="fg.muted" whiteSpace="nowrap">
    {children}
  </chakra.small>
)
