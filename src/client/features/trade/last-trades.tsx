import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { figureColumn, tableFigures } from '#client/ui/figures.ts'
import { finest } from '#client/ui/finest.ts'
import { QueryAge } from '#client/ui/query-age.tsx'
import { Unloaded } from '#client/ui/unloaded.tsx'
import { type LastTrade, lastTradesQuery } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'
import { SandboxNote } from './sandbox-note.tsx'

/** The market's last trades, in the colour of the taker's side. */
export function LastTrades({ path }: { path: MarketPath }) {
  const { t } = useTranslation('trade')
  const { t: word } = useTranslation('orders')
  const { unitOf } = useCoins()
  const options = lastTradesQuery(marketSymbol(path))
  const query = useQuery(options)
  const trades = query.data
  if (!trades) return <Unloaded query={query} rows={10} height="1.5rem" />
  if (trades.length === 0)
    return (
      <chakra.p fontSize="sm" color="fg.muted" textAlign="center" paddingBlock="6">
        {t('trades.empty')}
      </chakra.p>
    )
  const amountDecimals = finest(trades.map(({ amount }) => amount))
  return (
    <div>
      {trades.some(({ sandbox }) => sandbox) && <SandboxNote />}
      <QueryAge queryKey={options.queryKey} />
      <chakra.table
        width="full"
        fontSize="xs"
        css={{ ...tableFigures, '& td, & th': { paddingBlock: '1', fontWeight: 'normal' } }}
      >
        <chakra.caption srOnly>{t('trades.title')}</chakra.caption>
        <thead>
          <chakra.tr color="fg.muted">
            <chakra.th scope="col" {...figureColumn}>
              {word('column.priceIn', { unit: unitOf(path.tradeTo) })}
            </chakra.th>
            <chakra.th scope="col" {...figureColumn}>
              {word('column.amountIn', { unit: unitOf(path.tradeFrom) })}
            </chakra.th>
            <chakra.th scope="col" textAlign="end">
              {t('trades.time')}
            </chakra.th>
          </chakra.tr>
        </thead>
        <tbody>
          {trades.map((trade) => (
            <TradeRow key={trade.id} trade={trade} amountDecimals={amountDecimals} />
          ))}
        </tbody>
      </chakra.table>
    </div>
  )
}

const TradeRow = memo(function TradeRow({ trade, amountDecimals }: { trade: LastTrade; amountDecimals: number }) {
  const { t } = useTranslation('trade')
  const { orderType, unitPrice, amount, createdAtDateTime } = trade
  return (
    <tr>
      <chakra.td color={orderType === 'BUY' ? 'buy' : 'sell'} {...figureColumn}>
        <chakra.span srOnly>{t(`trades.${orderType}`)} </chakra.span>
        <DecimalText value={unitPrice} />
      </chakra.td>
      <chakra.td {...figureColumn}>
        <DecimalText value={amount} fractionMin={amountDecimals} />
      </chakra.td>
      <chakra.td textAlign="end" color="fg.muted">
        <DateText at={createdAtDateTime} style="time" />
      </chakra.td>
    </tr>
  )
})
