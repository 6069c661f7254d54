import { useMutationState } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import * as z from 'zod/mini'
import { type TabValue, tabValue } from '#client/lib/tab-value.ts'
import { usePictureChoice } from '#client/lib/use-picture-choice.ts'

/** Longer than the limit of a message, so that a text which is too long is reported and not cut off. */
export const MESSAGE_TYPED_MAX = 10_000

/** An unsent text, stored while the tab is open. It holds the key that it is sent with, so that a second send creates nothing twice. */
export const MessageDraft = z.object({
  text: z.string(),
  /** The name of the chosen file: the file itself is not stored. */
  fileName: z.optional(z.string()),
  clientKey: z.string(),
})
export type MessageDraft = z.output<typeof MessageDraft>

const newKey = () => crypto.randomUUID()
export const emptyMessage = (): MessageDraft => ({ text: '', fileName: undefined, clientKey: newKey() })

/** The draft of one writer of a ticket's messages. */
export const messageDraft = (writer: string) => tabValue(writer, MessageDraft, { wipedAtLogout: true })

interface Drafting<Kept extends MessageDraft> {
  readonly stored: TabValue<Kept>
  readonly empty: () => Kept
}

/** A draft that survives a reload, with its file, which does not. */
export function useDraft<Kept extends MessageDraft>({ stored, empty }: Drafting<Kept>) {
  const [draft, setDraft] = useState(() => stored.read() ?? empty())
  const [file, setFile] = useState<File>()
  const newest = useRef(draft)
  const show = (next: Kept) => {
    newest.current = next
    setDraft(next)
  }
  const set = (change: Partial<Kept> | Partial<MessageDraft>) => {
    const next = { ...newest.current, ...change }
    stored.keep(next)
    show(next)
  }
  const { choose, preparing } = usePictureChoice<'file'>((_, picture) => setFile(picture?.file))
  /** Another content needs another key. */
  const renewKey = () => {
    const clientKey = newKey()
    set({ clientKey })
    return clientKey
  }
  const pick = (picked: File | undefined) => {
    // A message with another file is another message.
    set({ fileName: picked?.name, clientKey: newKey() })
    void choose('file', picked)
  }
  /** Called once it is sent. */
  const clear = () => {
    void choose('file', undefined)
    show(empty())
    stored.drop()
  }
  const isPreparing = preparing.size > 0
  const lostFile = file === undefined && !isPreparing ? draft.fileName : undefined
  return { draft, set, renewKey, clear, file, pick, lostFile, isPreparing }
}

interface Sending {
  /** The key of the mutation that sends the draft; its variables contain the draft's `clientKey`. */
  readonly mutationKey: readonly string[]
  readonly clientKey: string
  readonly onSent: () => void
}

/** Calls back once the draft is sent, even if the form was reopened while it was being sent. */
export function useSentDraft({ mutationKey, clientKey, onSent }: Sending): void {
  const sent = useMutationState({
    filters: { mutationKey, status: 'success' },
    select: ({ state: { variables } }) => clientKeyOf(variables),
  })
  const isSent = sent.includes(clientKey)
  const onSentNow = useEffectEvent(onSent)
  useEffect(() => {
    if (isSent) onSentNow()
  }, [isSent])
}

const clientKeyOf = (variables: unknown): unknown =>
  typeof variables === 'object' && variables !== null && 'clientKey' in variables ? variables.clientKey : undefined
