import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { fetchPrices } from '#client/entities/coin/prices.queries.ts'
import type { Order } from '#client/entities/order/orders.queries.ts'
import type { Proof } from '#client/entities/withdrawal/withdrawal-code.tsx'
import { decodeAmount } from '#client/lib/decode.ts'
import { SECOND_MS } from '#client/lib/durations.ts'
import { useDebounced } from '#client/lib/use-debounced.ts'
import { type Intention, useIntention } from '#client/lib/use-intention.ts'
import { orderIn } from '#client/lib/use-key-outcome.ts'
import { useCountdown } from '#client/ui/use-countdown.ts'
import { useExpiredToast } from '#client/ui/use-expired-toast.ts'
import { getTrades } from '#contract/orders.ts'
import { getPositions } from '#contract/positions.ts'
import { getWallets } from '#contract/wallets.ts'
import { QUOTE_LOCK_MS } from '#domain/quote-lock.ts'
import { type OutsideTerms, QuickTradeTerms, sendQuickTrade, withKeptPrice } from './quick-trade.commands.ts'
import {
  QUICK_TRADE,
  type QuickTradeReason,
  restOfTotal,
  summarizeQuickTrade,
  validateQuickTrade,
} from './quick-trade.logic.ts'
import { type QuickTradeState, termsOf } from './use-quick-trade.ts'
import { reduceQuickTrade } from './use-trade-choice.ts'

/** After a price change the button is blocked this long, since a press may have been meant for the previous price. */
const READING_MS = 800

/** Why a new price was requested: the sheet opened, the lock expired, or the server had another price. */
type Cause = 'opened' | 'expired' | 'changed'

export interface LockedQuote {
  readonly coin: QuickTradeState['coin']
  readonly intention: Intention<QuickTradeTerms, Order>
  /** A trade without an answer continues at the price that was sent; no new price is fetched. */
  readonly resumes: boolean
  readonly state: 'asking' | 'locked' | 'failed'
  readonly cause: Cause
  readonly secondsLeft: number
  /** The previous price, if it changed while the confirmation was open. */
  readonly priceBefore: string | undefined
  /** Why the trade is not possible at the locked price. */
  readonly reason: QuickTradeReason | undefined
  /** The price has changed only just now. */
  readonly settling: boolean
  readonly renew: () => void
  /** Accepts with the confirmation of the withdrawal to an outside address. */
  readonly acceptWith: (proof: Proof) => void
  /** The remainder of the typed total if the trade costs `total`: it exists because a coin trades in steps. */
  readonly unspentAt: (total: string) => string | undefined
}

/**
 * The open confirmation. The price is fetched when the sheet opens, and is locked from its arrival on. When the lock expires or the server has
 * another price, a new one is fetched and shown, and the user is asked again.
 */
export function useLockedQuote(
  { form: chosen, coin, facts, terms: asked }: QuickTradeState,
  { resumes, outside }: { resumes: boolean; outside?: OutsideTerms | undefined },
): LockedQuote {
  const client = useQueryClient()
  // A code works for one amount alone: at another price the total changes, not what leaves.
  const [form] = useState(() =>
    outside && asked ? reduceQuickTrade(chosen, { type: 'amount', text: asked.amount }) : chosen,
  )
  const leavingWith = (terms: QuickTradeTerms) => (outside ? { ...terms, outside } : terms)
  const { intention, acceptWith } = useTradeIntention(resumes || !asked ? undefined : leavingWith(asked))
  const { terms, refusal, propose, sending, outcomeUnknown, outcome } = intention
  const [lock, setLock] = useState<Pick<LockedQuote, 'state' | 'cause' | 'priceBefore' | 'reason'>>({
    state: resumes ? 'locked' : 'asking',
    cause: 'opened',
    priceBefore: undefined,
    reason: undefined,
  })
  const { secondsLeft, restart } = useCountdown(0)

  const ask = async (cause: Cause) => {
    setLock((before) => ({ ...before, state: 'asking', cause }))
    const prices = await fetchPrices(client, form.unit).catch(() => undefined)
    const price = prices?.bySymbol.get(form.coin)
    const quoted = { ...facts, unitPrice: form.side === 'BUY' ? price?.buy : price?.sell }
    const summary = summarizeQuickTrade(form, quoted)
    const next = termsOf(form, { summary, facts: quoted })
    if (!prices || !next) return setLock((before) => ({ ...before, state: 'failed' }))
    const reason = validateQuickTrade({ form, summary, facts: quoted }, { supervisor: false, stale: prices.stale })
    const isOther = cause !== 'opened' && terms !== undefined && terms.unitPrice !== next.unitPrice
    const locked = reason === undefined ? await withKeptPrice(next) : next
    setLock({ state: 'locked', cause, priceBefore: isOther ? terms.unitPrice : undefined, reason })
    propose(leavingWith(locked))
    restart(QUOTE_LOCK_MS / SECOND_MS)
  }
  const askFor = useEffectEvent((cause: Cause) => void ask(cause))
  useEffect(() => {
    if (!resumes) askFor('opened')
  }, [resumes])

  const isLocked =
    !resumes && terms !== undefined && lock.state === 'locked' && !sending && !outcomeUnknown && outcome === undefined
  const hasChanged = isLocked && refusal?.code === 'PRICE_CHANGED'
  const isOfPrice = refusal === undefined || refusal.code === 'INCORRECT_OTP'
  const hasExpired = isLocked && isOfPrice && secondsLeft === 0
  useEffect(() => {
    if (hasChanged) askFor('changed')
    else if (hasExpired) askFor('expired')
  }, [hasChanged, hasExpired])

  const settled = useDebounced(terms?.unitPrice, READING_MS)
  return {
    ...lock,
    coin,
    intention,
    resumes,
    secondsLeft,
    settling: lock.cause !== 'opened' && settled !== terms?.unitPrice,
    renew: () => void ask('opened'),
    acceptWith,
    unspentAt: (total) => (resumes ? undefined : unspentAt(total, { form, facts })),
  }
}

/** The trade as an intention, with the confirmation of its withdrawal if what is bought leaves. */
function useTradeIntention(first: QuickTradeTerms | undefined) {
  const client = useQueryClient()
  // The proof is of one withdrawal and of the next minutes: a device never stores it.
  const proof = useRef<Proof>({})
  const intention = useIntention<QuickTradeTerms, Order>({
    kind: QUICK_TRADE,
    schema: QuickTradeTerms,
    send: (proposal) => sendQuickTrade(proposal, proof.current),
    recognize: orderIn,
    onDone: () => {
      void client.invalidateQueries({ queryKey: [getWallets.path] })
      void client.invalidateQueries({ queryKey: [getTrades.path] })
      void client.invalidateQueries({ queryKey: [getPositions.path] })
    },
    first,
  })
  useExpiredToast(intention)
  const acceptWith = (given: Proof) => {
    proof.current = given
    intention.accept()
  }
  return { intention, acceptWith }
}

function unspentAt(total: string, { form, facts }: Pick<QuickTradeState, 'form' | 'facts'>): string | undefined {
  if (!facts.quote) return undefined
  return restOfTotal(form, { summary: { total: decodeAmount(total, facts.quote) }, facts })
}
