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
  onYes: () => void
  onNo: () => void
}

/** Asks before something that cannot be taken back. While `busy`, nothing but the answer ends it. */
export function ConfirmSheet(props: ConfirmSheetProps) {
  const { open, title, children, yes, no, variant = 'primary', busy = false, onYes, onNo } = props
  return (
    <Sheet
      open={open}
      title={title}
      onClose={onNo}
      dismissible={!busy}
      footer={
        <>
          <Button full variant="quiet" disabled={busy} onClick={onNo}>
            {no}
          </Button>
          <Button full variant={variant} loading={busy} onClick={onYes}>
            {yes}
          </Button>
        </>
      }
    >
      {children}
    </Sheet>
  )
}
