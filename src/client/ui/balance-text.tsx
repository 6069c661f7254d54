import { useCoins } from '#client/lib/use-coins.ts'
import { PrivateDecimal } from './private-decimal.tsx'

type BalanceTextProps = {
  coin: string
  /** Decimal text; `undefined` is unknown and is shown as a dash. */
  value: string | undefined
  /** Set it where the unit is not shown nearby. */
  withUnit?: boolean
}

/** Every page shows balances with this component: with all spendable decimals, as the ledger has them. */
export function BalanceText({ coin, value, withUnit = true }: BalanceTextProps) {
  const { coinOf, unitOf } = useCoins()
  const unit = withUnit ? { unit: unitOf(coin) } : {}
  return <PrivateDecimal value={value} fractionMax={coinOf(coin)?.balanceDecimals ?? 8} {...unit} />
}
