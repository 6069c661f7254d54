import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { Notice } from './notice.tsx'
import { Sheet } from './sheet.tsx'
import { showToast } from './toasts.ts'
import { useSentenceOf } from './use-sentence-of.ts'

type ConfirmSheetProps = {
  open: boolean
  title: string
  children?: ReactNode
  /** The labels of the two buttons: the action, and its refusal. */
  yes: string
  no: string
  variant?: ButtonVariant
  busy?: boolean
  /** Disables `yes`, for a reason that the sheet states. */
  disabled?: boolean
  /** Whether `no` works while `busy`; by default it does not. */
  dismissible?: boolean
  onYes: () => void
  onNo: () => void
}

/** Asks before an irreversible action. While `busy`, only the answer closes it. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { open, title, children, yes, no, variant = 'primary', busy = false, disabled = false, onYes, onNo } = props
  const { dismissible = !busy } = props
  return (
    <Sheet
      open={open}
      title={title}
      onClose={onNo}
      scrolled
      dismissible={dismissible}
      footer={
        <>
          <Button full variant="quiet" disabled={!dismissible} onClick={onNo}>
            {no}
          </Button>
          <Button full variant={variant} loading={busy} disabled={disabled} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      {children}
    </Sheet>
  )
}

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
