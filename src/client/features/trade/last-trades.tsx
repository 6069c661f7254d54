import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { memo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { figureColumn, tableFigures } from '#client/ui/figures.ts'
import { QueryView } from '#client/ui/query-view.tsx'
import { finest } from '#client/ui/show-decimal.ts'
import { type LastTrade, lastTradesQuery } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'
import { SandboxNote } from './sandbox-note.tsx'

/** The market's last trades, in the colour of the taker's side. */
export function LastTrades({ path }: { path: MarketPath }) {
  const { t } = useTranslation('trade')
  const options = lastTradesQuery(marketSymbol(path))
  const query = useQuery(options)
  const empty = (
    <chakra.p fontSize="sm" color="fg.muted" textAlign="center" paddingBlock="6">
      {t('trades.empty')}
    </chakra.p>
  )
  return (
    <div>
      <QueryView
        query={query}
        data={query.data}
        rows={10}
        height="1.5rem"
        empty={empty}
        age={{ queryKey: options.queryKey }}
      >
        {(trades) => <TradeTable trades={trades} path={path} />}
      </QueryView>
    </div>
  )
}

function TradeTable({ trades, path }: { trades: readonly LastTrade[]; path: MarketPath }) {
  const { t } = useTranslation('trade')
  const { t: word } = useTranslation('orders')
  const { unitOf } = useCoins()
  const amountDecimals = finest(trades.map(({ amount }) => amount))
  return (
    <>
      {trades.some(({ sandbox }) => sandbox) && <SandboxNote />}
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
    </>
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
