import { createTransport } from 'nodemailer'
import { UNREACHED_CODES, unavailable, type VendorFault } from '../call-vendor.ts'
import type { EmailMessage, EmailOutcome, EmailSender } from './email.ts'

export interface SmtpSettings {
  /** "smtps://user:password@mail.example.com:465", or "smtp://…:587". */
  readonly url: string
  /** "Kimia <no-reply@kimia.example>". */
  readonly from: string
  /** Refuses a server that does not encrypt. False for the sandbox alone, which is on this machine. */
  readonly encrypted: boolean
  readonly timeoutMs: number
}

/** A mail server by SMTP. Its address and the messages appear in no log and no error. */
export function createSmtp({ url, from, encrypted, timeoutMs }: SmtpSettings): EmailSender {
  const transport = createTransport({
    url,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    dnsTimeout: timeoutMs,
    // With smtp:// the connection is upgraded before anything is sent; a server that cannot do so is refused.
    requireTLS: encrypted,
    tls: { minVersion: 'TLSv1.2' },
    // A message is our own text: it may not name a file or an address to be read.
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, subject, text, html }: EmailMessage): Promise<EmailOutcome> {
      try {
        // Prevents automatic answers, which nobody would read.
        const headers = { 'Auto-Submitted': 'auto-generated' }
        const { messageId } = await transport.sendMail({
          from,
          to: { name: '', address: to },
          subject,
          text,
          html,
          headers,
        })
        return { kind: 'sent', messageId }
      } catch (error) {
        return outcomeOf(error)
      }
    },
  }
}

/** The fields that nodemailer adds to an error. */
interface SmtpError {
  readonly message?: unknown
  readonly code?: unknown
  readonly originalCode?: unknown
  readonly responseCode?: unknown
  readonly command?: unknown
}

/** The reply's code and the command that it answers decide the outcome; without a reply, the way in which the connection failed. */
function outcomeOf(error: unknown): EmailOutcome {
  const { code, originalCode, responseCode, command }: SmtpError = error instanceof Error ? error : {}
  const isForGood = typeof responseCode === 'number' && responseCode >= 500 && responseCode !== 503
  if (code === 'EAUTH' || code === 'ENOAUTH') return unavailable(isForGood ? 'ACCOUNT_REFUSED' : 'SERVER_ERROR')
  if (code === 'ETLS' || code === 'EREQUIRETLS') return unavailable('NOT_ENCRYPTED')
  if (typeof responseCode !== 'number') return unavailable(faultOf(code, originalCode))
  if (!isForGood) return unavailable('SERVER_ERROR')
  // 530: the server requires a login; 534 and 535: it refuses ours.
  const isOurs = command === 'MAIL FROM' || command === 'CONN' || (responseCode >= 530 && responseCode <= 538)
  if (isOurs) return unavailable('ACCOUNT_REFUSED')
  return { kind: 'refused', code: command === 'RCPT TO' ? 'RECIPIENT_REFUSED' : 'MESSAGE_REFUSED' }
}

/** Node's codes for certificates that do not prove the server, and for failed encryption. */
const UNPROVEN = /CERT|^UNABLE_TO_|^ERR_(TLS|SSL)_/

function faultOf(code: unknown, originalCode: unknown): VendorFault {
  if (typeof originalCode === 'string' && UNPROVEN.test(originalCode)) return 'NOT_ENCRYPTED'
  if (code === 'ETIMEDOUT') return 'TIMEOUT'
  if (code === 'EDNS' || UNREACHED_CODES.has(originalCode) || UNREACHED_CODES.has(code)) return 'UNREACHABLE'
  return 'NETWORK'
}
