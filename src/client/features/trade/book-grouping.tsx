import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { storedChoice } from '#client/lib/stored-choice.ts'
import { showDecimal } from '#client/ui/show-decimal.ts'
import { SmallSelect } from '#client/ui/small-select.tsx'
import { formatDecimal, parseDecimal } from '#domain/decimal.ts'
import type { Side } from '#domain/order.ts'
import { PRICE_DECIMALS, price } from '#domain/units.ts'
import { groupLevels, type ShownLevel } from './book-math.ts'
import { groupedBookQuery, marketDetailsQuery } from './market.queries.ts'
import { type MarketPath, marketSymbol } from './market-path.ts'

const TICKS = { one: 1n, ten: 10n, hundred: 100n, thousand: 1000n } as const
type Ticks = keyof typeof TICKS
const STEPS = ['one', 'ten', 'hundred', 'thousand'] as const satisfies readonly Ticks[]
/** The steps that the server groups the whole book by. */
const GROUPED = { one: undefined, ten: '10', hundred: '100', thousand: '1000' } as const satisfies Record<
  Ticks,
  unknown
>

/** The number of ticks that one row of the book covers. Stored on the device. */
const grouping = storedChoice<Ticks>({
  key: 'book-ticks',
  names: { one: '', ten: '10', hundred: '100', thousand: '1000' },
  otherwise: 'one',
})

function useTick(market: string): bigint {
  return parseDecimal(useQuery(marketDetailsQuery(market)).data?.tickSize ?? '', PRICE_DECIMALS) ?? 0n
}

/** The first `rows` levels of one side, in the chosen steps of price. */
export function useGrouped(
  levels: readonly ShownLevel[],
  { market, side, rows }: { market: string; side: Side; rows: number },
): readonly ShownLevel[] {
  const ticks = grouping.use()
  const step = price(TICKS[ticks] * useTick(market))
  const grouped = GROUPED[ticks]
  const deep = useQuery({ ...groupedBookQuery(market, grouped ?? '10'), enabled: grouped !== undefined }).data
  return useMemo(() => {
    if (ticks === 'one' || step === 0n) return levels.slice(0, rows)
    // Until the whole book has come, the rows of the known levels are shown.
    const whole = deep ? deep[side === 'BUY' ? 'buyOrderBook' : 'sellOrderBook'] : groupLevels(levels, { step, side })
    return whole.slice(0, rows)
  }, [levels, deep, ticks, step, side, rows])
}

/** Chooses the step of price that a row of the book covers. */
export function BookGrouping({ path }: { path: MarketPath }) {
  const { t } = useTranslation('trade')
  const language = useLanguage()
  const tick = useTick(marketSymbol(path))
  return (
    <SmallSelect
      label={t('book.grouping')}
      value={grouping.use()}
      options={STEPS.map((value) => ({
        value,
        label: showDecimal(formatDecimal(TICKS[value] * tick, PRICE_DECIMALS), language),
      }))}
      onChange={grouping.set}
    />
  )
}
