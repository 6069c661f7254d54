import { chakra } from '@chakra-ui/react'
import { CircleCheck } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import type { Order } from '#client/entities/order/orders.queries.ts'
import { sideOf } from '#client/entities/order/traded-price.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { Button } from '#client/ui/button.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { type Fact, FactList } from '#client/ui/fact-list.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { Sheet } from '#client/ui/sheet.tsx'
import { showDigits } from '#client/ui/show-digits.ts'
import type { QuickTradeTerms } from './quick-trade.commands.ts'
import { useFeeLabel } from './use-fee-label.ts'

type TradeReceiptProps = {
  order: Order
  /** The remainder of the typed total. */
  unspent: string | undefined
  onClose: () => void
}

/** The trade as the server executed it, with its number for questions to support. */
export function TradeReceipt({ order, unspent, onClose }: TradeReceiptProps) {
  const { t } = useTranslation('deal')
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

type ShownTerms = Pick<QuickTradeTerms, 'side' | 'coin' | 'amount' | 'total' | 'fee'> & {
  unit: string
  unitPrice: string | null
  received: string | undefined
}
type TradeFactsProps = {
  terms: ShownTerms
  priceBefore?: string | undefined
  unspent?: string | undefined
  more?: readonly Fact[]
}

/** Asset, unit price, amount, the sum paid or received, the unspent remainder, the fee and the proceeds. */
export function TradeFacts({ terms, priceBefore, unspent, more = [] }: TradeFactsProps) {
  const { t } = useTranslation('deal')
  const feeLabel = useFeeLabel()
  const { billed, nameOf, unitOf } = useCoins()
  const { side, coin, unit, unitPrice, amount, total, fee, received } = terms
  const arriving = side === 'BUY' ? coin : unit
  const priceText = (price: string | null) => <DecimalText value={price ?? undefined} unit={unitOf(unit)} />
  return (
    <FactList
      facts={[
        { label: t('confirm.coin'), value: nameOf(coin) },
        ...(priceBefore === undefined ? [] : [{ label: t('priceBefore'), value: <s>{priceText(priceBefore)}</s> }]),
        { label: t('confirm.unitPrice'), value: priceText(unitPrice) },
        { label: t('confirm.amount'), value: <DecimalText value={amount} unit={unitOf(coin)} /> },
        {
          label: t(`confirm.gross.${side}`),
          value: <DecimalText value={total} {...billed(unit)} rounding={side === 'BUY' ? 'up' : 'down'} />,
          strong: side === 'BUY',
        },
        ...(unspent === undefined
          ? []
          : [{ label: t('unspent'), value: <DecimalText value={unspent} {...billed(unit)} /> }]),
        { label: feeLabel, value: <DecimalText value={fee} {...billed(arriving)} rounding="nearest" /> },
        { label: t('received'), value: <DecimalText value={received} {...billed(arriving)} />, strong: true },
        ...more,
      ]}
    />
  )
}
