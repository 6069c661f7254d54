import { chakra } from '@chakra-ui/react'
import { CircleCheck } from 'lucide-react'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Order } from '#client/entities/order/orders.queries.ts'
import { sideOf } from '#client/entities/order/traded-price.ts'
import { hasTraded } from '#client/lib/install-offer.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import type { OutsideTerms } from './quick-trade.commands.ts'
import { TradeFacts } from './trade-facts.tsx'

const OutsideReceipt = lazy(async () => ({ default: (await import('./outside-deal.tsx')).OutsideReceipt }))
const ReceiptActions = lazy(() => import('./receipt-actions.tsx'))

type TradeReceiptProps = {
  order: Order
  /** The remainder of the typed total. */
  unspent: string | undefined
  /** The destination of what was bought; absent: it stays here. */
  outside?: OutsideTerms | undefined
  onClose: () => void
}

/** The trade as the server executed it, with its number for questions to support. */
export function TradeReceipt({ order, unspent, outside, onClose }: TradeReceiptProps) {
  const { t } = useTranslation('deal')
  useEffect(() => hasTraded.set(true), [])
  return (
    <Sheet
      open
      title={t(`receipt.title.${sideOf(order.orderType)}`)}
      onClose={onClose}
      footer={
        <>
          <ButtonLink to="/profile/wallet" variant="quiet" full onClick={onClose}>
            {t('receipt.wallet')}
          </ButtonLink>
          <Button full onClick={onClose}>
            {t('receipt.done')}
          </Button>
        </>
      }
    >
      <chakra.div display="grid" justifyItems="center" color="buy" paddingBlock="3">
        <CircleCheck size={56} strokeWidth={1.5} aria-hidden="true" />
      </chakra.div>
      <TradedFacts order={order} unspent={unspent} />
      {outside && (
        <Suspense>
          <OutsideReceipt coin={order.destinationCoin} outside={outside} onLeave={onClose} />
        </Suspense>
      )}
      <Suspense fallback={<chakra.div height="3.75rem" />}>
        <ReceiptActions order={order} />
      </Suspense>
    </Sheet>
  )
}

function TradedFacts({ order, unspent }: Pick<TradeReceiptProps, 'order' | 'unspent'>) {
  const language = useLanguage()
  const { t } = useTranslation('deal')
  const { destinationCoin: coin, sourceCoin: unit, unitPrice, executedAmount, executedValue, wage, received } = order
  const side = sideOf(order.orderType)
  return (
    <TradeFacts
      terms={{ side, coin, unit, unitPrice, amount: executedAmount, total: executedValue, fee: wage, received }}
      unspent={unspent}
      more={[
        { label: t('receipt.order'), value: <bdi>{showDigits(order.id, language)}</bdi> },
        { label: t('receipt.at'), value: <DateText at={order.createdAtDateTime} /> },
      ]}
    />
  )
}
