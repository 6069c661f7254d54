import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type * as z from 'zod/mini'
import { timeKey } from '#domain/time-key.ts'
import { ApiRefusal, isRefusal } from './call-api.ts'
import { dropPending, dropStalePending, findPending, isStale, keepPending } from './pending-intentions.ts'
import { answeredWithin, type Inquiry, type KeyOutcome, useKeyOutcome } from './use-key-outcome.ts'
import { onUserDataWiped } from './wipe-user-data.ts'

/** The server refuses a command that has waited ten seconds; if no answer has arrived after this time, the outcome is inquired. */
const ANSWER_MS_MAX = 30_000

/** The command as shown to the user, with the idempotency key that every attempt carries. */
interface Proposal<Terms> {
  readonly terms: Terms
  readonly idempotencyKey: string
  /** The time of the first attempt; absent before it. */
  readonly sentAt?: number
  /** The number of attempts since the outcome became unknown; 0 if it is known or nothing was sent. */
  readonly attemptsWithUnknownOutcome: number
  /** An attempt was lost: if it still arrives, the key keeps the command from being executed twice. */
  readonly keepsKey?: true
}

export interface IntentionSettings<Terms, Outcome> {
  /** The kind under which it is stored on the device. */
  readonly kind: string
  /** Reads the terms that an earlier visit has stored. */
  readonly schema: z.ZodMiniType<Terms>
  readonly send: (proposal: { terms: Terms; idempotencyKey: string }) => Promise<Outcome>
  /** Converts the server's answer about the key to an outcome; `undefined` if the answer settles nothing. */
  readonly recognize: (found: KeyOutcome) => Outcome | undefined
  /** `wasLost`: the answer never arrived, and the outcome was inquired. */
  readonly onDone?: (outcome: Outcome, how: { wasLost: boolean }) => void
  /** The proposal to start with; without it, a command that an earlier visit left unknown is resumed. */
  readonly first?: Terms | undefined
  /** Whether stored terms belong to this screen. */
  readonly isOurs?: (terms: Terms) => boolean
}

export interface Intention<Terms, Outcome> {
  /** The proposed terms; `undefined` without a proposal. */
  readonly terms: Terms | undefined
  readonly sending: boolean
  /** No answer arrived: the command may have been executed. Accepting again is safe, since the key stays the same. */
  readonly outcomeUnknown: boolean
  /** The server's answer to the inquiry about the outcome. */
  readonly inquiry: Inquiry
  /** An earlier intention was too old to be inquired about or repeated, and was dropped. */
  readonly expired: boolean
  /** The server refused the command; nothing happened. */
  readonly refusal: ApiRefusal | undefined
  readonly outcome: Outcome | undefined
  readonly propose: (terms: Terms) => void
  readonly accept: () => void
  /** Proposes and accepts in one step, for commands that need no confirmation. */
  readonly begin: (terms: Terms) => void
  /** Drops the proposal; an unknown outcome stays unknown. */
  readonly dismiss: () => void
}

/**
 * One money command from proposal to outcome. It is sent once and never repeated automatically: a repeat is the user's decision and carries the same
 * key and terms until the outcome is known. The command is stored on the device from before the request until then, so that a reload can resume it.
 * The server is asked for the outcome before a repeat is offered.
 */
