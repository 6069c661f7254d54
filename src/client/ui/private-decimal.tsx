import { useBalancesHidden } from '#client/lib/hidden-balances.ts'
import { DecimalText } from './decimal-text.tsx'
import type { DecimalLook } from './show-decimal.ts'

/** An amount of the user, shown as dots while balances are hidden. */
export function PrivateDecimal(props: DecimalLook & { value: string | undefined; unit?: string }) {
  return useBalancesHidden() ? <span aria-hidden="true">••••••</span> : <DecimalText {...props} />
}
