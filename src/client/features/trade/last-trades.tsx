import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { memo, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useCoins } from '#client/entities/coin/use-coins.ts'
import { useLanguage } from '#client/lib/locale.ts'
import { storedChoice } from '#client/lib/stored-choice.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { figureColumn } from '#client/ui/figures.ts'
import { QueryView } from '#client/ui/query-view.tsx'
import { showDate } from '#client/ui/show-date.ts'
import { finest } from '#client/ui/show-decimal.ts'
import { SmallSelect } from '#client/ui/small-select.tsx'
import { parseDecimal } from '#domain/decimal.ts'
import { PRICE_DECIMALS } from '#domain/units.ts'
import { isLoaded, type LastTrade, lastTradesQuery } from './market.queries.ts'
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

/** The market's last trades, each in the colour of its price's direction. Plain elements, as in the book: a trade renders its row alone. */
export function LastTrades({ path }: { path: MarketPath }) {
  const { t } = useTranslation('trade')
  const { t: word } = useTranslation('orders')
  const { unitOf } = useCoins()
  const options = lastTradesQuery(marketSymbol(path))
  const query = useQuery({ ...options, select: isLoaded })
  return (
    <chakra.div containerType="inline-size">
      <QueryView query={query} data={query.data} rows={10} height="1.375rem" age={{ queryKey: options.queryKey }}>
        {() => (
          <chakra.div css={TRADES}>
            <TradeTable
              market={marketSymbol(path)}
              caption={t('trades.title')}
              names={[
                word('column.priceIn', { unit: unitOf(path.tradeTo) }),
                word('column.amountIn', { unit: unitOf(path.tradeFrom) }),
                t('trades.time'),
              ]}
            />
          </chakra.div>
        )}
      </QueryView>
    </chakra.div>
  )
}

/** Beside a phone's form there is no space for the time, and beside a narrow one's price none for its seconds. */
const NARROW = '@container (max-width: 15rem)'
const SHORT = '@container (max-width: 16.5rem)'

const TRADES = {
  '& table': {
    width: 'full',
    fontSize: 'clamp(0.625rem, 7.2cqi, 0.75rem)',
    lineHeight: '1.375rem',
  },
  '& td, & th': { ...figureColumn, fontWeight: 'normal', whiteSpace: 'nowrap' },
  '& .time': { textAlign: 'end', _rtl: { textAlign: 'end' }, color: 'fg.muted', [NARROW]: { display: 'none' } },
  '& .seconds': { [SHORT]: { display: 'none' } },
  '& thead': { color: 'fg.muted' },
  '& .up': { color: 'buy' },
  '& .down': { color: 'sell' },
  '& .unseen, & caption': { srOnly: true },
  '& .none': { fontSize: 'sm', color: 'fg.muted', textAlign: 'center', paddingBlock: '6' },
} as const

type TradeTableProps = { market: string; caption: string; names: readonly string[] }

function TradeTable({ market, caption, names: [price, amount, time] }: TradeTableProps) {
  const { t } = useTranslation('trade')
  const shown = choice.use()
  const { data } = useQuery(lastTradesQuery(market))
  const trades = useMemo(
    () => withMoves((data ?? []).filter(({ orderType }) => shown === 'all' || orderType === 'SELL')),
    [data, shown],
  )
  if (trades.length === 0) return <p className="none">{t('trades.empty')}</p>
  const amountDecimals = finest(trades.map((trade) => trade.amount))
  return (
    <>
      {trades.some(({ sandbox }) => sandbox) && <SandboxNote />}
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{price}</th>
            <th scope="col">{amount}</th>
            <th scope="col" className="time">
              {time}
            </th>
          </tr>
        </thead>
        <tbody>
          {trades.map((trade) => (
            <TradeRow key={trade.id} {...trade} amountDecimals={amountDecimals} />
          ))}
        </tbody>
      </table>
    </>
  )
}

/** The length of "14:05" in "14:05:33", in either language's digits. */
const MINUTES = 5

const TradeRow = memo(function TradeRow(trade: ShownTrade & { amountDecimals: number }) {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const { orderType, unitPrice, amount, createdAtDateTime, move, amountDecimals } = trade
  const clock = showDate(new Date(createdAtDateTime), language, 'seconds')
  return (
    <tr>
      <td className={move}>
        <span className="unseen">{t(`trades.${orderType}`)} </span>
        <DecimalText value={unitPrice} />
      </td>
      <td>
        <DecimalText value={amount} fractionMin={amountDecimals} />
      </td>
      <td className="time">
        <time dateTime={createdAtDateTime}>
          {clock.slice(0, MINUTES)}
          <span className="seconds">{clock.slice(MINUTES)}</span>
        </time>
      </td>
    </tr>
  )
})
