import { chakra } from '@chakra-ui/react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from './orders.queries.ts'
import { sideOf } from './traded-price.ts'
import { typeKey } from './use-order-name.ts'

/** The type of an order, and that it is a leg of an OCO order. */
export function TypeText({ order }: { order: Order }) {
  const { t } = useTranslation('orders')
  return (
    <>
      <SideText side={sideOf(order.orderType)}>{t(typeKey(order))}</SideText>
      {order.linkedOrderId && (
        <chakra.small color="fg.muted" title={t('linked')}>
          {' '}
          OCO
        </chakra.small>
      )}
    </>
  )
}

/** Words about one side of a trade, in its colour. The words name the side; the colour only repeats it. */
export function SideText({ side, children }: { side: 'BUY' | 'SELL'; children: ReactNode }) {
  return (
    <chakra.span color={side === 'BUY' ? 'buy' : 'sell'} fontWeight="semibold" whiteSpace="nowrap">
      {children}
    </chakra.span>
  )
}
