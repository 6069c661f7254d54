import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { ApiRefusal } from './call-api.ts'
import { newIntentionKey, noteRefusedKey } from './intention-key.ts'
import { dropPending, dropStalePending, findPending, isStale, keepPending } from './pending-intentions.ts'
import { answeredWithin, type Inquiry, type KeyOutcome, useKeyOutcome } from './use-key-outcome.ts'
import { onUserDataWiped } from './wipe-user-data.ts'

/** The server refuses a command that has waited ten seconds; after this time without an answer the outcome is inquired. */
const ANSWER_MS_MAX = 30_000

/** The command as it was shown to the user, with the idempotency key that every attempt carries. */
interface Proposal<Terms> {
  readonly terms: Terms
  readonly idempotencyKey: string
  /** When it was first sent; absent before. */
  readonly sentAt?: number
  /** Attempts since its outcome is unknown; 0 where it is known, or nothing was sent. */
  readonly unknown: number
  /** An attempt was lost: should it still arrive, the key keeps the command from being executed twice. */
  readonly keepsKey?: true
}

export interface IntentionSettings<Terms, Outcome> {
  /** Under which name it is kept on the device. */
  readonly kind: string
  /** Reads the terms that an earlier visit has kept. */
  readonly schema: z.ZodMiniType<Terms>
  readonly send: (proposal: { terms: Terms; idempotencyKey: string }) => Promise<Outcome>
  /** What the server says became of the key, as an outcome; `undefined` where that settles nothing. */
  readonly recognize: (found: KeyOutcome) => Outcome | undefined
  /** `wasLost`: the answer never came, and the outcome was asked for. */
  readonly onDone?: (outcome: Outcome, how: { wasLost: boolean }) => void
  /** Proposed from the start; without it, what an earlier visit has left unknown is taken up again. */
  readonly first?: Terms | undefined
  /** Whether kept terms belong to this screen. */
  readonly isOurs?: (terms: Terms) => boolean
}

export interface Intention<Terms, Outcome> {
  /** What is proposed; `undefined` while nothing is. */
  readonly terms: Terms | undefined
  readonly sending: boolean
  /** No answer came: it may have happened. Accepting again is safe, since the key stays the same. */
  readonly outcomeUnknown: boolean
  /** What the server answered to the inquiry about its outcome. */
  readonly inquiry: Inquiry
  /** An earlier intention was too old to be asked about or repeated, and is forgotten. */
  readonly expired: boolean
  /** The server refused the command; nothing happened. */
  readonly refusal: ApiRefusal | undefined
  readonly outcome: Outcome | undefined
  readonly propose: (terms: Terms) => void
  readonly accept: () => void
  /** Proposes and accepts in one step, where no confirmation is needed. */
  readonly begin: (terms: Terms) => void
  /** Drops the proposal; an unknown outcome stays unknown. */
  readonly dismiss: () => void
}

/**
 * One money command from proposal to outcome. The command is sent once and never repeated automatically: a repeat is the user's
 * decision, and it carries the same key and the same terms until the outcome is known. What was sent is kept on the device from before
 * the request until then, so that a reload takes it up again; the server is asked what became of it before a repeat is offered.
 */
