import type { ReactNode } from 'react'
import { Button, type ButtonVariant } from './button.tsx'
import { Sheet } from './sheet.tsx'

type ConfirmSheetProps = {
  open: boolean
  title: string
  children?: ReactNode
  /** The words of the two buttons: what happens, and what does not. */
  yes: string
  no: string
  variant?: ButtonVariant
  busy?: boolean
  /** The yes rests, for a reason that the sheet says. */
  disabled?: boolean
  /** Whether the no works while `busy`; by default it does not. */
  dismissible?: boolean
  onYes: () => void
  onNo: () => void
}

/** Asks before something that cannot be taken back. While `busy`, nothing but the answer ends it. */
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
