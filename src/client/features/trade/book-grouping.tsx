import { chakra } from '@chakra-ui/react'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '#client/lib/locale.ts'
import { storedChoice } from '#client/lib/stored-choice.ts'
import { showDecimal } from '#client/ui/show-decimal.ts'
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

type SmallSelectProps<Value extends string> = {
  /** Describes the choice to screen readers. */
  label: string
  value: Value
  options: readonly { readonly value: Value; readonly label: string }[]
  onChange: (value: Value) => void
}

/** A choice in a panel's head, low on a desktop. */
export function SmallSelect<Value extends string>({ label, value, options, onChange }: SmallSelectProps<Value>) {
  return (
    <chakra.span display="inline-grid" position="relative" alignItems="center">
      <chakra.select
        aria-label={label}
        title={label}
        value={value}
        onChange={(event) => {
          const next = options.find((option) => option.value === event.currentTarget.value)
          if (next) onChange(next.value)
        }}
        height={{ base: 'tap', lg: '8' }}
        // It keeps the width of its longest option where there is space, and shows a word at least.
        minWidth="3.75rem"
        width="full"
        paddingInlineStart={{ base: '1.5', lg: '2' }}
        paddingInlineEnd="6"
        appearance="none"
        borderWidth="1px"
        borderColor="line"
        borderRadius="sm"
        bg="transparent"
        fontSize="xs"
        css={{ '& option': { bg: 'surface', color: 'fg' } }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </chakra.select>
      <chakra.span position="absolute" insetInlineEnd="1.5" pointerEvents="none" color="fg.muted">
        <ChevronDown size={14} aria-hidden="true" />
      </chakra.span>
    </chakra.span>
  )
}
