import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ButtonVariant } from './button.tsx'
import { ConfirmSheet } from './confirm-sheet.tsx'
import { Notice } from './notice.tsx'
import { showToast } from './toasts.ts'
import { useSentenceOf } from './use-sentence-of.ts'

type ConfirmMutationProps<Outcome> = {
  title: string
  /** The labels of the two buttons: the action, and its refusal. */
  yes: string
  no: string
  variant?: ButtonVariant
  act: () => Promise<Outcome>
  /** The sentence after a success. */
  done?: string
  onDone?: (outcome: Outcome) => void
  /** Also called after a success. */
  onClose: () => void
  sentenceOf?: (error: unknown) => string
  children: ReactNode
}

/** Asks before an act and runs it. A refusal is shown in the sheet, which stays open; a success closes it. */
export function ConfirmMutation<Outcome>(props: ConfirmMutationProps<Outcome>) {
  const { title, yes, no, variant = 'danger', act, done, onDone, onClose, children } = props
  const usualSentence = useSentenceOf()
  const { sentenceOf = usualSentence } = props
  const command = useMutation({ mutationFn: act })
  const onSuccess = (outcome: Outcome) => {
    if (done !== undefined) showToast({ tone: 'success', title: done })
    onClose()
    onDone?.(outcome)
  }
  return (
    <ConfirmSheet
      open
      title={title}
      yes={yes}
      no={no}
      variant={variant}
      busy={command.isPending}
      onYes={() => command.mutate(undefined, { onSuccess })}
      onNo={onClose}
    >
      {command.isError && <Notice tone="error">{sentenceOf(command.error)}</Notice>}
      {children}
    </ConfirmSheet>
  )
}
