import * as z from 'zod/mini'
import { dropDraft, keepDraft, readDraft } from './kept-draft.ts'

/** A message of a ticket that is not sent yet. It has the key that it is sent with, so that sending it again makes nothing twice. */
const MessageDraft = z.object({
  text: z.string(),
  /** Of the chosen file: the file itself is not kept. */
  fileName: z.optional(z.string()),
  clientKey: z.string(),
})
export type MessageDraft = z.output<typeof MessageDraft>

export const emptyMessage = (): MessageDraft => ({ text: '', fileName: undefined, clientKey: crypto.randomUUID() })

/** The draft of one writer, under a key of its own. */
export const messageDraftAt = (key: string) => ({
  read: (): MessageDraft => readDraft(key, MessageDraft) ?? emptyMessage(),
  keep: (draft: MessageDraft): void => keepDraft(key, draft),
  drop: (): void => dropDraft(key),
})
