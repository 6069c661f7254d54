import type { Language } from '#domain/market-state.ts'
import type { EmailMessage } from '../providers/email/email.ts'

export interface Letter {
  readonly to: string
  readonly language: Language
  readonly subject: string
  /** The event or the request, a sentence or two per line. */
  readonly lines: readonly string[]
  /** Set apart in large type. */
  readonly code?: string
  /** The target of the button, with its label. */
  readonly link?: { readonly url: string; readonly label: string } | undefined
  /** The user's own phrase, which proves that a message is ours. */
  readonly phrase: string | undefined
}

export const MESSAGE_WORDS = {
  fa: {
    name: 'کیمیا',
    phrase: 'عبارت امنیتی شما: {{phrase}}',
    automatic: 'این پیام خودکار است؛ به آن پاسخ ندهید.',
  },
  en: {
    name: 'Kimia',
    phrase: 'Your security phrase: {{phrase}}',
    automatic: "This message is automatic, so don't reply to it.",
  },
} as const satisfies Record<Language, object>

/** The colours of both schemes. Mail programs without media queries show the light one. */
const STYLE = `
  body { margin: 0; padding: 24px 12px; background: #f4f5f8; color: #141a26; font: 16px/1.8 Vazirmatn, Tahoma, "Segoe UI", Arial, sans-serif }
  .card { max-width: 480px; margin: 0 auto; padding: 24px; background: #ffffff; border: 1px solid #dde2ea; border-radius: 16px }
  .name { margin: 0 0 12px; font-weight: 700; color: #9a6b0a }
  p { margin: 0 0 12px }
  .code { margin: 16px 0; font-size: 32px; font-weight: 700; letter-spacing: 6px; text-align: center }
  .link { display: block; margin: 16px 0; padding: 12px; border-radius: 12px; background: #b82a38; color: #ffffff; font-weight: 700; text-align: center; text-decoration: none }
  .dim { color: #5a6579; font-size: 14px }
  @media (prefers-color-scheme: dark) {
    body { background: #0e1320; color: #eef1f7 }
    .card { background: #171e2e; border-color: #2a3346 }
    .name { color: #e0b354 }
    .dim { color: #9aa5bb }
  }`

/** An e-mail as text and as HTML, with the same words, no picture, and nothing loaded from elsewhere. */
export function emailOf({ to, language, subject, lines, code, link, phrase }: Letter): EmailMessage {
  const words = MESSAGE_WORDS[language]
  const signature = phrase === undefined ? [] : [fill(words.phrase, { phrase })]
  const text = [
    ...lines.slice(0, 1),
    ...(code === undefined ? [] : [code]),
    ...lines.slice(1),
    ...(link === undefined ? [] : [`${link.label}: ${link.url}`]),
    ...signature,
    words.automatic,
  ].join('\n\n')
  const paragraph = (line: string, look = '') => `<p${look === '' ? '' : ` class="${look}"`}>${escapeHtml(line)}</p>`
  const body = [
    paragraph(words.name, 'name'),
    ...lines.slice(0, 1).map((line) => paragraph(line)),
    ...(code === undefined ? [] : [`<p class="code" dir="ltr">${escapeHtml(code)}</p>`]),
    ...lines.slice(1).map((line) => paragraph(line)),
    ...(link === undefined ? [] : [`<a class="link" href="${escapeHtml(link.url)}">${escapeHtml(link.label)}</a>`]),
    ...signature.map((line) => paragraph(line)),
    paragraph(words.automatic, 'dim'),
  ].join('\n')
  const html = `<!doctype html>
<html lang="${language}" dir="${language === 'fa' ? 'rtl' : 'ltr'}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="color-scheme" content="light dark">
<title>${escapeHtml(subject)}</title><style>${STYLE}</style></head>
<body><div class="card">
${body}
</div></body>
</html>`
  return { to, subject, text, html }
}

/** A sentence with its parameters filled in; a missing one stays empty. */
export const fill = (sentence: string, params: Readonly<Record<string, string | undefined>>) =>
  sentence.replace(/\{\{(\w+)\}\}/g, (_, name: string) => params[name] ?? '')

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (letter) => ENTITIES[letter] ?? '')
