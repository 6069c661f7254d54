import type { Language } from '#domain/market-state.ts'
import type { EmailMessage } from '../providers/email/email.ts'
import type { SmsPurpose } from '../providers/sms/sms.ts'

export interface CodeEmail {
  readonly to: string
  readonly purpose: SmsPurpose
  readonly code: string
  readonly language: Language
  /** The user's own phrase, by which a message of ours is known. */
  readonly phrase: string | undefined
}

const WORDS = {
  fa: {
    subject: 'کد تأیید کیمیا',
    text: 'کد تأیید شما در کیمیا',
    warning: 'این کد را به هیچ‌کس ندهید.',
    phrase: 'عبارت امنیتی شما',
  },
  en: {
    subject: 'Your Kimia verification code',
    text: 'Your Kimia verification code',
    warning: 'Never share it.',
    phrase: 'Your security phrase',
  },
} as const satisfies Record<Language, object>

/** The message that carries a code, as text and as HTML. */
export function codeEmail({ to, code, language, phrase }: CodeEmail): EmailMessage {
  const words = WORDS[language]
  const lines = [
    `${words.text}: ${code}`,
    words.warning,
    ...(phrase === undefined ? [] : [`${words.phrase}: ${phrase}`]),
  ]
  const direction = language === 'fa' ? 'rtl' : 'ltr'
  const html = `<div dir="${direction}">${lines.map((line) => `<p>${escapeHtml(line)}</p>`).join('')}</div>`
  return { to, subject: words.subject, text: lines.join('\n'), html }
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '')
