import { Sheet } from '#client/ui/sheet.tsx'
import { type ActProps, useActForm } from './use-act-form.tsx'

/** An act of an operator in its own sheet. */
export function ActSheet<Answer>(props: ActProps<Answer>) {
  const { fields, buttons, close, isPending } = useActForm(props)
  return (
    <Sheet open title={props.title} onClose={close} dismissible={!isPending} footer={buttons}>
      {fields}
    </Sheet>
  )
}