export function useIntention<Terms, Outcome>(settings: IntentionSettings<Terms, Outcome>): Intention<Terms, Outcome> {
  const { kind, onDone } = settings
  const [proposal, setProposal] = useState(() => initial(settings))
  const [expired, setExpired] = useState(() => dropStalePending(kind))
  const [found, setFound] = useState<Outcome>()
  // Two clicks may arrive before the first is rendered.
  const underWay = useRef(new Set<string>())
  const { mutate, reset, ...sent } = useMutation({
    mutationFn: (next: Proposal<Terms>) => sendKept(settings, next),
    networkMode: 'always',
    retry: false,
    onSuccess: (outcome) => onDone?.(outcome, { wasLost: false }),
    onError: (error, next) => {
      noteRefusedKey(error)
      const { attemptsWithUnknownOutcome: before } = next
      if (before > 0 || isOutcomeUnknown(error)) setProposal({ ...next, attemptsWithUnknownOutcome: before + 1 })
    },
    onSettled: (_outcome, _error, { idempotencyKey }) => underWay.current.delete(idempotencyKey),
  })
  const outcome = sent.data ?? found
  const attempt = proposal?.attemptsWithUnknownOutcome ?? 0
  const outcomeUnknown = attempt > 0 && !sent.isPending && outcome === undefined
  const asked = { key: proposal?.idempotencyKey ?? '', attempt, enabled: outcomeUnknown }
  const { answer, inquiry } = useKeyOutcome(asked)

  const replaceProposal = (next: Proposal<Terms> | undefined) => {
    reset()
    setFound(undefined)
    setProposal(next)
  }
  const submit = (next: Proposal<Terms>) => {
    if (underWay.current.size > 0) return
    const begun = { ...next, sentAt: next.sentAt ?? Date.now() }
    if (isStale(begun)) {
      replaceProposal(undefined)
      return setExpired(dropStalePending(kind))
    }
    underWay.current.add(begun.idempotencyKey)
    setProposal(begun)
    mutate(begun)
  }

  useEffect(() => onUserDataWiped(() => replaceProposal(undefined)))
  useEffect(() => {
    if (!outcomeUnknown || !proposal || answer === undefined) return
    const recognized = settings.recognize(answer)
    if (!isSettled({ recognized, error: sent.error })) return
    dropPending(proposal.idempotencyKey)
    setProposal({ ...proposal, attemptsWithUnknownOutcome: 0, keepsKey: true })
    if (recognized === undefined) return
    setFound(recognized)
    onDone?.(recognized, { wasLost: true })
  })

  return {
    ...{ terms: proposal?.terms, sending: sent.isPending, outcomeUnknown, inquiry, expired, outcome },
    refusal: sent.error instanceof ApiRefusal && !outcomeUnknown && outcome === undefined ? sent.error : undefined,
    propose: (terms) => replaceProposal(renewed(terms)),
    accept() {
      if (!proposal || sent.isPending || outcome !== undefined) return
      if (outcomeUnknown && inquiry === 'asking') return
      submit(sent.isError && !outcomeUnknown && !proposal.keepsKey ? renewed(proposal.terms) : proposal)
    },
    begin: (terms) => submit(renewed(terms)),
    dismiss() {
      if (proposal && !sent.isPending) dropPending(proposal.idempotencyKey)
      replaceProposal(undefined)
    },
  }
}

/** If a repeat was refused and nothing is committed under the key, the first attempt was not executed either. */
const isSettled = ({ recognized, error }: { recognized: unknown; error: unknown }) =>
  recognized !== undefined || !isOutcomeUnknown(error)

/** Sends the command and stores it on the device until its outcome is known. */
async function sendKept<Terms, Outcome>(
  { kind, send }: IntentionSettings<Terms, Outcome>,
  { terms, idempotencyKey, sentAt = Date.now(), attemptsWithUnknownOutcome }: Proposal<Terms>,
): Promise<Outcome> {
  keepPending({ kind, key: idempotencyKey, terms, sentAt })
  try {
    const outcome = await answeredWithin(ANSWER_MS_MAX, send({ terms, idempotencyKey }))
    dropPending(idempotencyKey)
    return outcome
  } catch (error) {
    if (attemptsWithUnknownOutcome === 0 && !isOutcomeUnknown(error)) dropPending(idempotencyKey)
    throw error
  }
}

function initial<Terms, Outcome>({ first, ...kept }: IntentionSettings<Terms, Outcome>): Proposal<Terms> | undefined {
  if (first !== undefined) return renewed(first)
  const pending = findPending(kept.kind, kept.schema, kept.isOurs)
  if (!pending) return undefined
  const { terms, key, sentAt } = pending
  return { terms, idempotencyKey: key, sentAt, attemptsWithUnknownOutcome: 1 }
}

function renewed<Terms>(terms: Terms): Proposal<Terms> {
  return { terms, idempotencyKey: newIntentionKey(), attemptsWithUnknownOutcome: 0 }
}

/** Whether the command may have been executed although no valid answer came. */
export function isOutcomeUnknown(error: unknown): boolean {
  return !(error instanceof ApiRefusal) || !error.nothingHappened
}

/** Set after the server refused a key whose time is in the future, since this clock is wrong: later keys carry no time. */
let isClockAhead = false

/** The idempotency key of one intention. It carries its time, so that the server can recognize it as new without a database lookup. */
const newIntentionKey = (): string =>
  isClockAhead ? crypto.randomUUID() : timeKey(Date.now(), crypto.getRandomValues(new Uint8Array(10)))

/** Must be called with the error of each sent key. */
function noteRefusedKey(error: unknown): void {
  isClockAhead ||= isRefusal(error, 'IDEMPOTENCY_KEY_FROM_FUTURE')
}
