import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { type Leaving, type Proof, type SentCode, sendCodeFor } from '#client/entities/withdrawal/withdrawal-code.tsx'
import { callApi } from '#client/lib/call-api.ts'
import { type Intention, useIntention } from '#client/lib/use-intention.ts'
import type { KeyOutcome } from '#client/lib/use-key-outcome.ts'
import { useExpiredToast } from '#client/ui/use-expired-toast.ts'
import { getWallets } from '#contract/wallets.ts'
import { getWithdrawalTerms, requestWithdrawal } from '#contract/withdrawals.ts'
import type { Withdrawn } from './withdraw.queries.ts'

interface WithdrawalSettings<Terms> {
  /** The kind under which it is stored on the device. */
  readonly kind: string
  readonly schema: z.ZodMiniType<Terms>
  readonly leaving: (terms: Terms) => Leaving
}

export type WithdrawalIntention<Terms> = Intention<Terms, Withdrawn>

/** A withdrawal from its form by its code to its receipt. */
export function useWithdrawal<Terms>({ kind, schema, leaving }: WithdrawalSettings<Terms>) {
  const client = useQueryClient()
  // The proof is of one withdrawal and of the next minutes: a device never stores it.
  const proof = useRef<Proof>({})
  const intention = useIntention<Terms, Withdrawn>({
    kind,
    schema,
    send: async ({ terms, idempotencyKey }) => {
      const body = { ...leaving(terms), ...proof.current }
      return (await callApi(requestWithdrawal, { idempotencyKey, body })).baseDTO
    },
    recognize: withdrawalIn,
    onDone: () => {
      // The limits leave less, too.
      for (const { path } of [getWallets, getWithdrawalTerms]) void client.invalidateQueries({ queryKey: [path] })
    },
  })
  useExpiredToast(intention)
  const [sent, setSent] = useState<{ readonly terms: Terms; readonly code: SentCode }>()
  const [isBack, setBack] = useState(false)
  const sending = useMutation({
    mutationFn: (terms: Terms) => sendCodeFor(leaving(terms)),
    onSuccess: (next, terms) => {
      setSent({ terms, code: next })
      setBack(false)
    },
  })
  const open = isBack ? undefined : sent
  const begun = intention.outcomeUnknown ? intention.terms : open?.terms
  return {
    intention,
    sending,
    /** The code that was sent; absent after a reload, when only the outcome of an earlier request is awaited. */
    sent: open?.code,
    /** The withdrawal that the code was sent for, or that awaits its outcome. */
    begun,
    leaving: begun && leaving(begun),
    /** The content of the form after a step back. */
    first: sent?.terms ?? intention.terms,
    confirm: (given: Proof) => {
      if (!begun) return
      proof.current = given
      intention.begin(begun)
    },
    goBack: () => {
      intention.dismiss()
      setBack(true)
    },
  }
}

/** A withdrawal that was requested after all. */
const withdrawalIn = (found: KeyOutcome): Withdrawn | undefined =>
  found.kind === 'WITHDRAWAL' ? found.withdrawal : undefined
