import * as z from 'zod/mini'
import { dropDraft, keepDraft, readDraft } from '#client/lib/kept-draft.ts'

/** Longer than the limit of a message, so that a text which is too long is reported and not cut off. */
export const MESSAGE_TYPED_MAX = 10_000

/** A ticket message that is not sent yet. It holds the key that it is sent with, so that a second send creates no second message. */
const MessageDraft = z.object({
  text: z.string(),
  /** The name of the chosen file: the file itself is not stored. */
  fileName: z.optional(z.string()),
  clientKey: z.string(),
})
export type MessageDraft = z.output<typeof MessageDraft>

export const emptyMessage = (): MessageDraft => ({ text: '', fileName: undefined, clientKey: crypto.randomUUID() })

/** The draft of one writer, under its own key. */
export const messageDraftAt = (key: string) => ({
  read: (): MessageDraft => readDraft(key, MessageDraft) ?? emptyMessage(),
  keep: (draft: MessageDraft): void => keepDraft(key, draft),
  drop: (): void => dropDraft(key),
})
