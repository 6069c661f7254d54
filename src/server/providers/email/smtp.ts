import { createTransport } from 'nodemailer'
import { unavailable } from '../call-vendor.ts'
import type { EmailMessage, EmailOutcome, EmailSender } from './email.ts'

export interface SmtpSettings {
  /** "smtps://user:password@mail.example.com:465", or the sandbox's address. */
  readonly url: string
  /** "Kimia <no-reply@kimia.example>". */
  readonly from: string
  readonly timeoutMs: number
}

/** A mail server by SMTP. */
export function createSmtp({ url, from, timeoutMs }: SmtpSettings): EmailSender {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs }
  // A message is text of our own: nothing in it may name a file or an address to be read.
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true })
  return {
    async send(message: EmailMessage): Promise<EmailOutcome> {
      try {
        const { messageId } = await transport.sendMail({ from, ...message })
        return { kind: 'sent', messageId }
      } catch (error) {
        return outcomeOf(error)
      }
    },
  }
}

/** 4yz: later; 5yz: never, of which 535 is our own account and 550 to 553 the mailbox. */
function outcomeOf(error: unknown): EmailOutcome {
  const code =
    error instanceof Error && 'responseCode' in error && typeof error.responseCode === 'number' ? error.responseCode : 0
  if (code === 530 || code === 534 || code === 535) return unavailable('ACCOUNT_REFUSED')
  if (code >= 550 && code <= 553) return { kind: 'refused', code: 'RECIPIENT_REFUSED' }
  if (code >= 500) return { kind: 'refused', code: 'MESSAGE_REFUSED' }
  return unavailable(code >= 400 ? 'SERVER_ERROR' : 'UNREACHABLE')
}
