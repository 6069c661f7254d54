import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import type { Column } from '#client/ui/data-table.tsx'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import type { RowLines } from '#client/ui/row-list.tsx'
import type { Trade } from './orders.queries.ts'
import { sideOf } from './traded-price.ts'
import { SideText } from './type-text.tsx'

/**
 * The columns of a trade as its user sees it, and its two lines on a phone. Nothing is rounded: trades add up exactly to
 * their order, and to the gains and losses of the wallet.
 */
export function useTradeColumns(): { columns: readonly Column<Trade>[]; lines: RowLines<Trade> } {
  const { t } = useTranslation('history')
  const { t: word } = useTranslation('orders')
  const { pairOf, unitOf } = useCoins()
  const type: Column<Trade> = {
    key: 'type',
    label: t('trades.type'),
    cell: ({ orderType }) => <SideText side={sideOf(orderType)}>{word(`type.${orderType}`)}</SideText>,
  }
  const market: Column<Trade> = {
    key: 'market',
    label: t('trades.market'),
    cell: ({ sourceCoin, destinationCoin }) => pairOf({ base: destinationCoin, quote: sourceCoin }),
  }
  const price: Column<Trade> = {
    key: 'price',
    label: t('trades.price'),
    figure: true,
    cell: ({ unitPrice, sourceCoin }) => <DecimalText value={unitPrice} unit={unitOf(sourceCoin)} />,
  }
  const amount: Column<Trade> = {
    key: 'amount',
    label: t('trades.amount'),
    figure: true,
    cell: ({ amount, destinationCoin }) => <DecimalText value={amount} unit={unitOf(destinationCoin)} />,
  }
  const total: Column<Trade> = {
    key: 'total',
    label: t('trades.total'),
    figure: true,
    cell: ({ wholePrice, sourceCoin }) => <DecimalText value={wholePrice} unit={unitOf(sourceCoin)} />,
  }
  const fee: Column<Trade> = {
    key: 'fee',
    label: t('trades.fee'),
    figure: true,
    cell: ({ wage, orderType, sourceCoin, destinationCoin }) => {
      const received = sideOf(orderType) === 'BUY' ? destinationCoin : sourceCoin
      return <DecimalText value={wage} unit={unitOf(received)} />
    },
  }
  const at: Column<Trade> = {
    key: 'at',
    label: t('trades.at'),
    cell: ({ createdAtDateTime }) => <DateText at={createdAtDateTime} />,
  }
  return {
    columns: [type, market, price, amount, total, fee, at],
    lines: {
      what: (trade) => (
        <>
          <SideText side={sideOf(trade.orderType)}>{word(`side.${sideOf(trade.orderType)}`)}</SideText>{' '}
          {market.cell(trade)}
        </>
      ),
      amount: total.cell,
      when: at.cell,
      result: (trade) => (
        <>
          {amount.cell(trade)} × <DecimalText value={trade.unitPrice} />
        </>
      ),
    },
  }
}
