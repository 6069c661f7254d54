import { useCoins } from '#client/entities/coin/use-coins.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import type { DecimalLook } from '#client/ui/show-decimal.ts'
import { useBalancesHidden } from './hidden-balances.ts'

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

/** An amount of the user, shown as dots while balances are hidden. */
export function PrivateDecimal(props: DecimalLook & { value: string | undefined; unit?: string }) {
  return useBalancesHidden() ? <span aria-hidden="true">••••••</span> : <DecimalText {...props} />
}
