import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import type * as z from 'zod/mini'
import {
  type DeliveryLeaving,
  type Leaving,
  type Proof,
  type SentCode,
  sendCodeFor,
  type WithdrawalLeaving,
} from '#client/entities/withdrawal/withdrawal-code.tsx'
import { callApi } from '#client/lib/call-api.ts'
import { type Intention, useIntention } from '#client/lib/use-intention.ts'
import type { KeyOutcome } from '#client/lib/use-key-outcome.ts'
import { useExpiredToast } from '#client/ui/use-expired-toast.ts'
import { requestDelivery } from '#contract/deliveries.ts'
import type { Reply } from '#contract/endpoint.ts'
import { getWallets } from '#contract/wallets.ts'
import { getWithdrawalTerms, requestWithdrawal } from '#contract/withdrawals.ts'
import type { Withdrawn } from './withdraw.queries.ts'

interface TermsSettings<Terms, Asked extends Leaving> {
  /** The kind under which it is stored on the device. */
  readonly kind: string
  readonly schema: z.ZodMiniType<Terms>
  readonly leaving: (terms: Terms) => Asked
}

interface LeavingSettings<Terms, Asked extends Leaving, Done> extends TermsSettings<Terms, Asked> {
  readonly request: (asked: Asked & Proof, idempotencyKey: string) => Promise<Done>
  /** Reads the outcome of a request that lost its answer. */
  readonly recognize: (found: KeyOutcome) => Done | undefined
}

export type WithdrawalIntention<Terms> = Intention<Terms, Withdrawn>

/** A withdrawal from its form by its code to its receipt. */
export const useWithdrawal = <Terms>(settings: TermsSettings<Terms, WithdrawalLeaving>) =>
  useLeaving({
    ...settings,
    request: async (body, idempotencyKey) => (await callApi(requestWithdrawal, { idempotencyKey, body })).baseDTO,
    recognize: withdrawalIn,
  })

/** The part of a delivery that its receipt shows. */
type DeliveryReceipt = Pick<Reply<typeof requestDelivery>['baseDTO'], 'weight' | 'fee'>

/** The same for a delivery of gold. */
export const useDelivery = <Terms>(settings: TermsSettings<Terms, DeliveryLeaving>) =>
  useLeaving<Terms, DeliveryLeaving, DeliveryReceipt>({
    ...settings,
    request: async (body, idempotencyKey) => (await callApi(requestDelivery, { idempotencyKey, body })).baseDTO,
    recognize: (found) => {
      const withdrawal = withdrawalIn(found)
      return withdrawal && { weight: withdrawal.sentAmount, fee: withdrawal.networkFee }
    },
  })

function useLeaving<Terms, Asked extends Leaving, Done>(settings: LeavingSettings<Terms, Asked, Done>) {
  const { kind, schema, leaving, request, recognize } = settings
  const client = useQueryClient()
  // The proof is of one withdrawal and of the next minutes: a device never stores it.
  const proof = useRef<Proof>({})
  const intention = useIntention<Terms, Done>({
    kind,
    schema,
    send: ({ terms, idempotencyKey }) => request({ ...leaving(terms), ...proof.current }, idempotencyKey),
    recognize,
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
