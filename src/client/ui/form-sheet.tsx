import { type ReactNode, useId, useState } from 'react'
import { Button } from './button.tsx'
import { Form } from './form.tsx'
import { RefusalNotice } from './refusal-notice.tsx'
import { Sheet } from './sheet.tsx'

type FormSheetProps = {
  title: string
  /** The label of the button that sends. */
  action: string
  /** While it is being sent, nothing closes the sheet. */
  busy: boolean
  /** The refusal of the whole form. A refusal that belongs to a field is shown at the field. */
  error?: Error | null
  /** Whether the fields lack nothing: otherwise a press shows what they lack. */
  complete: boolean
  /** May return a promise: until it is settled, nothing is sent again. */
  onSend: () => unknown
  onClose: () => void
  /** The fields. They show what they lack once the form was `checked`. */
  children: (checked: boolean) => ReactNode
  /** Another button beside the one that sends. */
  extra?: ReactNode
  inAddress?: boolean
}

/**
 * A plain form in a sheet: its fields, and the button that sends them at the bottom of the sheet. No form library is below it: with our controlled
 * fields, a form of two fields has 41 lines, with react-hook-form 48 and 14 KB (gzip) more, with TanStack Form 51 and 17 KB more, and the latter
 * leaves the focus of the first faulty field to the app as well.
 */
export function FormSheet(props: FormSheetProps) {
  const { title, action, busy, error, complete, onSend, onClose, children, extra, inAddress = false } = props
  const form = useId()
  const [checked, setChecked] = useState(false)
  const submit = () => {
    setChecked(true)
    return complete ? onSend() : undefined
  }
  return (
    <Sheet
      open
      title={title}
      onClose={onClose}
      inAddress={inAddress}
      dismissible={!busy}
      footer={
        <>
          {extra}
          <Button type="submit" form={form} full loading={busy}>
            {action}
          </Button>
        </>
      }
    >
      <Form id={form} onSubmit={submit}>
        {error && <RefusalNotice error={error} />}
        {children(checked)}
      </Form>
    </Sheet>
  )
}
