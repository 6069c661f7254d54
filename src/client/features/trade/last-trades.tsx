import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { storedChoice } from '#client/lib/stored-choice.ts'
import { DateText } from '#client/ui/date-text.tsx'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { figureColumn, tableFigures } from '#client/ui/figures.ts'
import { QueryView } from '#client/ui/query-view.tsx'
import { finest } from '#client/ui/show-decimal.ts'
import { parseDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import { SmallSelect } from './book-grouping.tsx'
import { type LastTrade, lastTradesQuery } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'
import { SandboxNote } from './sandbox-note.tsx'

const SHOWN = ['sells', 'all'] as const

/** The trades in the list: those of selling takers, or all. Stored on the device. */
const choice = storedChoice<(typeof SHOWN)[number]>({
  key: 'last-trades',
  names: { sells: '', all: 'all' },
  otherwise: 'sells',
})

export function TradesChoice() {
  const { t } = useTranslation('trade')
  return (
    <SmallSelect
      label={t('trades.choice.label')}
      value={choice.use()}
      options={SHOWN.map((value) => ({ value, label: t(`trades.choice.${value}`) }))}
      onChange={choice.set}
    />
  )
}

type Move = 'up' | 'down' | 'same'
type ShownTrade = LastTrade & { readonly move: Move }

const exact = (text: string) => parseDecimal(text, PRICE_DECIMALS) ?? 0n

/** Each trade with the direction of its price from the trade before it in the list, which is newest first. */
export function withMoves(trades: readonly LastTrade[]): readonly ShownTrade[] {
  return trades.map((trade, at) => {
    const before = trades[at + 1]
    const [now, then] = [exact(trade.unitPrice), exact((before ?? trade).unitPrice)]
    return { ...trade, move: now > then ? 'up' : now < then ? 'down' : 'same' }
  })
}

/** The market's last trades, each in the colour of its price's direction. */
export function LastTrades({ path }: { path: MarketPath }) {
  const { t } = useTranslation('trade')
  const shown = choice.use()
  const options = lastTradesQuery(marketSymbol(path))
  const query = useQuery(options)
  const trades = useMemo(
    () => query.data && withMoves(query.data.filter(({ orderType }) => shown === 'all' || orderType === 'SELL')),
    [query.data, shown],
  )
  const empty = (
    <chakra.p fontSize="sm" color="fg.muted" textAlign="center" paddingBlock="6">
      {t('trades.empty')}
    </chakra.p>
  )
  return (
    <chakra.div containerType="inline-size">
      <QueryView
        query={query}
        data={trades}
        rows={10}
        height="1.375rem"
        empty={empty}
        age={{ queryKey: options.queryKey }}
      >
        {(list) => <TradeTable trades={list} path={path} />}
      </QueryView>
    </chakra.div>
  )
}

/** Beside a phone's form there is no space for the time. */
const NARROW = '@container (max-width: 15rem)'
const TIME = { [NARROW]: { display: 'none' } }

function TradeTable({ trades, path }: { trades: readonly ShownTrade[]; path: MarketPath }) {
  const { t } = useTranslation('trade')
  const { t: word } = useTranslation('orders')
  const { unitOf } = useCoins()
  const amountDecimals = finest(trades.map(({ amount }) => amount))
  return (
    <>
      {trades.some(({ sandbox }) => sandbox) && <SandboxNote />}
      <chakra.table
        width="full"
        fontSize="clamp(0.625rem, 7.2cqi, 0.75rem)"
        lineHeight="1.375rem"
        css={{ ...tableFigures, '& td, & th': { fontWeight: 'normal', whiteSpace: 'nowrap' } }}
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
            <chakra.th scope="col" textAlign="end" css={TIME}>
              {t('trades.time')}
            </chakra.th>
          </chakra.tr>
        </thead>
        <tbody>
          {trades.map((trade) => (
            <TradeRow key={trade.id} {...trade} amountDecimals={amountDecimals} />
          ))}
        </tbody>
      </chakra.table>
    </>
  )
}

const COLOUR = { up: 'buy', down: 'sell', same: 'fg' } as const

const TradeRow = memo(function TradeRow(trade: ShownTrade & { amountDecimals: number }) {
  const { t } = useTranslation('trade')
  const { orderType, unitPrice, amount, createdAtDateTime, move, amountDecimals } = trade
  return (
    <tr>
      <chakra.td color={COLOUR[move]} {...figureColumn}>
        <chakra.span srOnly>{t(`trades.${orderType}`)} </chakra.span>
        <DecimalText value={unitPrice} />
      </chakra.td>
      <chakra.td {...figureColumn}>
        <DecimalText value={amount} fractionMin={amountDecimals} />
      </chakra.td>
      <chakra.td textAlign="end" color="fg.muted" css={TIME}>
        <DateText at={createdAtDateTime} style="time" />
      </chakra.td>
    </tr>
  )
})
