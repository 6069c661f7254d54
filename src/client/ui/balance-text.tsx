import { useCoins } from '#client/lib/use-coins.ts'
import { PrivateDecimal } from './private-decimal.tsx'

type BalanceTextProps = {
  coin: string
  /** Decimal text; `undefined` is unknown and shows as a dash. */
  value: string | undefined
  /** Where the unit is not said yet. */
  withUnit?: boolean
}

/** The one way a balance is shown, on every page: all of its decimals that can be spent, as the ledger has them. */
export function BalanceText({ coin, value, withUnit = true }: BalanceTextProps) {
  const { coinOf, unitOf } = useCoins()
  const unit = withUnit ? { unit: unitOf(coin) } : {}
  return <PrivateDecimal value={value} fractionMax={coinOf(coin)?.balanceDecimals ?? 8} {...unit} />
}
