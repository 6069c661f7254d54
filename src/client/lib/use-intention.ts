import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiRefusal } from './call-api.ts'

/** What a person is about to do, frozen as he saw it, under the key that every attempt at it carries. */
interface Proposal<Terms> {
  readonly terms: Terms
  readonly idempotencyKey: string
}

export interface Intention<Terms, Outcome> {
  /** What is proposed; `undefined` while nothing is. */
  readonly terms: Terms | undefined
  readonly sending: boolean
  /** No answer came: it may have happened. Accepting again is safe, since the key stays the same. */
  readonly outcomeUnknown: boolean
  /** The server said no, and nothing happened. */
  readonly refusal: ApiRefusal | undefined
  readonly outcome: Outcome | undefined
  readonly propose: (terms: Terms) => void
  readonly accept: () => void
  /** Proposes and accepts at once, where nothing needs a second look. */
  readonly begin: (terms: Terms) => void
  readonly dismiss: () => void
}

type Send<Terms, Outcome> = (proposal: { terms: Terms; idempotencyKey: string }) => Promise<Outcome>

/**
 * One movement of money from proposal to outcome. The command is sent once, at once, and never by itself again: a
 * repeat is the person's decision. It carries the same key and the same terms until the server has refused it; after
 * that a new attempt is a new intention. `first` is proposed from the start.
 */
export function useIntention<Terms, Outcome>(
  send: Send<Terms, Outcome>,
  onDone: (outcome: Outcome) => void,
  first?: Terms,
): Intention<Terms, Outcome> {
  const [proposal, setProposal] = useState<Proposal<Terms> | undefined>(() => first && renewed(first))
  // Two presses may come before the first is drawn.
  const underWay = useRef(false)
  const { mutate, reset, ...sent } = useMutation({
    mutationFn: send,
    networkMode: 'always',
    retry: false,
    onSuccess: onDone,
    onSettled: () => {
      underWay.current = false
    },
  })
  const outcomeUnknown = sent.isError && isOutcomeUnknown(sent.error)
  const submit = (next: Proposal<Terms>) => {
    if (underWay.current) return
    underWay.current = true
    setProposal(next)
    mutate(next)
  }

  return {
    terms: proposal?.terms,
    sending: sent.isPending,
    outcomeUnknown,
    refusal: sent.error instanceof ApiRefusal && !outcomeUnknown ? sent.error : undefined,
    outcome: sent.data,
    propose(terms) {
      reset()
      setProposal(renewed(terms))
    },
    accept() {
      if (!proposal || sent.isPending || sent.isSuccess) return
      const refused = sent.isError && !outcomeUnknown
      submit(refused ? renewed(proposal.terms) : proposal)
    },
    begin(terms) {
      submit(renewed(terms))
    },
    dismiss() {
      reset()
      setProposal(undefined)
    },
  }
}

function renewed<Terms>(terms: Terms): Proposal<Terms> {
  return { terms, idempotencyKey: crypto.randomUUID() }
}

/** Whether the command may have been carried out although no good answer came. */
export function isOutcomeUnknown(error: unknown): boolean {
  return !(error instanceof ApiRefusal) || error.code === 'UNREACHABLE' || error.code === 'INTERNAL'
}
