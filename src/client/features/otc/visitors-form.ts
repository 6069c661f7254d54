import * as z from 'zod/mini'
import { tabValue } from '#client/lib/tab-value.ts'
import type { QuickTradeAction, QuickTradeForm } from './quick-trade.logic.ts'

/** The form that a visitor filled in: it is there for the user who comes back from the login. */
const FORM = tabValue(
  'visitor-quick-trade',
  z.object({
    side: z.enum(['BUY', 'SELL']),
    unit: z.enum(['TOMAN', 'TETHER']),
    coin: z.string(),
    typed: z.enum(['amount', 'total']),
    text: z.string(),
  }),
  { wipedAtLogout: false },
)

/** Keeps what a visitor has typed. */
export const keepForm = (form: QuickTradeForm): void => FORM.keep(form)

/** The edits that fill the form in again, once. A link that names a coin begins a trade of its own. */
export function takeVisitorsForm(): readonly QuickTradeAction[] {
  const kept = FORM.read()
  FORM.drop()
  if (!kept || new URLSearchParams(location.search).has('coin')) return []
  const { side, unit, coin, typed, text } = kept
  return [
    { type: 'side', side },
    { type: 'unit', unit },
    { type: 'coin', coin },
    { type: typed, text },
  ]
}
