import type { Unavailable } from '../call-vendor.ts'

/** A message with the same words as plain text and as HTML. */
export interface EmailMessage {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** RECIPIENT_REFUSED: the mailbox does not exist or accepts nothing. MESSAGE_REFUSED: its content or size. */
export type EmailRefusal = 'RECIPIENT_REFUSED' | 'MESSAGE_REFUSED'

export type EmailOutcome =
  | { readonly kind: 'sent'; readonly messageId: string }
  | { readonly kind: 'refused'; readonly code: EmailRefusal }
  | Unavailable

export interface EmailSender {
  /** Sends one message to the mail server. Never throws for a fault of the server. */
  send(message: EmailMessage): Promise<EmailOutcome>
}
