import { ConfirmTrade } from './confirm-trade.tsx'
import { TradeReceipt } from './trade-receipt.tsx'
import { useLockedQuote } from './use-locked-quote.ts'
import type { QuickTrade } from './use-quick-trade.ts'

type DealProps = {
  /** The form as it stood when its button was pressed, and what it is weighed against. */
  trade: QuickTrade
  /** Whether a trade that was not answered is taken up again, rather than what is on the form. */
  resumes: boolean
  onEnd: (how: { done: boolean }) => void
}

/** One quick trade from the last look to the receipt. */
export default function Deal({ trade, resumes, onEnd }: DealProps) {
  const quote = useLockedQuote(trade, { resumes })
  const { outcome } = quote.intention
  if (outcome) return <TradeReceipt order={outcome} onClose={() => onEnd({ done: true })} />
  return <ConfirmTrade quote={quote} onClose={() => onEnd({ done: false })} />
}
