import { chakra } from '@chakra-ui/react'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { isRefusal } from '#client/lib/call-api.ts'
import type { TabValue } from '#client/lib/tab-value.ts'
import { Button } from '#client/ui/button.tsx'
import { Form } from '#client/ui/form.tsx'
import { RefusalNotice } from '#client/ui/refusal-notice.tsx'
import { TextAreaField, useCaretAtEnd } from '#client/ui/text-area-field.tsx'
import { AttachFile } from './attach-file.tsx'
import { emptyMessage, MESSAGE_TYPED_MAX, type MessageDraft, useDraft, useSentDraft } from './use-draft.ts'
import { useTicketSentences } from './use-ticket-sentences.ts'

export interface NewMessage extends MessageDraft {
  readonly file: File | undefined
}

interface Sending {
  /** The draft of one writer on one ticket. */
  readonly stored: TabValue<MessageDraft>
  /** The key of the mutation, by which a form that is opened again finds a message on its way. */
  readonly sendingKey: readonly string[]
  readonly send: (message: NewMessage) => Promise<unknown>
  /** Called after a success, even if the page was left meanwhile. */
  readonly onSent: () => unknown
}

/** The text of the form, for what is shown above it. */
interface Typed {
  readonly text: string
  readonly write: (text: string) => void
  /** Writes and moves the caret to the end. */
  readonly insert: (text: string) => void
}

interface MessageFormProps extends Sending {
  readonly words: {
    readonly label: string
    readonly action: string
    /** The problem of a message without a text, and without a file if it takes one. */
    readonly missing: string
    /** Shown beside the button after a success, until the next text is typed. */
    readonly sent?: string
  }
  readonly takesFile?: boolean
  readonly refusal?: (error: Error) => ReactNode
  readonly above?: (typed: Typed) => ReactNode
}

/** A message on a ticket: a text, a file, or both. Customers and operators write in the same form. */
export function MessageForm({ words, takesFile = true, refusal, above, ...sending }: MessageFormProps) {
  const { lengthLeft, textProblem, fileProblem } = useTicketSentences()
  const { draft, set, file, pick, lostFile, isPreparing, checked, setChecked, sender, send } = useMessage(sending)
  const { area, moveCaret } = useCaretAtEnd()
  const isOnlyFile = draft.text.trim() === '' && file !== undefined
  const problem = isOnlyFile ? undefined : textProblem(draft.text, words.missing)
  const submit = () => {
    setChecked(true)
    if (!isPreparing && !problem && !fileProblem(file) && !sender.isPending) send()
  }
  const write = (text: string) => set({ text })
  const insert = (text: string) => {
    write(text)
    moveCaret()
  }
  const attach = (picked: File | undefined) => {
    sender.reset()
    pick(picked)
  }
  return (
    <Form onSubmit={submit} gridTemplateColumns="minmax(0, 1fr)">
      {sender.isError && (refusal ? refusal(sender.error) : <RefusalNotice error={sender.error} />)}
      {above?.({ text: draft.text, write, insert })}
      <TextAreaField
        label={words.label}
        isMessage
        areaRef={area}
        aside={lengthLeft(draft.text)}
        maxLength={MESSAGE_TYPED_MAX}
        value={draft.text}
        onChange={write}
        problem={checked ? problem : undefined}
      />
      <chakra.div display="flex" flexWrap="wrap" alignItems="flex-start" justifyContent="space-between" gap="3">
        {takesFile ? <AttachFile file={file} lostFile={lostFile} onPick={attach} /> : <span />}
        <chakra.div display="flex" alignItems="center" marginInlineStart="auto">
          {words.sent && (
            <chakra.span role="status" fontSize="sm" color="buy" css={{ '&:not(:empty)': { marginInlineEnd: '3' } }}>
              {sender.isSuccess && draft.text === '' && file === undefined && words.sent}
            </chakra.span>
          )}
          <Button type="submit" loading={sender.isPending || isPreparing}>
            {words.action}
          </Button>
        </chakra.div>
      </chakra.div>
    </Form>
  )
}

/**
 * The draft of a message and its sending, which clears the draft. The sending continues when the page is left, so that a sent text does not stay a
 * draft; it is never repeated by itself, so that the writer sees what is sent.
 */
function useMessage({ stored, sendingKey, send, onSent }: Sending) {
  const drafting = useDraft({ stored, empty: emptyMessage })
  const { draft, file, clear, renewKey } = drafting
  const [checked, setChecked] = useState(false)
  const clearForm = () => {
    clear()
    setChecked(false)
  }
  const sender = useMutation({
    networkMode: 'always',
    retry: false,
    mutationKey: sendingKey,
    mutationFn: send,
    onSuccess: () => {
      clearForm()
      return onSent()
    },
    onError: (error) => {
      // Another content was sent under this key before.
      if (isRefusal(error, 'IDEMPOTENCY_KEY_REUSED')) renewKey()
    },
  })
  useSentDraft({ mutationKey: sendingKey, clientKey: draft.clientKey, onSent: clearForm })
  return {
    ...drafting,
    checked,
    setChecked,
    sender,
    send: () => {
      // A text that was changed after a failure is another message; the same text keeps its key, which sends it once.
      const isAnother = sender.isError && sender.variables.text !== draft.text
      sender.mutate({ ...draft, ...(isAnother && { clientKey: renewKey() }), file })
    },
  }
}
