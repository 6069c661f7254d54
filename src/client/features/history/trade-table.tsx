import { ArrowLeftRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Trade } from '#client/lib/orders.queries.ts'
import { sideOf } from '#client/lib/traded-price.ts'
import { useCoins } from '#client/lib/use-coins.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { EmptyState } from '#client/ui/empty-state.tsx'
import { ButtonLink } from '#client/ui/link.tsx'
import { SideText } from '#client/ui/side-text.tsx'

export function useTradeColumns(): readonly Column<Trade>[] {
  const { t } = useTranslation('history')
  const { t: word } = useTranslation('orders')
  const { billed, coinOf, pairOf, unitOf } = useCoins()
  return [
    {
      key: 'type',
      label: t('trades.type'),
      cell: ({ orderType }) => <SideText side={sideOf(orderType)}>{word(`type.${orderType}`)}</SideText>,
    },
    {
      key: 'market',
      label: t('trades.market'),
      cell: ({ sourceCoin, destinationCoin }) => pairOf({ base: destinationCoin, quote: sourceCoin }),
    },
    {
      key: 'price',
      label: t('trades.price'),
      figure: true,
      cell: ({ unitPrice, sourceCoin }) => <DecimalText value={unitPrice} unit={unitOf(sourceCoin)} />,
    },
    {
      key: 'amount',
      label: t('trades.amount'),
      figure: true,
      cell: ({ amount, destinationCoin }) => <DecimalText value={amount} unit={unitOf(destinationCoin)} />,
    },
    {
      key: 'total',
      label: t('trades.total'),
      figure: true,
      cell: ({ wholePrice, sourceCoin }) => (
        <DecimalText
          value={wholePrice}
          fractionMax={coinOf(sourceCoin)?.shownDecimals ?? 2}
          unit={unitOf(sourceCoin)}
        />
      ),
    },
    {
      key: 'fee',
      label: t('trades.fee'),
      figure: true,
      cell: ({ wage, orderType, sourceCoin, destinationCoin }) => {
        const received = sideOf(orderType) === 'BUY' ? destinationCoin : sourceCoin
        return <DecimalText value={wage} {...billed(received)} rounding="nearest" />
      },
    },
    { key: 'at', label: t('trades.at'), cell: ({ createdAtDateTime }) => <DateText at={createdAtDateTime} /> },
  ]
}

export function NoTrades() {
  const { t } = useTranslation('history')
  return (
    <EmptyState
      icon={<ArrowLeftRight size={24} />}
      title={t('trades.empty.title')}
      text={t('trades.empty.text')}
      action={
        <ButtonLink to="/profile/otc" variant="quiet">
          {t('trades.empty.action')}
        </ButtonLink>
      }
    />
  )
}
