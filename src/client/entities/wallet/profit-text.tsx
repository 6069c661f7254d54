import { chakra } from '@chakra-ui/react'
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import { PriceChange } from '#client/ui/price-change.tsx'
import { wholeDigits } from '#client/ui/total-text.tsx'
import { PRICE_DECIMALS } from '#domain/units.ts'
import { useCoins } from '../coin/use-coins.ts'
import { type QuoteUnit, TOTAL_DECIMALS } from '../market/quote-unit.ts'
import { BalanceText, PrivateDecimal, useBalancesHidden } from './balance-text.tsx'
import type { Holding, Profit } from './profits.ts'
import { useProfits } from './use-profits.ts'

const colourOf = (amount: string | undefined) =>
  amount === undefined || /^-?[0.]*$/.test(amount) ? 'fg.muted' : amount.startsWith('-') ? 'sell' : 'buy'

/** A profit with its sign, and in percent of the cost; dots while balances are hidden. */
export function ProfitText({ unit, amount, percent }: Profit) {
  const { unitOf } = useCoins()
  const look = { signed: true, fractionMax: TOTAL_DECIMALS[unit], rounding: 'nearest' } as const
  if (useBalancesHidden()) return <PrivateDecimal value={amount} />
  return (
    <chakra.span
      display="inline-flex"
      flexWrap="wrap"
      justifyContent="flex-end"
      columnGap="2"
      color={colourOf(amount)}
      fontWeight="semibold"
    >
      <DecimalText value={amount} unit={unitOf(unit)} {...look} />
      {percent !== undefined && <PriceChange percent={percent} />}
    </chakra.span>
  )
}

const SHOWN_DIGITS = 7

/** An average price with some seven digits: further ones are a matter of rounding. */
export function AveragePrice({ value, unit }: { value: string; unit: QuoteUnit }) {
  const { unitOf } = useCoins()
  const whole = wholeDigits(value)
  const fractionMax = whole === 0 ? PRICE_DECIMALS : Math.max(0, SHOWN_DIGITS - whole)
  return <PrivateDecimal value={value} unit={unitOf(unit)} fractionMax={fractionMax} rounding="nearest" />
}

/** The average buy price and the profit of a coin, as a small line of its row, with the amount that they are of where it is not all. */
export function HoldingLine({ holding }: { holding: Holding | undefined }) {
  const { t } = useTranslation('wallet')
  if (!holding) return null
  const { coin, held, isPart } = holding
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      justifyContent={{ base: 'space-between', md: 'start' }}
      columnGap="3"
      flex="1 1 auto"
      fontSize="xs"
    >
      <chakra.span color="fg.muted">
        {t('profit.average')}
        {isPart && (
          <>
            {' '}
            (<BalanceText coin={coin} value={held} />)
          </>
        )}
        : <AveragePrice value={holding.averageBuyPrice} unit={holding.unit} />
      </chakra.span>
      <ProfitText {...holding} />
    </chakra.div>
  )
}

/** The profit of everything held at the present prices, in each unit in which something was bought. */
export function ProfitTotals() {
  const { profits } = useProfits()
  const held = profits.flatMap(({ unrealised }) => unrealised ?? [])
  // Its words arrive later than the page around it, which stays meanwhile.
  return <Suspense fallback={null}>{held.length > 0 && <TotalsList held={held} />}</Suspense>
}

function TotalsList({ held }: { held: readonly Profit[] }) {
  const { t } = useTranslation('wallet')
  return (
    <chakra.div
      display="flex"
      flexWrap="wrap"
      justifyContent="space-between"
      columnGap="4"
      rowGap="1"
      marginTop="4"
      paddingTop="3"
      borderTopWidth="1px"
      borderColor="line"
      fontSize="sm"
    >
      <chakra.span color="fg.muted">{t('profit.open')}</chakra.span>
      {held.map((profit) => (
        <ProfitText key={profit.unit} {...profit} />
      ))}
    </chakra.div>
  )
}