export function useIntention<Terms, Outcome>(settings: IntentionSettings<Terms, Outcome>): Intention<Terms, Outcome> {
  const { kind, onDone } = settings
  const [proposal, setProposal] = useState(() => initial(settings))
  const [expired, setExpired] = useState(() => dropStalePending(kind))
  const [found, setFound] = useState<Outcome>()
  // Two presses may come before the first is drawn.
  const underWay = useRef(new Set<string>())
  const { mutate, reset, ...sent } = useMutation({
    mutationFn: (next: Proposal<Terms>) => sendKept(settings, next),
    networkMode: 'always',
    retry: false,
    onSuccess: (outcome) => onDone?.(outcome, { wasLost: false }),
    onError: (error, next) => {
      noteRefusedKey(error)
      if (next.unknown > 0 || isOutcomeUnknown(error)) setProposal({ ...next, unknown: next.unknown + 1 })
    },
    onSettled: (_outcome, _error, { idempotencyKey }) => underWay.current.delete(idempotencyKey),
  })
  const outcome = sent.data ?? found
  const outcomeUnknown = proposal !== undefined && proposal.unknown > 0 && !sent.isPending && outcome === undefined
  const asked = { key: proposal?.idempotencyKey ?? '', attempt: proposal?.unknown ?? 0, enabled: outcomeUnknown }
  const { answer, inquiry } = useKeyOutcome(asked)

  const become = (next: Proposal<Terms> | undefined) => {
    reset()
    setFound(undefined)
    setProposal(next)
  }
  const submit = (next: Proposal<Terms>) => {
    if (underWay.current.size > 0) return
    const begun = { ...next, sentAt: next.sentAt ?? Date.now() }
    if (isStale(begun)) {
      become(undefined)
      return setExpired(dropStalePending(kind))
    }
    underWay.current.add(begun.idempotencyKey)
    setProposal(begun)
    mutate(begun)
  }

  useEffect(() => onUserDataWiped(() => become(undefined)))
  useEffect(() => {
    if (!outcomeUnknown || !proposal || answer === undefined) return
    const recognized = settings.recognize(answer)
    if (!isSettled({ recognized, error: sent.error })) return
    dropPending(proposal.idempotencyKey)
    setProposal({ ...proposal, unknown: 0, keepsKey: true })
    if (recognized === undefined) return
    setFound(recognized)
    onDone?.(recognized, { wasLost: true })
  })

  return {
    ...{ terms: proposal?.terms, sending: sent.isPending, outcomeUnknown, inquiry, expired, outcome },
    refusal: sent.error instanceof ApiRefusal && !outcomeUnknown && outcome === undefined ? sent.error : undefined,
    propose: (terms) => become(renewed(terms)),
    accept() {
      if (!proposal || sent.isPending || outcome !== undefined) return
      if (outcomeUnknown && inquiry === 'asking') return
      submit(sent.isError && !outcomeUnknown && !proposal.keepsKey ? renewed(proposal.terms) : proposal)
    },
    begin: (terms) => submit(renewed(terms)),
    dismiss() {
      if (proposal && !sent.isPending) dropPending(proposal.idempotencyKey)
      become(undefined)
    },
  }
}

/** Where a repeat was refused and nothing is committed under the key, the first attempt did not happen either. */
const isSettled = ({ recognized, error }: { recognized: unknown; error: unknown }) =>
  recognized !== undefined || !isOutcomeUnknown(error)

/** Sends what is kept on the device from now until its outcome is known. */
async function sendKept<Terms, Outcome>(
  { kind, send }: IntentionSettings<Terms, Outcome>,
  { terms, idempotencyKey, sentAt = Date.now(), unknown }: Proposal<Terms>,
): Promise<Outcome> {
  keepPending({ kind, key: idempotencyKey, terms, sentAt })
  try {
    const outcome = await answeredWithin(ANSWER_MS_MAX, send({ terms, idempotencyKey }))
    dropPending(idempotencyKey)
    return outcome
  } catch (error) {
    if (unknown === 0 && !isOutcomeUnknown(error)) dropPending(idempotencyKey)
    throw error
  }
}

function initial<Terms, Outcome>({ first, ...kept }: IntentionSettings<Terms, Outcome>): Proposal<Terms> | undefined {
  if (first !== undefined) return renewed(first)
  const pending = findPending(kept.kind, kept.schema, kept.isOurs)
  return pending && { terms: pending.terms, idempotencyKey: pending.key, sentAt: pending.sentAt, unknown: 1 }
}

function renewed<Terms>(terms: Terms): Proposal<Terms> {
  return { terms, idempotencyKey: newIntentionKey(), unknown: 0 }
}

/** Whether the command may have been executed although no valid answer came. */
export function isOutcomeUnknown(error: unknown): boolean {
  return !(error instanceof ApiRefusal) || !error.nothingHappened
}
