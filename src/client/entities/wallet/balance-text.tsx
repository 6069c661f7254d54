import { storedChoice } from '#client/lib/stored-choice.ts'
import { DecimalText } from '#client/ui/decimal-text.tsx'
import type { DecimalLook } from '#client/ui/show-decimal.ts'
import { useCoins } from '../coin/use-coins.ts'

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

const choice = storedChoice<'shown' | 'hidden'>({
  key: 'balances',
  names: { shown: '', hidden: 'hidden' },
  otherwise: 'shown',
})

/** Whether the user's own amounts are hidden. Stored on the device. */
export const useBalancesHidden = () => choice.use() === 'hidden'

export const hideBalances = (hidden: boolean) => choice.set(hidden ? 'hidden' : 'shown')
