import { useTranslation } from 'react-i18next'
import { FeeText } from '#client/entities/coin/fee-text.tsx'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { type Fact, FactList } from '#client/ui/fact-list.tsx'
import { PriceChange } from '#client/ui/price-change.tsx'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import type { QuickTradeTerms } from './quick-trade.commands.ts'
import { useFeeLabel } from './use-fee-label.ts'

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
  const moved = priceBefore && unitPrice ? changePercent({ before: priceBefore, now: unitPrice }) : undefined
  const arriving = side === 'BUY' ? coin : unit
  const priceText = (price: string | null) => <DecimalText value={price ?? undefined} unit={unitOf(unit)} />
  return (
    <FactList
      facts={[
        { label: t('confirm.coin'), value: nameOf(coin) },
        ...(priceBefore === undefined ? [] : [{ label: t('priceBefore'), value: <s>{priceText(priceBefore)}</s> }]),
        { label: t('confirm.unitPrice'), value: priceText(unitPrice) },
        ...(moved === undefined ? [] : [{ label: t('priceMoved'), value: <PriceChange percent={moved} /> }]),
        { label: t('confirm.amount'), value: <DecimalText value={amount} unit={unitOf(coin)} /> },
        {
          label: t(`confirm.gross.${side}`),
          value: <DecimalText value={total} {...billed(unit)} rounding={side === 'BUY' ? 'up' : 'down'} />,
          strong: side === 'BUY',
        },
        ...(unspent === undefined
          ? []
          : [{ label: t('unspent'), value: <DecimalText value={unspent} {...billed(unit)} /> }]),
        {
          label: feeLabel,
          value: <FeeText {...{ fee, side, amount, total }} base={coin} quote={unit} rounding="nearest" />,
        },
        { label: t('received'), value: <DecimalText value={received} {...billed(arriving)} />, strong: true },
        ...more,
      ]}
    />
  )
}

/** By how much a price moved, in percent with two decimals, rounded towards zero. */
function changePercent({ before, now }: { before: string; now: string }): string | undefined {
  const [from, to] = [parseDecimal(before, PRICE_DECIMALS), parseDecimal(now, PRICE_DECIMALS)]
  return from === undefined || to === undefined || from === 0n
    ? undefined
    : formatDecimal(((to - from) * 10_000n) / from, 2)
}
