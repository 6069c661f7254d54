import type { ReactNode } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { Sheet } from './sheet.tsx'

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
