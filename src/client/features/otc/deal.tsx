import { ConfirmTrade } from './confirm-trade.tsx'
import type { QuickTradeTerms } from './quick-trade.commands.ts'
import { TradeReceipt } from './trade-receipt.tsx'
import type { QuickTrade } from './use-quick-trade.ts'
import { useQuickTradeIntention } from './use-quick-trade-intention.ts'

type DealProps = {
  trade: QuickTrade
  /** What was on the form when its button was pressed. */
  asked: QuickTradeTerms
  onEnd: (how: { done: boolean }) => void
}

/** One quick trade from the last look to the receipt. */
export default function Deal({ trade, asked, onEnd }: DealProps) {
  const intention = useQuickTradeIntention({ trade, asked })
  const { terms, outcome } = intention
  if (terms && outcome) return <TradeReceipt terms={terms} order={outcome} onClose={() => onEnd({ done: true })} />
  return <ConfirmTrade intention={intention} onClose={() => onEnd({ done: false })} />
}
